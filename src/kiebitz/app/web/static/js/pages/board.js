// The analysis board: place cards; solve with open hands, or ask what one seat may think.
import * as api from "../api.js";
import { cardName, miniCard, minis, sortHand } from "../cards.js";
import { boardPicture } from "../boardpicture.js";
import { placesBars } from "../cardplaces.js";
import { h, notice, show } from "../dom.js";
import { optionList } from "../judgements.js";
import { settings } from "../settings.js";
import { contractName, contractOf, contractsOf, decimal, gameName, percent, t } from "../words.js";
import { moveLabel } from "../moves.js";

const DECK = [..."CSHD"].flatMap((suit) => [..."JATKQ987"].map((rank) => suit + rank));
const SEATS = ["0", "1", "2"];

export function open(main, parts, query) {
  return new Board(main, query).start();
}

class Board {
  constructor(main, query) {
    this.place = new Map(DECK.map((card) => [card, "pool"]));
    this.trick = []; // in order: of the current trick, or in a view of all that was played
    this.seenBy = query.get("seen") ?? "open"; // or a seat
    const contract = query.get("game") ?? "G";
    this.game = contract[0];
    this.variant = contract.slice(1);
    this.declarer = Number(query.get("declarer") ?? 0);
    this.leader = Number(query.get("leader") ?? 0);
    this.points = Number(query.get("points") ?? 0);
    this.view = query.get("view") ?? "";
    this.chosen = null;
    this.answer = null; // of the solver
    this.found = null; // of the players
    const put = (text, where) => {
      for (const card of (text ?? "").split(".")) if (this.place.has(card)) this.place.set(card, where);
    };
    (query.get("hands") ?? "").split("|").slice(0, 3).forEach((hand, seat) => put(hand, String(seat)));
    put(query.get("skat"), "skat");
    put(query.get("played"), "trick");
    this.trick = (query.get("played") ?? "").split(".").filter((card) => this.place.has(card));
    this.box = h("div", {});
    this.textBox = h("div", {});
    main.append(h("h1", {}, t("board")), h("p", { class: "soft" }, t("board-text")), this.box, this.textBox);
  }

  start() {
    this.draw();
    if (this.view) this.read(this.view);
    else if (this.isOpen && this.cards("0").length) this.solve();
  }

  get isOpen() {
    return this.seenBy === "open";
  }

  get contract() {
    return this.isOpen ? this.game : this.game + this.variant;
  }

  /** The places that the board shows. */
  get places() {
    if (this.isOpen) return ["pool", ...SEATS, "skat", "trick"];
    const places = ["pool", this.seenBy];
    const mine = this.seenBy === String(this.declarer);
    const contract = contractOf(this.contract);
    if (mine && !contract?.hand) places.push("skat");
    if (!mine && contract?.ouvert) places.push(String(this.declarer));
    return [...places, "trick"];
  }

  cards(where) {
    if (where === "trick") return this.trick;
    return DECK.filter((card) => this.place.get(card) === where);
  }

  move(card, where) {
    const most = this.isOpen ? 2 : 30;
    if (where === "trick" && !this.trick.includes(card) && this.trick.length >= most) {
      notice(t("trick-full"));
      return;
    }
    this.trick = this.trick.filter((other) => other !== card);
    if (where === "trick") this.trick.push(card);
    this.place.set(card, where);
    this.chosen = null;
    this.changed();
  }

  /** Something is different: what was said about it no longer holds. */
  changed() {
    this.answer = null;
    this.found = null;
    this.view = "";
    // What lies where the board no longer shows it goes back.
    const places = this.places;
    if (this.isOpen) this.trick = this.trick.slice(0, 2);
    for (const [card, where] of this.place) if (!places.includes(where) || (where === "trick" && !this.trick.includes(card))) this.place.set(card, "pool");
    this.draw();
  }

  title(where) {
    if (where === "pool") return this.isOpen ? t("pool") : t("pool-unseen");
    if (where === "skat") return this.isOpen ? t("skat-place") : t("your-skat");
    if (where === "trick") return this.isOpen ? t("trick-now") : t("played-order");
    return `${t(`seat-${where}`)}${Number(where) === this.declarer ? ` (${t("declarer")})` : ""}`;
  }

  /** What is written on a card, and whether it is the best one. */
  valueOf(card, where) {
    if (this.answer && String(this.answer.to_move) === where) {
      const value = this.answer.moves[card];
      const values = Object.values(this.answer.moves).filter((one) => one !== null);
      const best = this.answer.to_move === this.declarer ? Math.max(...values) : Math.min(...values);
      return value === undefined || value === null ? null : { text: `${value}`, best: value === best };
    }
    const one = this.found?.seat === Number(where) ? this.found.candidates.find((other) => other.move === card) : null;
    return one ? { text: percent(one.chance), best: one === this.found?.candidates[0] } : null;
  }

  slot(where) {
    const title = this.title(where);
    const cards = where === "trick" ? this.trick : sortHand(this.cards(where), this.game);
    const toMove = String((this.answer ?? this.found)?.to_move) === where;
    const box = h("div", { class: "slot", "data-place": where,
      onclick: () => this.chosen && this.move(this.chosen, where),
      ondragover: (event) => { event.preventDefault(); box.classList.add("over"); },
      ondragleave: () => box.classList.remove("over"),
      ondrop: (event) => { event.preventDefault(); const card = event.dataTransfer.getData("text/plain"); if (this.place.has(card)) this.move(card, where); } },
    h("h2", {}, h("span", {}, title, toMove && [" ", h("span", { class: "badge good" }, t("to-move"))]),
      this.chosen && h("button", { class: "small", "data-target": where, onclick: (event) => { event.stopPropagation(); this.move(this.chosen, where); } }, "↓ ", title), h("span", { class: "soft small" }, cards.length)),
    h("div", { class: "minis" }, cards.map((card, n) => {
      const value = this.valueOf(card, where);
      const mini = miniCard(card, { class: `movable ${value?.best ? "best" : ""}`, draggable: "true", "data-card": card, "aria-pressed": String(this.chosen === card), "aria-label": value ? `${cardName(card)}: ${value.text}` : cardName(card),
        onclick: (event) => { event.stopPropagation(); this.chosen = this.chosen === card ? null : card; this.draw(); this.box.querySelector(`[data-card="${card}"]`)?.focus(); },
        ondragstart: (event) => event.dataTransfer.setData("text/plain", card) }, "button");
      if (value) mini.append(h("span", { class: "value" }, value.text));
      return [!this.isOpen && where === "trick" && n % 3 === 0 && h("span", { class: "soft small" }, `${n / 3 + 1}.`), mini];
    })));
    return box;
  }

  select(id, word, value, choices, onchange) {
    return h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => { onchange(event.target.value); this.changed(); document.getElementById(id)?.focus(); } }, choices.map(([choice, text]) => h("option", { value: choice, selected: String(value) === String(choice) }, text))));
  }

  draw() {
    const seats = [0, 1, 2].map((seat) => [seat, t(`seat-${seat}`)]);
    const variants = contractsOf(this.game).map((one) => one.code.slice(1));
    if (!variants.includes(this.variant)) this.variant = "";
    show(this.box, h("section", { class: "panel" },
      h("div", { class: "row" },
        this.select("board-seen", "seen-by", this.seenBy, [["open", t("open-cards")], ...seats.map(([seat, name]) => [seat, t("only-seat", { seat: name })])], (value) => { this.seenBy = value; }),
        this.select("board-game", "contract", this.game, [..."CSHDGN"].map((game) => [game, gameName(game)]), (value) => { this.game = value; this.variant = ""; }),
        !this.isOpen && this.select("board-variant", "extras", this.variant, variants.map((one) => [one, t(`variant-${one}`)]), (value) => { this.variant = value; }),
        this.select("board-declarer", "who-declares", this.declarer, seats, (value) => { this.declarer = Number(value); }),
        this.isOpen && this.select("board-leader", "who-leads", this.leader, seats, (value) => { this.leader = Number(value); }),
        this.isOpen && h("div", {}, h("label", { for: "board-points" }, t("points-so-far")), h("input", { type: "number", id: "board-points", min: 0, max: 120, value: this.points, onchange: (event) => { this.points = Number(event.target.value); this.changed(); } }))),
      !this.isOpen && h("p", { class: "small soft" }, t("view-by-hand")),
      h("div", { class: "slots" }, this.places.map((where) => this.slot(where))),
      h("div", { class: "row" },
        this.isOpen ? h("button", { class: "main", id: "solve", onclick: () => this.solve() }, t("solve"))
          : h("button", { class: "main", id: "ask", onclick: () => this.ask({ set_up: this.setUp() }) }, t("ask")),
        h("button", { id: "random", onclick: () => this.random() }, t("random-deal")),
        h("button", { onclick: () => { for (const card of DECK) this.place.set(card, "pool"); this.trick = []; this.points = 0; this.changed(); } }, t("clear")),
        h("span", { class: "grow" }),
        h("button", { id: "copy-link", onclick: () => this.copyLink() }, t("copy-link")),
        h("button", { id: "save-svg", onclick: () => this.saveSvg() }, t("save-svg"))),
      this.waiting && h("p", { class: "soft dots", role: "status" }, t("hint-thinking")),
      this.answer && this.answerBox(),
      this.found && this.opinion(this.found)));
    const text = h("textarea", { id: "view-text", rows: 3, spellcheck: "false", value: this.view });
    show(this.textBox, h("section", { class: "panel" }, h("h2", {}, t("view-text")), h("p", { class: "small soft" }, t("view-help")),
      h("div", { class: "field" }, h("label", { for: "view-text" }, t("view-moves")), text),
      h("button", { id: "ask-text", onclick: () => this.read(text.value.trim()) }, t("read"))));
  }

  answerBox() {
    const { answer } = this;
    if (!answer) return null;
    const text = this.game === "N" ? (answer.won ? t("board-null-won") : t("board-null-lost", { n: answer.lost_in_trick ?? "?" })) : t("board-value", { n: answer.value ?? "?" });
    return h("div", { id: "board-answer", role: "status" }, h("p", { class: "score" }, text),
      h("p", { class: "small soft" }, t("searched", { n: answer.nodes.toLocaleString(settings.language), seconds: decimal(answer.seconds.toFixed(2)) })),
      answer.line.length > 0 && h("details", { open: true }, h("summary", {}, t("best-line")), minis(answer.line)));
  }

  /** What the players think of a view, and where they think the other cards are. */
  opinion(found) {
    const chances = optionList(found.candidates, 12);
    const players = h("ul", { class: "log" }, found.players.map((one) => h("li", {}, t(`strength-${one.player}`), ": ", moveLabel(one.move))));
    return h("div", { id: "opinion", role: "status" },
      h("h2", {}, t("opinion"), " · ", t(`seat-${found.seat}`), found.contract && ` · ${contractName(found.contract)}`),
      found.candidates.length ? h("div", { class: "columns" }, h("div", {}, h("h3", {}, t("chance-to-win")), chances), h("div", {}, h("h3", {}, t("players-would")), players)) : h("p", { class: "soft" }, t("nobody-to-move")),
      h("p", { class: "small soft" }, t("worlds-possible", { n: Number(found.possible).toLocaleString(settings.language), worlds: found.worlds })),
      Object.keys(found.places).length > 0 && [h("h3", {}, t("belief")), placesBars(found, (seat) => t(`seat-${seat}`))]);
  }

  // --- asking the server ---

  body() {
    return { game: this.game, declarer: this.declarer, leader: this.leader, hands: SEATS.map((seat) => this.cards(seat).join(".")), skat: this.cards("skat").join("."), played: this.trick.join("."), points: this.points };
  }

  setUp() {
    const shown = this.places.includes(String(this.declarer)) && this.seenBy !== String(this.declarer);
    return { seat: Number(this.seenBy), hand: this.cards(this.seenBy).join("."), declarer: this.declarer, contract: this.contract, skat: this.cards("skat").join("."), played: this.trick.join("."), shown: shown ? this.cards(String(this.declarer)).join(".") : "" };
  }

  async solve() {
    await this.wait(async () => { this.answer = await api.post("/board/solve", this.body()); });
  }

  async ask(body) {
    await this.wait(async () => {
      this.found = await api.post("/board/view", body);
      this.view = this.found.view;
    });
  }

  async wait(work) {
    this.answer = null;
    this.found = null;
    this.waiting = true;
    this.draw();
    try {
      await work();
    } catch (error) {
      notice(error.message);
    }
    this.waiting = false;
    this.draw();
  }

  /** A view as text: its cards are put on the board. */
  async read(text) {
    if (!text) return;
    await this.ask({ view: text });
    const { found } = this;
    if (!found) return;
    this.seenBy = String(found.seat);
    for (const card of DECK) this.place.set(card, "pool");
    const put = (cards, where) => cards.forEach((card) => this.place.set(card, where));
    if (found.contract) {
      this.game = found.contract[0];
      this.variant = found.contract.slice(1);
      this.declarer = found.declarer ?? this.declarer;
    }
    put(found.hand, this.seenBy);
    put(found.skat, "skat");
    put(found.played, "trick");
    if (found.shown.length) put(found.shown, String(found.declarer));
    this.trick = [...found.played];
    this.draw();
  }

  random() {
    const cards = [...DECK];
    for (let n = cards.length - 1; n > 0; n -= 1) {
      const other = Math.floor(Math.random() * (n + 1));
      [cards[n], cards[other]] = [cards[other], cards[n]];
    }
    cards.forEach((card, n) => this.place.set(card, n < 30 ? String(Math.floor(n / 10)) : "skat"));
    this.trick = [];
    this.points = 0;
    this.changed();
    if (this.isOpen) this.solve();
    else this.ask({ set_up: this.setUp() });
  }

  // --- sharing ---

  link() {
    const { hands, ...rest } = this.body();
    const set = { ...rest, game: this.contract, hands: hands.join("|"), ...(this.isOpen ? {} : { seen: this.seenBy }) };
    const query = Object.entries(this.view ? { view: this.view } : set).map(([name, value]) => [name, String(value)]);
    return `${location.origin}/#/board?${new URLSearchParams(query)}`;
  }

  async copyLink() {
    history.replaceState(null, "", this.link());
    try {
      await navigator.clipboard.writeText(this.link());
      notice(t("copied"));
    } catch {
      notice(this.link());
    }
  }

  saveSvg() {
    const rows = this.places.filter((where) => where !== "pool" && this.cards(where).length)
      .map((where) => [this.title(where), where === "trick" ? this.trick : sortHand(this.cards(where), this.game)]);
    const text = boardPicture(`${contractName(this.contract)} · ${t("declarer")}: ${t(`seat-${this.declarer}`)}`, rows);
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    h("a", { href: url, download: "kiebitz-board.svg" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 2000);
  }
}

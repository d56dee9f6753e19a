// The analysis board: place cards, solve with open hands; or ask about one seat's view.
import * as api from "./api.js";
import { cardDrawing, cardName, miniCard, minis, sortHand } from "./cards.js";
import { h, notice, s, show } from "./dom.js";
import { gameName, percent, t } from "./words.js";
import { moveLabel } from "./table.js";

const DECK = [..."CSHD"].flatMap((suit) => [..."JATKQ987"].map((rank) => suit + rank));

export function open(main, parts, query) {
  return new Board(main, query).start();
}

class Board {
  constructor(main, query) {
    this.place = new Map(DECK.map((card) => [card, "pool"]));
    this.trick = []; // in order
    this.game = query.get("game") ?? "G";
    this.declarer = Number(query.get("declarer") ?? 0);
    this.leader = Number(query.get("leader") ?? 0);
    this.points = Number(query.get("points") ?? 0);
    this.view = query.get("view") ?? "";
    this.chosen = null;
    this.answer = null;
    const put = (text, where) => {
      for (const card of (text ?? "").split(".")) if (this.place.has(card)) this.place.set(card, where);
    };
    (query.get("hands") ?? "").split("|").slice(0, 3).forEach((hand, seat) => put(hand, String(seat)));
    put(query.get("skat"), "skat");
    put(query.get("played"), "trick");
    this.trick = (query.get("played") ?? "").split(".").filter((card) => this.place.has(card));
    this.open = h("div", {});
    this.closed = h("div", {});
    main.append(h("h1", {}, t("board")), h("p", { class: "soft" }, t("board-text")), this.open, this.closed);
  }

  start() {
    this.draw();
    this.drawClosed();
    if (this.cards("0").length) this.solve();
    if (this.view) this.ask();
  }

  cards(where) {
    if (where === "trick") return this.trick;
    return DECK.filter((card) => this.place.get(card) === where);
  }

  move(card, where) {
    this.trick = this.trick.filter((other) => other !== card);
    if (where === "trick") {
      if (this.trick.length >= 2) return;
      this.trick.push(card);
    }
    this.place.set(card, where);
    this.chosen = null;
    this.answer = null;
    this.draw();
  }

  slot(where, title) {
    const cards = where === "trick" ? this.trick : sortHand(this.cards(where), this.game);
    const toMove = this.answer && String(this.answer.to_move) === where;
    const box = h("div", { class: "slot", "data-place": where,
      onclick: () => this.chosen && this.move(this.chosen, where),
      ondragover: (event) => { event.preventDefault(); box.classList.add("over"); },
      ondragleave: () => box.classList.remove("over"),
      ondrop: (event) => { event.preventDefault(); const card = event.dataTransfer.getData("text/plain"); if (this.place.has(card)) this.move(card, where); } },
    h("h2", {}, h("span", {}, title, toMove && h("span", { class: "badge good" }, t("your-turn"))),
      this.chosen && h("button", { class: "small", "data-target": where, onclick: (event) => { event.stopPropagation(); this.move(this.chosen, where); } }, "↓ ", title), h("span", { class: "soft small" }, cards.length)),
    h("div", { class: "minis" }, cards.map((card) => {
      const value = toMove ? this.answer.moves[card] : undefined;
      const best = value !== undefined && this.isBest(card);
      const mini = miniCard(card, { class: `movable ${best ? "best" : ""}`, draggable: "true", "data-card": card, "aria-pressed": String(this.chosen === card), "aria-label": value === undefined ? cardName(card) : `${cardName(card)}: ${value}`,
        onclick: (event) => { event.stopPropagation(); this.chosen = this.chosen === card ? null : card; this.draw(); this.open.querySelector(`[data-card="${card}"]`)?.focus(); },
        ondragstart: (event) => event.dataTransfer.setData("text/plain", card) }, "button");
      if (value !== undefined && value !== null) mini.append(h("span", { class: "value" }, value));
      return mini;
    })));
    return box;
  }

  isBest(card) {
    const values = Object.values(this.answer.moves).filter((value) => value !== null);
    const best = this.answer.to_move === this.declarer ? Math.max(...values) : Math.min(...values);
    return this.answer.moves[card] === best;
  }

  select(id, word, value, choices, onchange) {
    return h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => { onchange(event.target.value); this.answer = null; this.draw(); } }, choices.map(([choice, text]) => h("option", { value: choice, selected: String(value) === String(choice) }, text))));
  }

  draw() {
    const seats = [0, 1, 2].map((seat) => [seat, t(`seat-${seat}`)]);
    show(this.open, h("section", { class: "panel" },
      h("div", { class: "row" },
        this.select("board-game", "contract", this.game, [..."CSHDGN"].map((game) => [game, gameName(game)]), (value) => { this.game = value; }),
        this.select("board-declarer", "who-declares", this.declarer, seats, (value) => { this.declarer = Number(value); }),
        this.select("board-leader", "who-leads", this.leader, seats, (value) => { this.leader = Number(value); }),
        h("div", {}, h("label", { for: "board-points" }, t("points-so-far")), h("input", { type: "number", id: "board-points", min: 0, max: 120, value: this.points, onchange: (event) => { this.points = Number(event.target.value); } }))),
      h("div", { class: "slots" },
        this.slot("pool", t("pool")), [0, 1, 2].map((seat) => this.slot(String(seat), `${t(`seat-${seat}`)}${seat === this.declarer ? ` (${t("declarer")})` : ""}`)), this.slot("skat", t("skat-place")), this.slot("trick", t("trick-now"))),
      h("div", { class: "row" },
        h("button", { class: "main", id: "solve", onclick: () => this.solve() }, t("solve")),
        h("button", { id: "random", onclick: () => this.random() }, t("random-deal")),
        h("button", { onclick: () => { for (const card of DECK) this.place.set(card, "pool"); this.trick = []; this.answer = null; this.draw(); } }, t("clear")),
        h("span", { class: "grow" }),
        h("button", { id: "copy-link", onclick: () => this.copyLink() }, t("copy-link")),
        h("button", { id: "save-svg", onclick: () => this.saveSvg() }, t("save-svg"))),
      this.answer && this.answerBox()));
  }

  answerBox() {
    const { answer } = this;
    const text = this.game === "N" ? (answer.won ? t("board-null-won") : t("board-null-lost", { n: answer.lost_in_trick ?? "?" })) : t("board-value", { n: answer.value ?? "?" });
    return h("div", { id: "board-answer", role: "status" }, h("p", { class: "score" }, text),
      h("p", { class: "small soft" }, `${answer.nodes.toLocaleString()} · ${answer.seconds.toFixed(3)} s`),
      answer.line.length > 0 && h("details", { open: true }, h("summary", {}, t("best-line")), minis(answer.line)));
  }

  body() {
    return { game: this.game, declarer: this.declarer, leader: this.leader, hands: [0, 1, 2].map((seat) => this.cards(String(seat)).join(".")), skat: this.cards("skat").join("."), played: this.trick.join("."), points: this.points };
  }

  async solve() {
    try {
      this.answer = await api.post("/board/solve", this.body());
    } catch (error) {
      this.answer = null;
      notice(error.message);
    }
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
    this.solve();
  }

  link() {
    const { hands, ...rest } = this.body();
    return `${location.origin}/#/board?${new URLSearchParams({ ...rest, hands: hands.join("|") })}`;
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

  picture() {
    const rows = [["0", t("seat-0")], ["1", t("seat-1")], ["2", t("seat-2")], ["skat", t("skat-place")], ["trick", t("trick-now")]].filter(([where]) => this.cards(where).length);
    const picture = s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 760 ${rows.length * 122 + 40}`, width: 760, height: rows.length * 122 + 40, "font-family": "sans-serif" });
    picture.append(s("rect", { width: "100%", height: "100%", fill: "#dbe6df" }), s("text", { x: 16, y: 26, "font-size": 17, "font-weight": 700, fill: "#23292b" }, `${gameName(this.game)} · ${t("declarer")}: ${t(`seat-${this.declarer}`)}`));
    rows.forEach(([where, name], row) => {
      picture.append(s("text", { x: 16, y: row * 122 + 100, "font-size": 14, fill: "#23292b" }, name));
      const cards = where === "trick" ? this.trick : sortHand(this.cards(where), this.game);
      cards.forEach((card, n) => picture.append(cardDrawing(card, { x: 120 + n * 58, y: row * 122 + 40, width: 72, height: 108 })));
    });
    return new XMLSerializer().serializeToString(picture);
  }

  saveSvg() {
    const url = URL.createObjectURL(new Blob([this.picture()], { type: "image/svg+xml" }));
    h("a", { href: url, download: "kiebitz-board.svg" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 2000);
  }

  // --- hidden cards ---

  drawClosed(found = null) {
    const text = h("textarea", { id: "view-text", rows: 3, spellcheck: "false", value: this.view });
    show(this.closed, h("section", { class: "panel" }, h("h2", {}, t("hidden-cards")), h("p", { class: "small soft" }, t("view-help")),
      h("div", { class: "field" }, h("label", { for: "view-text" }, t("view-text")), text),
      h("button", { id: "ask", onclick: () => { this.view = text.value.trim(); this.ask(); } }, t("ask")),
      found && this.opinion(found)));
  }

  opinion(found) {
    return h("div", { id: "opinion" },
      h("h3", {}, t("opinion"), " · ", t(`seat-${found.seat}`)), minis(sortHand(found.hand, found.contract)),
      found.candidates.length ? h("ul", { class: "candidates" }, found.candidates.map((one) => h("li", {}, h("span", {}, moveLabel(one.move)), h("span", { class: "meter" }, h("i", { style: { width: `${Math.round(100 * one.chance)}%` } })), h("span", { class: "number small" }, percent(one.chance))))) : h("p", { class: "soft" }, t("nobody-to-move")),
      Object.keys(found.places).length > 0 && [h("h3", {}, t("belief")), h("div", { class: "scroll" }, heatMap(found))]);
  }

  async ask() {
    try {
      this.drawClosed(await api.post("/board/view", { view: this.view }));
    } catch (error) {
      notice(error.message);
    }
  }
}

function heatMap(found) {
  const seats = [0, 1, 2, 3].filter((place) => place !== found.seat);
  const cards = sortHand(Object.keys(found.places), found.contract);
  return h("table", { class: "heat" },
    h("thead", {}, h("tr", {}, h("td", {}), cards.map((card) => h("th", { scope: "col" }, miniCard(card))))),
    h("tbody", {}, seats.map((place) => h("tr", {}, h("th", { scope: "row" }, place === 3 ? t("skat") : t(`seat-${place}`)),
      cards.map((card) => {
        const share = found.places[card][place];
        return h("td", { style: { background: `color-mix(in srgb, var(--accent) ${Math.round(share * 55)}%, transparent)` } }, Math.round(share * 100));
      })))));
}


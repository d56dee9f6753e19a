// The Skat table: one game, followed live, one card after the other.
import * as api from "../api.js";
import { actionsOf, forgetChoices } from "../actions.js";
import { placesPicture } from "../cardplaces.js";
import { Coach } from "../coach.js";
import { backs, cardDrawing, cardName, lyingCard, miniCard, sortHand } from "../cards.js";
import { dialog } from "../dialog.js";
import { h, notice, pause, show, speak } from "../dom.js";
import { friendsPanel } from "../friends.js";
import { carriedText, optionList, reasonList } from "../judgements.js";
import { lastSaid, moveText, playedCards, saidText } from "../moves.js";
import { resultPanel } from "../result.js";
import { pace, settings } from "../settings.js";
import { cardSound, trickSound } from "../sound.js";
import { term } from "../terms.js";
import { contractName, t } from "../words.js";

export function open(main, [id], query) {
  return new TablePage(main, id, query.has("lesson")).start();
}

const contractTerm = (contract) => ({ G: "grand", N: "null" })[contract[0]] ?? "suitgame";

class TablePage {
  constructor(main, id, lesson) {
    this.id = id;
    this.coach = lesson ? new Coach(this) : null;
    this.table = null; // the latest from the server
    this.shown = 0; // cards on the page, of those played
    this.playing = false; // cards are being shown one by one
    this.chosen = new Set(); // to be put away
    this.wishedGame = null; // chosen, not yet declared
    /** @type {import("../answers.js").HintModel | "thinking" | null} */
    this.hint = null;
    this.places = null; // where the cards probably are
    this.deadline = null; // when the time for the present move is over
    this.linked = true;
    this.ended = false;
    this.focusHand = false;
    this.dealt = false; // the cards were seen coming
    this.fullSince = 0; // when the last trick became full
    this.sent = null; // the ply of what is on its way to the server
    this.parts = {
      status: h("div", { class: "statusline" }),
      felt: h("section", { class: "felt", "aria-label": t("on-table") }),
      side: h("div", { class: "side" }),
    };
    main.append(h("h1", { class: "unseen" }, "Skat"), this.parts.status, h("div", { class: "play" }, this.parts.felt, this.parts.side));
  }

  async start() {
    this.take(await api.get(`/games/${encodeURIComponent(this.id)}`), true);
    const stop = api.follow(this.id, (table) => this.take(table), (linked) => this.link(linked));
    const keys = (event) => this.key(event);
    document.addEventListener("keydown", keys);
    const clock = setInterval(() => this.tick(), 1000);
    return () => {
      this.ended = true;
      clearInterval(clock);
      stop();
      document.removeEventListener("keydown", keys);
      forgetChoices();
    };
  }

  link(linked) {
    if (linked === this.linked) return;
    this.linked = linked;
    this.draw();
  }

  name(seat) {
    return this.table.names[seat] || (seat === this.table.seat && settings.name) || t("you");
  }

  // --- from the server ---

  take(table, first = false) {
    // Answers and events may overtake each other: an older one is no news.
    if (this.ended || (this.table && table.version <= this.table.version)) return;
    const before = this.table;
    this.table = table;
    const left = table.friends?.seconds_left ?? null;
    this.deadline = left === null ? null : Date.now() + 1000 * left;
    const played = playedCards(table);
    if (first || table.ply < before.ply || settings.speed === "instant") this.shown = played.length;
    if (!before || before.ply !== table.ply) {
      this.hint = this.places = null;
      this.parts.side.scrollTop = 0; // what can be done now is on top
    }
    if (table.note && (!before || before.note !== table.note)) notice(t(table.note));
    if (before) this.announce(before, table);
    if (!this.playing) this.catchUp();
  }

  announce(before, table) {
    const news = table.moves.slice(before.ply).filter((said) => said.seat !== null && (table.watching || said.seat !== table.seat));
    const sentences = news.map((said) => `${this.name(said.seat)}: ${saidText(said)}`);
    if (this.mine()) sentences.push(t("your-turn"));
    if (sentences.length) speak(sentences.join(". "));
  }

  /** Shows new cards one at a time; a full trick lies for a while. */
  async catchUp() {
    this.playing = true;
    while (!this.ended && this.shown < playedCards(this.table).length) {
      if (this.shown % 3 === 0 && this.shown > 0) await this.collect();
      if (this.ended) return;
      this.shown += 1;
      this.draw(true);
      cardSound();
      if (this.shown % 3 === 0) this.fullSince = Date.now();
      const last = playedCards(this.table)[this.shown - 1];
      await pause(last?.seat === this.table.seat ? pace() * 0.4 : pace());
    }
    this.playing = false;
    if (!this.ended) this.draw();
  }

  /** The trick on the table goes to who won it, when everybody has had time to look at it. */
  async collect() {
    await pause(Math.max(0, pace() * 1.6 - (Date.now() - this.fullSince)));
    const winner = this.table.tricks[this.shown / 3 - 1]?.winner;
    const box = this.parts.felt.querySelector(".trick");
    if (this.ended || winner === undefined || winner === null || !box || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    box.classList.add("collect", `to-${this.side(winner)}`);
    trickSound();
    await pause(Math.min(260, pace()));
  }

  /** The seconds that are left for the move, on the seat of who is to move. */
  secondsLeft() {
    return this.deadline === null ? null : Math.max(0, Math.ceil((this.deadline - Date.now()) / 1000));
  }

  clockBadge() {
    const left = this.secondsLeft();
    return left !== null && h("span", { class: "badge clock number", role: "timer" }, t("friends-left", { n: left }));
  }

  tick() {
    const left = this.secondsLeft();
    const badge = this.parts.felt.querySelector(".clock");
    if (left === null || !badge) return;
    badge.textContent = t("friends-left", { n: left });
    badge.classList.toggle("bad", left <= 10);
    if (left === 10 && this.mine()) speak(t("friends-hurry"));
  }

  // --- drawing ---

  draw(newCard = false) {
    const table = this.table;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.card;
    const hadFocus = this.parts.felt.contains(document.activeElement) || this.focusHand;
    this.drawStatus();
    show(this.parts.felt,
      h("div", { class: "seats" }, this.seatBox((table.seat + 1) % 3), this.seatBox((table.seat + 2) % 3)),
      this.trickBox(newCard),
      this.mySeat(),
      this.handList());
    if (hadFocus) this.focusCard(focused);
    this.drawSide();
  }

  drawStatus() {
    const table = this.table;
    const practice = table.practice.map((why) => t(`practice-${why}`)).join(", ");
    show(this.parts.status,
      h("div", { class: "row" },
        h("strong", { id: "contract" }, table.contract ? [term(contractTerm(table.contract), contractName(table.contract)), ` · ${this.name(table.declarer)}`] : term("bid", t("auction"))),
        practice && h("span", { class: "badge warn", title: practice }, `${t("practice")}: ${practice}`),
        table.list_id && h("a", { href: `#/list/${table.list_id}` }, `${t("list")}, ${t("deal-n", { n: table.list_number })}`),
        table.sits_out !== null && h("span", { class: "badge", id: "sits-out" }, table.sits_out ? t("sits-out", { name: table.sits_out }) : t("you-sit-out"))),
      !this.linked && h("span", { class: "badge bad dots", role: "status" }, t("offline")),
      table.contract && h("span", { class: "soft small number" }, term("trick", t("tricks")), ` ${table.tricks_won[0]} : ${table.tricks_won[1]}`,
        table.contract[0] !== "N" && [" · ", term("points", t("declarer-has", { n: table.points[0] })), `, ${t("defenders-have", { n: table.points[1] })}`]));
  }

  seatBox(seat) {
    const table = this.table;
    const said = lastSaid(table, seat);
    const turn = table.to_move === seat && !this.behind() && !table.friends?.waiting;
    const shown = table.declarer === seat && table.shown.length ? table.shown : null;
    return h("div", { class: `seat ${turn ? "turn" : ""}` },
      h("div", { class: "name" }, this.name(seat), table.declarer === seat && h("span", { class: "badge accent" }, term("declarer")), turn && this.clockBadge()),
      h("div", { class: "small soft" }, term("seats", t(`seat-${seat}`)), turn && table.thinking && !table.friends?.waiting ? [" · ", h("span", { class: "dots" }, t("thinks"))] : ""),
      !table.contract && said && h("div", {}, h("span", { class: "bubble" }, saidText(said))),
      shown ? h("div", { class: "open-hand" }, sortHand(shown, table.contract).map((card) => lyingCard(card, "tiny")))
        : backs(table.counts[seat]));
  }

  mySeat() {
    const table = this.table;
    if (table.watching) return h("div", { class: "seats watched" }, this.seatBox(table.seat));
    const turn = this.mine() && !this.behind() && !table.friends?.waiting;
    return h("div", { class: `seat mine ${turn ? "turn" : ""}` },
      h("span", { class: "name" }, this.name(table.seat), table.declarer === table.seat && h("span", { class: "badge accent" }, term("declarer"))),
      h("span", { class: "small soft" }, term("seats", t(`seat-${table.seat}`))),
      turn && h("span", { class: "badge good" }, t("your-turn")), turn && this.clockBadge());
  }

  /** Whether the visitor is to move; never so for who looks on. */
  mine() {
    return !this.table.watching && this.table.to_move === this.table.seat;
  }

  /** Where a seat is on the page. */
  side(seat) {
    return seat === this.table.seat ? "mine" : seat === (this.table.seat + 1) % 3 ? "left" : "right";
  }

  /** Whether there are cards that the page has not shown yet. */
  behind() {
    return this.shown < playedCards(this.table).length;
  }

  trickBox(newCard) {
    const table = this.table;
    const cards = playedCards(table).slice(0, this.shown);
    const begin = Math.max(0, Math.floor((cards.length - 1) / 3) * 3);
    const current = cards.slice(begin);
    // A full trick lies until somebody plays to the next one, or for a moment when it is my lead.
    const full = current.length === 3;
    const trick = table.tricks[Math.floor(begin / 3)];
    const box = h("div", { class: "trick", id: "trick" });
    current.forEach((play, place) => {
      const side = this.side(play.seat);
      const fresh = newCard && place === current.length - 1 ? "new" : "";
      const winner = full && trick?.winner === play.seat ? "winner" : "";
      box.append(lyingCard(play.card, `${side} ${fresh} ${winner}`));
    });
    if (!current.length) box.append(h("div", { class: "centre" }, this.centreText()));
    return box;
  }

  centreText() {
    const table = this.table;
    if (table.phase === "over") return "";
    if (table.phase === "bid" || table.phase === "answer") return [h("span", { class: "score" }, table.bid || "–"), h("span", { class: "soft small" }, t("auction"))];
    if (!table.contract) return h("span", { class: "soft" }, table.to_move === table.seat ? "" : t("waits", { name: this.name(table.to_move) }));
    return h("span", { class: "soft" }, contractName(table.contract));
  }

  handList() {
    const table = this.table;
    const choosing = table.phase === "declare" && this.mine();
    // While others' cards are still to be shown, my own played cards are gone from the hand already.
    const cards = sortHand(table.hand, table.contract ?? this.wishedGame);
    const dealt = table.ply === 0 && !this.dealt ? "dealt" : "";
    this.dealt = true;
    const list = h("ul", { class: `hand ${dealt}`, id: "hand", "aria-label": t("your-hand"), style: { "--slot": `${Math.min(74, 860 / Math.max(cards.length, 1))}px` } });
    const playing = table.phase === "play" && this.mine() && !this.behind();
    const advised = this.hint && this.hint !== "thinking" ? this.hint.move.split(".") : [];
    cards.forEach((card, place) => {
      const legal = choosing || (playing && table.legal.includes(card));
      const dim = playing && !legal;
      list.append(h("li", {}, h("button", {
        class: `card ${advised.includes(card) || (this.coach?.asking && this.coach.found.has(card)) ? "advised" : ""}`,
        "data-card": card,
        "aria-label": cardName(card),
        "aria-disabled": dim ? "true" : null,
        "aria-pressed": choosing ? String(this.chosen.has(card)) : null,
        tabindex: place === 0 ? 0 : -1,
        onclick: () => this.pick(card, legal, choosing),
        onfocus: (event) => this.rove(event.target),
      }, cardDrawing(card))));
    });
    return list;
  }

  rove(button) {
    for (const other of this.parts.felt.querySelectorAll("#hand .card")) other.tabIndex = other === button ? 0 : -1;
  }

  focusCard(card) {
    const buttons = [...this.parts.felt.querySelectorAll("#hand .card")];
    const wanted = buttons.find((button) => button.dataset.card === card) ?? buttons.find((button) => !button.hasAttribute("aria-disabled")) ?? buttons[0];
    wanted?.focus({ preventScroll: true });
    this.focusHand = !wanted;
  }

  drawSide() {
    const table = this.table;
    const over = table.phase === "over" && !this.behind();
    show(this.parts.side,
      this.coach?.panel(),
      friendsPanel(this),
      over ? resultPanel(this) : !table.friends?.waiting && h("section", { class: "panel", "aria-label": t("your-turn") }, actionsOf(this), this.hintBox(), this.places && placesPicture(this.places, (seat) => this.name(seat)), this.toolBox()),
      table.moves.length > 0 && this.logPanel());
    const log = this.parts.side.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight; // the latest is in sight
  }

  toolBox() {
    const table = this.table;
    const mine = this.mine() && !this.behind();
    const alone = !table.friends && !table.watching;
    return h("div", { class: "tools" },
      alone && h("button", { id: "hint", disabled: !mine, onclick: () => this.askHint() }, t("hint"), " ", h("kbd", {}, "H")),
      !table.list_id && alone && h("button", { id: "take-back", disabled: !table.can_take_back, onclick: () => this.send("take-back") }, t("take-back"), " ", h("kbd", {}, "U")),
      table.phase === "play" && alone && h("button", { id: "places", disabled: !mine, onclick: () => this.askPlaces() }, t("where-cards")),
      table.tricks.length > 0 && h("button", { onclick: () => this.lastTrick() }, t("last-trick"), " ", h("kbd", {}, "L")),
      table.can_claim && h("button", { id: "claim", onclick: () => this.ask("claim-question", "claim") }, t("claim")),
      table.view && table.phase === "play" && h("a", { class: "button", href: `#/board?${new URLSearchParams({ view: table.view })}` }, t("share-view")),
      table.can_resign && h("button", { id: "resign", onclick: () => this.ask("give-up-question", "resign") }, t("give-up")));
  }

  hintBox() {
    if (!this.hint) return null;
    if (this.hint === "thinking") return h("p", { class: "soft dots", role: "status" }, t("hint-thinking"));
    const { move, candidates, reasons, carried, worlds, complete } = this.hint;
    return h("div", { id: "hint-box", role: "status" },
      h("p", {}, h("strong", {}, t("hint-says", { move: moveText(move) }))),
      carried && h("p", { id: "carried" }, carriedText(carried)),
      reasonList(reasons, (seat) => this.name(seat)),
      optionList(candidates),
      h("p", { class: "small soft" }, worlds ? t(complete ? "hint-all-worlds" : "hint-worlds", { worlds }) : t("hint-estimate")));
  }

  logPanel() {
    const table = this.table;
    const cards = playedCards(table).slice(0, this.shown);
    const line = (said) => h("li", {}, said.seat === null ? "" : `${this.name(said.seat)}: `, saidText(said));
    const firstCard = table.moves.findIndex((said) => said.kind === "play");
    const isEvent = ({ kind }) => ["show", "resign", "time_out", "leave"].includes(kind);
    return h("section", { class: "panel" }, h("h2", {}, t("moves")),
      h("ol", { class: "log", tabindex: 0, "aria-label": t("moves") },
        table.moves.slice(0, firstCard < 0 ? undefined : firstCard).map(line),
        table.tricks.map((trick, n) => {
          const lying = cards.slice(3 * n, 3 * n + 3);
          if (!lying.length) return null;
          return h("li", {}, `${n + 1}. `, lying.map((play) => [miniCard(play.card), " "]), lying.length === 3 && h("span", { class: "soft" }, `${this.name(trick.winner)} +${trick.points}`));
        }),
        firstCard >= 0 && !this.behind() && table.moves.slice(firstCard).filter(isEvent).map(line)),
      table.skat.length > 0 && table.phase !== "declare" && h("p", { class: "small" }, term("discard", t("your-skat")), ": ", table.skat.map((card) => [miniCard(card), " "])));
  }

  // --- what the visitor does ---

  pick(card, legal, choosing) {
    if (this.behind()) return;
    if (this.coach?.asking) this.coach.choose(card);
    else if (choosing) {
      if (this.chosen.has(card)) this.chosen.delete(card);
      else if (this.chosen.size < 2) this.chosen.add(card);
      this.draw();
    } else if (legal) {
      this.focusHand = true;
      this.move(card);
    } else if (this.table.phase === "play" && this.mine()) {
      notice(t("cannot-play"));
    }
  }

  move(move) {
    this.chosen.clear();
    // On a phone the buttons are below the table: back to it.
    if (innerWidth <= 900 && scrollY > 0) scrollTo({ top: 0 });
    return this.send("moves", { move });
  }

  async send(what, body = {}) {
    const { ply } = this.table;
    if (this.sent === ply) return; // under way; the game may have gone on before the answer came
    this.sent = ply;
    try {
      this.take(await api.post(`/games/${this.id}/${what}`, { ply, ...body }));
    } catch (error) {
      notice(error.message);
      if (error.status === 409) this.take(await api.get(`/games/${this.id}`));
    } finally {
      if (this.sent === ply) this.sent = null;
    }
  }

  ask(question, what) {
    const box = h("dialog", { "aria-label": t(question) }, h("p", {}, t(question)),
      h("div", { class: "row" },
        h("button", { class: "main", onclick: () => { box.close(); this.send(what); } }, t("yes")),
        h("button", { onclick: () => box.close() }, t("no"))));
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
  }

  async askHint() {
    if (this.hint === "thinking" || !this.mine()) return;
    this.hint = "thinking";
    this.draw();
    const ply = this.table.ply;
    try {
      const found = await api.post(`/games/${this.id}/hint`, { ply });
      if (this.table.ply !== ply) return;
      this.hint = found;
      if (!this.table.practice.includes("hint")) this.table.practice = [...this.table.practice, "hint"];
      speak(t("hint-says", { move: moveText(found.move) }));
    } catch (error) {
      this.hint = null;
      notice(error.message);
    }
    if (!this.ended) this.draw();
  }

  async askPlaces() {
    const { ply } = this.table;
    try {
      const found = this.places ? null : await api.post(`/games/${this.id}/places`, { ply });
      if (this.table.ply !== ply) return;
      this.places = found;
      if (!this.table.practice.includes("hint")) this.table.practice = [...this.table.practice, "hint"];
    } catch (error) {
      notice(error.message);
    }
    if (!this.ended) this.draw();
  }

  lastTrick() {
    const full = this.table.tricks.filter((trick) => trick.winner !== null && trick.cards.length === 3);
    const trick = full.at(-1);
    if (!trick) return;
    dialog("last-trick", () => [h("div", { class: "row" }, trick.cards.map((card, place) => h("figure", { style: { margin: 0, "text-align": "center" } }, lyingCard(card), h("figcaption", { class: "small" }, this.name((trick.leader + place) % 3))))),
      h("p", {}, t("wins-trick", { name: this.name(trick.winner) }))]);
  }

  async again() {
    try {
      location.hash = `#/game/${(await api.post(`/games/${this.id}/again`)).id}`;
    } catch (error) {
      notice(error.message);
    }
  }

  async next() {
    const { list_id: list, strengths, seat, friends } = this.table;
    try {
      const table = friends
        ? await api.post(`/games/${this.id}/next`)
        : list
        ? await api.post(`/lists/${list}/next`)
        : await api.post("/games", { strengths: [strengths[(seat + 1) % 3], strengths[(seat + 2) % 3]] });
      location.hash = `#/game/${table.id}`;
    } catch (error) {
      if (list) location.hash = `#/list/${list}`;
      else notice(error.message);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const buttons = [...this.parts.felt.querySelectorAll("#hand .card")];
      if (!buttons.length) return;
      const at = buttons.indexOf(document.activeElement);
      const to = at < 0 ? 0 : (at + (key === "ArrowRight" ? 1 : -1) + buttons.length) % buttons.length;
      buttons[to].focus();
      event.preventDefault();
      return;
    }
    const main = { b: "#bid", p: "#pass", h: "#hint", u: "#take-back", s: "#pick-up", d: "#declare", n: "#next" }[key];
    if (main) document.querySelector(main)?.click();
    else if (key === "l") this.lastTrick();
  }
}

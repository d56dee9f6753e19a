// One game under review: the board, the graph, the list of tricks, the mistakes, and trying again.
import * as api from "./api.js";
import { cardName, fan, fanCard, lyingCard, miniCard, minis, sortHand } from "./cards.js";
import { graph } from "./graph.js";
import { dialog } from "./dialog.js";
import { byId, h, notice, show, speak } from "./dom.js";
import { settings } from "./settings.js";
import { contractName, percent, signed, t } from "./words.js";

const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const WRONG = Object.keys(MARKS);

export class ReviewPage {
  /** A game by its record; with a seat it is the visitor's own. */
  constructor(main, record, seat = null) {
    this.record = record;
    this.seat = seat;
    this.cards = []; // judgements
    this.at = 0; // the card that is looked at
    this.whose = seat === null ? "all" : String(seat);
    this.lesson = null; // {list, place, tried}
    this.stop = new AbortController();
    this.parts = { progress: h("div", {}), left: h("div", {}), right: h("div", {}) };
    main.append(h("h1", { id: "review-title" }, t("review")), this.parts.progress, h("div", { class: "review" }, this.parts.left, this.parts.right));
  }

  start() {
    const keys = (event) => this.key(event);
    document.addEventListener("keydown", keys);
    this.load();
    return () => {
      this.stop.abort();
      document.removeEventListener("keydown", keys);
    };
  }

  async load() {
    try {
      await api.postLines("/review", { record: this.record.trim() }, (line) => this.take(line), this.stop.signal);
      this.done = true;
      this.drawProgress();
      this.draw();
    } catch (error) {
      if (error.name !== "AbortError") {
        notice(error.message);
        show(this.parts.progress, h("p", { class: "bad" }, error.message));
      }
    }
  }

  take(line) {
    if (line.kind === "game") {
      this.game = line;
      const who = line.declarer === null ? "" : this.name(line.declarer);
      byId("review-title").textContent = line.contract ? `${contractName(line.contract)} · ${who} · ${signed(line.value)}` : t("passed");
    } else {
      this.cards.push(line);
    }
    this.drawProgress();
    if (line.kind === "game" || this.cards.length % 3 === 0 || line.number <= this.at + 1) this.draw();
  }

  name(seat) {
    if (seat === this.seat) return settings.name || t("you");
    return this.game.names[seat] || t(`seat-${seat}`);
  }

  get mistakes() {
    return this.cards.filter((card) => WRONG.includes(card.verdict) && (this.whose === "all" || card.seat === Number(this.whose)));
  }

  drawProgress() {
    const { game, cards } = this;
    if (!game) return;
    if (game.cards === 0) show(this.parts.progress, h("p", {}, t("no-cards-played")));
    else if (this.done) {
      const wrong = cards.filter((card) => WRONG.includes(card.verdict)).length;
      show(this.parts.progress, h("p", { id: "review-done", role: "status" }, h("strong", { id: "could" }, this.couldText()), " ",
        h("span", { class: "soft" }, t(wrong === 1 ? "review-done-one" : "review-done", { mistakes: wrong, cards: cards.length }))));
    }
    else show(this.parts.progress, h("div", { class: "progress", role: "progressbar", "aria-label": t("judging", { n: cards.length, all: game.cards }), "aria-valuenow": cards.length, "aria-valuemax": game.cards }, h("i", { style: { width: `${(100 * cards.length) / game.cards}%` } })), h("p", { class: "small soft" }, t("judging", { n: cards.length, all: game.cards })));
  }

  /** Whether the side that lost could have won, with open cards, and until when. */
  couldText() {
    const { game } = this;
    const side = game.won ? "defenders" : "declarer";
    const mine = this.seat !== null && (this.seat === game.declarer) !== game.won;
    const last = this.cards.findLast((card) => card.open_cost_game && (card.seat === game.declarer) !== game.won);
    const answer = !last ? t(`could-no-${side}`)
      : t(last.seat === this.seat ? "could-yes-you" : "could-yes", { name: this.name(last.seat), card: cardName(last.card), n: Math.floor(last.number / 3) + 1 });
    return `${t(mine ? "could-you" : `could-${side}`)} ${answer}`;
  }

  draw() {
    if (!this.game || this.game.cards === 0) return;
    const focused = document.activeElement?.id;
    show(this.parts.left, this.positionPanel(), !this.lesson && this.graphPanel());
    show(this.parts.right, this.lesson ? this.lessonPanel() : this.judgementPanel(), this.trickPanel(), !this.lesson && this.mistakePanel());
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- the position before the card that is looked at ---

  plays() {
    return this.game.tricks.flatMap((trick) => trick.cards.map((card, place) => ({ seat: (trick.leader + place) % 3, card })));
  }

  handsAt(number) {
    const gone = new Set(this.plays().slice(0, number).map((play) => play.card));
    return this.game.hands.map((hand) => hand.filter((card) => !gone.has(card)));
  }

  positionPanel() {
    const { game, at } = this;
    const plays = this.plays();
    const hands = this.handsAt(at);
    const begin = Math.floor(at / 3) * 3;
    const lying = plays.slice(begin, at);
    const current = plays[at];
    const hidden = this.lesson && !this.lesson.shown;
    const mover = current?.seat;
    const trick = h("div", { class: "trick" });
    const places = ["mine", "left", "right"];
    lying.forEach((play) => trick.append(lyingCard(play.card, places[(play.seat + 3 - (mover ?? 0)) % 3])));
    if (current && !this.lesson) trick.append(lyingCard(current.card, "mine"));
    return h("section", { class: "panel position" },
      h("div", { class: "row" },
        h("button", { id: "first", onclick: () => this.go(0), "aria-label": t("first") }, "|←"),
        h("button", { id: "previous", onclick: () => this.go(at - 1) }, "← ", t("previous")),
        h("button", { id: "next-card", onclick: () => this.go(at + 1) }, t("next"), " →"),
        h("span", { class: "grow" }),
        h("strong", {}, t("trick-n", { n: Math.floor(at / 3) + 1 }))),
      [0, 1, 2].map((seat) => h("div", { class: "open-row" },
        h("span", {}, this.name(seat), " ", seat === game.declarer && h("span", { class: "badge accent" }, t("declarer"))),
        hidden && seat !== mover ? h("span", { class: "soft" }, t("cards-left", { n: hands[seat].length })) : this.handRow(hands[seat], seat, current))),
      !(hidden && mover !== game.declarer) && h("div", { class: "open-row" }, h("span", {}, t("skat")), minis(game.skat)),
      trick,
      !hidden && h("div", { class: "row" },
        h("a", { class: "button", href: this.boardLink() }, t("analyse-here")),
        this.cards[at] && h("a", { class: "button", href: `#/board?${new URLSearchParams({ view: this.cards[at].view })}` }, mover === this.seat ? t("view-here-you") : t("view-here", { name: this.name(mover) })),
        h("button", { id: "play-deal", onclick: () => this.playDeal() }, t("play-yourself")),
        h("button", { id: "record", onclick: () => dialog("record", () => h("textarea", { readonly: true, rows: 10, "aria-label": t("record") }, this.record)) }, t("record"))));
  }

  /** The same deal at the table: in the chosen player's place, or in the declarer's. */
  async playDeal() {
    const seat = this.whose === "all" ? this.game.declarer : Number(this.whose);
    try {
      const table = await api.post("/games", { strengths: [settings.left, settings.right], deal: this.game.moves.split(" ")[1], seat });
      location.hash = `#/game/${table.id}`;
    } catch (error) {
      notice(error.message);
    }
  }

  handRow(hand, seat, current) {
    const judged = this.cards[this.at];
    const legal = judged ? Object.keys(judged.open_values) : [];
    return fan(sortHand(hand, this.game.contract).map((card) => {
      const mine = current && seat === current.seat;
      if (this.lesson && mine && legal.includes(card) && !this.lesson.shown) return fanCard(card, { onclick: () => this.tryCard(card), "data-try": card });
      const value = mine && judged && judged.opinions[card] !== undefined && !this.lesson ? percent(judged.opinions[card]).replace(" ", "") : null;
      return fanCard(card, { class: mine && card === current.card && !this.lesson ? "best" : "", value });
    }));
  }

  boardLink() {
    const { game, at } = this;
    const plays = this.plays();
    const begin = Math.floor(at / 3) * 3;
    const points = game.tricks.slice(0, begin / 3).filter((trick) => trick.winner === game.declarer).reduce((sum, trick) => sum + trick.points, 0);
    const leader = plays[begin]?.seat ?? 0;
    const query = new URLSearchParams({ game: game.contract[0], declarer: game.declarer, leader, hands: this.handsAt(at).map((hand) => hand.join(".")).join("|"), skat: game.skat.join("."), played: plays.slice(begin, at).map((play) => play.card).join("."), points });
    return `#/board?${query}`;
  }

  // --- what is said about it ---

  judgementPanel() {
    const judged = this.cards[this.at];
    if (!judged) return h("section", { class: "panel" }, h("p", { class: "soft dots" }, t("judging", { n: this.at + 1, all: this.game.cards })));
    const ranked = Object.entries(judged.opinions).sort((a, b) => b[1] - a[1] || judged.points[b[0]] - judged.points[a[0]]);
    const isNull = this.game.contract[0] === "N";
    const wrong = WRONG.includes(judged.verdict);
    return h("section", { class: "panel", id: "judgement" },
      h("h2", {}, `${this.name(judged.seat)}: `, miniCard(judged.card), " ", h("span", { class: `badge ${wrong ? (judged.verdict === "inaccuracy" ? "warn" : "bad") : "good"}` }, t(`verdict-${judged.verdict}`), " ", MARKS[judged.verdict] ?? "")),
      wrong && h("p", {}, t("cost-chance", { n: percent(judged.cost) }), "; ", t("better"), ": ", miniCard(judged.best)),
      judged.open_cost_game ? h("p", { class: "bad" }, t("cost-open-game")) : judged.open_cost > 0 && !isNull && h("p", { class: "soft" }, t("cost-open", { n: judged.open_cost })),
      h("ul", { class: "candidates" }, ranked.slice(0, 6).map(([card, chance]) => h("li", {}, h("span", {}, miniCard(card), h("span", { class: "small soft" }, isNull ? "" : ` ${judged.open_values[card]}`)), h("span", { class: "meter" }, h("i", { style: { width: `${Math.round(chance * 100)}%` } })), h("span", { class: "number small" }, percent(chance))))),
      h("p", { class: "small soft" }, `${t("chance")}: ${t("as-known")}${isNull ? "" : `; ${t("points")}: ${t("as-open")}`}`),
      judged.line.length > 1 && h("details", { open: wrong }, h("summary", {}, t("line-follows", { card: cardName(judged.line[0]) })), minis(judged.line)),
      judged.worlds.length > 0 && h("details", {}, h("summary", {}, t("others-could")), judged.worlds.map((world, n) => h("div", { class: "deal" }, h("h3", {}, t("world-n", { n: n + 1 })),
        world.hands.map((hand, seat) => seat !== judged.seat && h("div", { class: "line" }, h("span", {}, this.name(seat)), minis(sortHand(hand, this.game.contract)))),
        judged.seat !== this.game.declarer && h("div", { class: "line" }, h("span", {}, t("skat")), minis(world.skat))))));
  }

  trickPanel() {
    const plays = this.plays();
    // Who is to try again must not see how it went.
    const tricks = this.lesson ? this.game.tricks.slice(0, Math.floor(this.at / 3)) : this.game.tricks;
    return h("section", { class: "panel" }, h("h2", {}, t("tricks")), h("ol", { class: "tricks" }, tricks.map((trick, n) => h("li", {}, h("span", { class: "soft" }, `${n + 1}.`),
      h("span", { class: "cards" }, trick.cards.map((card, place) => {
        const number = 3 * n + place;
        const verdict = this.lesson ? "" : this.cards[number]?.verdict ?? "";
        return h("button", { class: `judged ${verdict}`, id: `card-${number}`, "aria-current": String(number === this.at), "aria-label": `${this.name(plays[number].seat)}: ${cardName(card)} ${verdict ? t(`verdict-${verdict}`) : ""}`, onclick: () => this.go(number) }, miniCard(card), h("span", { class: "mark" }, MARKS[verdict] ?? ""));
      })),
      h("span", { class: "pts small" }, trick.winner === null ? "" : `${trick.winner === this.game.declarer ? "▲" : "▽"} ${trick.points}`)))));
  }

  graphPanel() {
    return h("section", { class: "panel" }, h("h2", {}, t("graph-title")),
      graph(this.cards, this.game.cards, this.at, this.game.contract[0] === "N", this.game.declarer, (number) => this.go(number)),
      h("p", { class: "small soft" }, `━ ${t("as-declarer")}   ╌ ${t(this.game.contract[0] === "N" ? "as-open" : "as-open-points")}   ● ${t("mistakes")}`));
  }

  mistakePanel() {
    const mistakes = this.mistakes;
    return h("section", { class: "panel", id: "mistakes" }, h("h2", {}, t("mistakes")),
      h("div", { class: "field" }, h("label", { for: "whose" }, t("whose")), h("select", { id: "whose", onchange: (event) => { this.whose = event.target.value; this.draw(); } },
        h("option", { value: "all", selected: this.whose === "all" }, t("everybody")), [0, 1, 2].map((seat) => h("option", { value: seat, selected: this.whose === String(seat) }, this.name(seat))))),
      mistakes.length === 0 ? h("p", { class: "soft" }, this.done ? t("no-mistakes") : "") : h("ul", { class: "log" }, mistakes.map((card) => h("li", {}, h("button", { class: `judged ${card.verdict}`, onclick: () => this.go(card.number) }, `${t("trick-n", { n: Math.floor(card.number / 3) + 1 })} · ${this.name(card.seat)} `, miniCard(card.card), h("span", { class: "mark" }, MARKS[card.verdict]), ` −${percent(card.cost)}`)))),
      h("div", { class: "row" },
        h("button", { id: "next-mistake", disabled: !mistakes.length, onclick: () => this.nextMistake() }, t("next-mistake"), " ", h("kbd", {}, "M")),
        h("button", { id: "learn", disabled: !mistakes.length, onclick: () => this.learn() }, t("learn"))));
  }

  go(number) {
    this.lesson = null;
    this.at = Math.max(0, Math.min(this.game.cards - 1, number));
    this.draw();
    const judged = this.cards[this.at];
    if (judged) speak(`${this.name(judged.seat)}: ${cardName(judged.card)}, ${t(`verdict-${judged.verdict}`)}`);
  }

  nextMistake() {
    const later = this.mistakes.find((card) => card.number > this.at) ?? this.mistakes[0];
    if (later) this.go(later.number);
  }

  // --- learn from your mistakes ---

  learn() {
    this.lesson = { list: this.mistakes, place: 0, tried: null, shown: false };
    this.at = this.lesson.list[0].number;
    this.draw();
  }

  tryCard(card) {
    const judged = this.lesson.list[this.lesson.place];
    const best = Math.max(...Object.values(judged.opinions));
    const cost = best - judged.opinions[card];
    const right = judged.verdicts[card] === "fine";
    this.lesson.tried = { card, cost, right };
    this.lesson.shown = right;
    this.draw();
    speak(this.lessonText());
  }

  lessonText() {
    const { tried } = this.lesson;
    if (!tried) return t("try-again");
    return tried.right ? t("try-right", { card: cardName(tried.card) }) : t("try-wrong", { card: cardName(tried.card), n: percent(tried.cost) });
  }

  lessonPanel() {
    const { lesson } = this;
    const judged = lesson.list[lesson.place];
    const next = () => {
      if (lesson.place + 1 >= lesson.list.length) {
        notice(t("done-learning"));
        this.go(this.at);
        return;
      }
      this.lesson = { ...lesson, place: lesson.place + 1, tried: null, shown: false };
      this.at = this.lesson.list[this.lesson.place].number;
      this.draw();
    };
    return h("section", { class: "panel", id: "lesson" },
      h("h2", {}, t("mistake-of", { n: lesson.place + 1, all: lesson.list.length })),
      h("p", {}, h("strong", {}, this.name(judged.seat)), " · ", contractName(this.game.contract)),
      h("p", { role: "status", id: "lesson-text", class: lesson.tried ? (lesson.tried.right ? "good" : "bad") : "" }, this.lessonText()),
      lesson.shown && h("p", {}, t("better"), ": ", miniCard(judged.best), " ", h("span", { class: "soft" }, percent(judged.opinions[judged.best]))),
      h("div", { class: "actions" },
        h("button", { class: "main", id: "lesson-next", onclick: next }, t("next")),
        !lesson.shown && h("button", { id: "lesson-show", onclick: () => { lesson.shown = true; this.draw(); } }, t("show-answer")),
        h("button", { onclick: () => this.go(this.at) }, t("end-learning"))));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog") || !this.game) return;
    if (event.key === "ArrowRight") this.go(this.at + 1);
    else if (event.key === "ArrowLeft") this.go(this.at - 1);
    else if (event.key.toLowerCase() === "m") this.nextMistake();
    else return;
    event.preventDefault();
  }
}

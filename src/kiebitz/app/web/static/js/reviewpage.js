// One game under review: the verdict, the board, the graph, the tricks, the mistakes.
import * as api from "./api.js";
import { backs, cardName, fan, fanCard, lyingCard, miniCard, minis, sortHand } from "./cards.js";
import { placesOf } from "./cardplaces.js";
import { dialog } from "./dialog.js";
import { byId, h, notice, onResize, show, speak } from "./dom.js";
import { graph } from "./graph.js";
import { gradeCounts, lossText, MARKS, optionList, placeText, reasonList, verdictText, wrongDecisions } from "./judgements.js";
import { Lesson } from "./lesson.js";
import { moveLabel, moveText } from "./moves.js";
import { settings } from "./settings.js";
import { Together } from "./together.js";
import { contractName, percent, signed, t } from "./words.js";

const isCard = (one) => Number.isInteger(one?.number);

export class ReviewPage {
  /**
   * A game by its record; with a seat it is the visitor's own, with a table of friends they may look at it together.
   * @param {HTMLElement} main
   * @param {string} record
   * @param {number | null} seat
   * @param {import("./answers.js").TableModel | null} table
   */
  constructor(main, record, seat = null, table = null) {
    this.record = record;
    this.seat = seat;
    this.decisions = []; // judgements
    this.at = 0; // the decision that is looked at
    this.moved = false; // whether the visitor has looked around already
    this.whose = seat === null ? "all" : String(seat);
    this.lesson = null;
    this.verdict = null;
    this.stop = new AbortController();
    this.together = table?.friends ? new Together(this, table) : null;
    this.parts = { progress: h("div", {}), position: h("div", { class: "area-position" }), judgement: h("div", { class: "area-judgement" }), mistakes: h("div", { class: "area-mistakes" }), tricks: h("div", { class: "area-tricks" }) };
    const { progress, ...areas } = this.parts;
    show(main, h("h1", { id: "review-title" }, t("review")), progress, this.together?.place, h("div", { class: "review" }, Object.values(areas)));
  }

  start() {
    const keys = (event) => this.key(event);
    document.addEventListener("keydown", keys);
    const fit = onResize(() => this.draw()); // the graph is as wide as there is room
    this.load();
    return () => {
      this.leave?.();
      this.stop.abort();
      fit();
      document.removeEventListener("keydown", keys);
    };
  }

  async load() {
    try {
      await api.postLines("/review", { record: this.record.trim() }, (line) => this.take(line), this.stop.signal);
      this.drawAll();
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
      this.leave = this.together?.start();
    } else if (line.kind === "verdict") {
      this.verdict = line.verdict;
      this.moment = line.moment;
      // A review opens where the game was decided, else at the dearest mistake, unless its reader is somewhere else already.
      const dearest = wrongDecisions(this.decisions).reduce((worst, one) => (worst?.loss >= one.loss ? worst : one), undefined);
      const place = this.decisions.findIndex((one) => one.ply === (line.moment ?? dearest?.ply));
      if (!this.moved && place >= 0) this.at = place;
    } else this.decisions.push(line);
    if (line.kind !== "decision" || this.decisions.length % 3 === 0 || this.decisions.length <= this.at + 2) this.drawAll();
  }

  name(seat) {
    if (seat === this.seat) return settings.name || t("you");
    return this.game.names[seat] || t(`seat-${seat}`);
  }

  get isNull() {
    return this.game.contract?.[0] === "N";
  }

  get mistakes() {
    return wrongDecisions(this.decisions).filter((one) => this.whose === "all" || one.seat === Number(this.whose));
  }

  drawAll() {
    this.drawHead();
    this.draw();
  }

  drawHead() {
    const { game, decisions, lesson, verdict } = this;
    const who = game.declarer === null ? "" : ` · ${this.name(game.declarer)}`;
    // Who is to try again must not see how it went.
    byId("review-title").textContent = lesson && lesson.list[lesson.place].phase !== "card" ? t("learn") : game.contract ? `${contractName(game.contract)}${who}${lesson ? "" : ` · ${signed(game.value)}`}` : t("passed");
    if (lesson) show(this.parts.progress);
    else if (verdict) {
      const counts = gradeCounts(decisions);
      show(this.parts.progress, h("div", { id: "review-done", role: "status" },
        h("p", { class: "verdict" }, h("strong", { id: "verdict" }, verdictText(verdict, (seat) => this.name(seat)))),
        h("p", {}, h("span", { id: "grade-counts" }, counts ? t("review-counts", { counts, n: decisions.length }) : t("review-flawless", { n: decisions.length })), " ",
          game.cards > 0 && h("span", { id: "could", class: "soft" }, this.couldText()))));
    } else show(this.parts.progress, h("div", { class: "progress", role: "progressbar", "aria-label": t("judging", { n: decisions.length, all: game.decisions }), "aria-valuenow": decisions.length, "aria-valuemax": game.decisions }, h("i", { style: { width: `${(100 * decisions.length) / Math.max(1, game.decisions)}%` } })), h("p", { class: "small soft" }, t("judging", { n: decisions.length, all: game.decisions })));
  }

  /** After a loss whether it could have been won, after a win whether it could have been lost; with open cards, and until when. */
  couldText() {
    const { game } = this;
    const side = game.won ? "defenders" : "declarer";
    const lost = this.seat === null ? !game.won : (this.seat === game.declarer) !== game.won;
    const last = this.decisions.findLast((one) => one.open?.cost_game && (one.seat === game.declarer) !== game.won);
    const answer = !last ? t(`could-no-${side}`)
      : t(last.seat === this.seat ? "could-yes-you" : "could-yes", { name: this.name(last.seat), card: cardName(last.move), n: last.trick });
    return `${t(!lost ? "could-lost" : this.seat === null ? "could-declarer" : "could-you")} ${answer}`;
  }

  draw() {
    const { game, lesson, parts } = this;
    if (!game) return;
    const focused = document.activeElement?.id;
    show(parts.position, this.positionPanel(), !lesson && game.contract && this.graphPanel());
    show(parts.judgement, lesson ? lesson.panel() : this.judgementPanel());
    show(parts.tricks, this.trickPanel());
    show(parts.mistakes, !lesson && this.mistakePanel());
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- the position before the decision that is looked at ---

  plays() {
    return this.game.tricks.flatMap((trick) => trick.cards.map((card, place) => ({ seat: (trick.leader + place) % 3, card })));
  }

  /** The hands at a decision; before the cards those of the deal, the declarer's with the skat once it is taken up. */
  handsAt(one) {
    const { game } = this;
    if (one?.number === null) return game.dealt.map((hand, seat) => (seat === game.declarer && ["declare", "discard"].includes(one.phase) ? [...hand, ...game.dealt_skat] : hand));
    const gone = new Set(this.plays().slice(0, one?.number ?? 0).map((play) => play.card));
    return game.hands.map((hand) => hand.filter((card) => !gone.has(card)));
  }

  /** Who held each card, 3 for the skat. */
  truth() {
    return Object.fromEntries([...this.game.hands, this.game.skat].flatMap((cards, place) => cards.map((card) => [card, place])));
  }

  positionPanel() {
    const { game, at, lesson } = this;
    const one = this.decisions[at];
    const hands = this.handsAt(one);
    const hidden = lesson && !lesson.shown;
    const mover = one?.seat;
    const begin = !isCard(one) ? 0 : Math.floor(one.number / 3) * 3;
    const trick = h("div", { class: "trick" });
    const places = ["mine", "left", "right"];
    if (isCard(one)) {
      this.plays().slice(begin, one.number).forEach((play) => trick.append(lyingCard(play.card, places[(play.seat + 3 - mover) % 3])));
      if (!lesson) trick.append(lyingCard(one.move, "mine"));
    }
    const early = one && one.number === null;
    const skat = early ? game.dealt_skat : game.skat;
    const seesSkat = early ? ["declare", "discard"].includes(one.phase) : mover === game.declarer;
    return h("section", { class: "panel position" },
      h("div", { class: "row" },
        h("button", { id: "first", onclick: () => this.go(0), "aria-label": t("first") }, "|←"),
        h("button", { id: "previous", onclick: () => this.go(at - 1) }, "← ", t("previous")),
        h("button", { id: "next-card", onclick: () => this.go(at + 1) }, t("next"), " →"),
        h("span", { class: "grow" }),
        h("strong", {}, one ? placeText(one) : "")),
      [0, 1, 2].map((seat) => h("div", { class: "open-row" },
        h("span", {}, this.name(seat), " ", seat === game.declarer && !early && h("span", { class: "badge accent" }, t("declarer"))),
        hidden && seat !== mover ? backs(hands[seat].length) : this.handRow(hands[seat], seat, one))),
      !(hidden && !seesSkat) && !(early && seesSkat) && h("div", { class: "open-row" }, h("span", {}, t("skat")), fan(skat.map((card) => fanCard(card)))),
      isCard(one) && !hidden && h("p", { class: "small soft" }, this.standText(begin / 3)),
      isCard(one) && trick,
      !hidden && h("div", { class: "row" },
        isCard(one) && h("a", { class: "button", href: this.boardLink(one) }, t("analyse-here")),
        one && one.phase !== "discard" && h("a", { class: "button", href: `#/board?${new URLSearchParams({ view: one.view })}` }, mover === this.seat ? t("view-here-you") : t("view-here", { name: this.name(mover) })),
        game.declarer !== null && h("button", { id: "play-deal", onclick: () => this.playDeal() }, t("play-yourself")),
        h("button", { id: "record", onclick: () => dialog("record", () => h("textarea", { readonly: true, rows: 10, "aria-label": t("record") }, this.record)) }, t("record"))));
  }

  /** How the game stands after some tricks: points with the skat's, in null tricks. */
  standText(tricks) {
    const { game } = this;
    const done = game.tricks.slice(0, tricks);
    if (this.isNull) return t("stand-null", { n: done.filter((trick) => trick.winner === game.declarer).length, all: tricks });
    const sum = (mine) => done.filter((trick) => (trick.winner === game.declarer) === mine).reduce((total, trick) => total + trick.points, 0);
    return t("stand", { declarer: sum(true) + game.skat_points, skat: game.skat_points, defenders: sum(false) });
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

  handRow(hand, seat, one) {
    const mine = one && seat === one.seat;
    const chances = new Map(isCard(one) && mine && one.options.length > 1 ? one.options.map((option) => [option.move, option.chance]) : []);
    const { lesson } = this;
    return fan(sortHand(hand, this.game.contract).map((card) => {
      if (lesson && !lesson.shown && chances.has(card)) return fanCard(card, { onclick: () => lesson.tryMove(card), "data-try": card });
      const value = chances.has(card) && !lesson ? percent(chances.get(card)).replace(" ", "") : null;
      return fanCard(card, { class: mine && isCard(one) && !lesson ? this.cardMark(card, one) : "", value });
    }));
  }

  /** How a card of who decides is marked: the one that was played, and after a mistake the better one. */
  cardMark(card, one) {
    if (card === one.move) return one.grade ? "wrong" : "best";
    return one.grade && card === one.best ? "best" : "";
  }

  boardLink(one) {
    const { game } = this;
    const plays = this.plays();
    const begin = Math.floor(one.number / 3) * 3;
    const points = game.tricks.slice(0, begin / 3).filter((trick) => trick.winner === game.declarer).reduce((sum, trick) => sum + trick.points, 0);
    const leader = plays[begin]?.seat ?? 0;
    const query = new URLSearchParams({ game: game.contract[0], declarer: game.declarer, leader, hands: this.handsAt(one).map((hand) => hand.join(".")).join("|"), skat: game.skat.join("."), played: plays.slice(begin, one.number).map((play) => play.card).join("."), points });
    return `#/board?${query}`;
  }

  // --- what is said about it ---

  judgementPanel() {
    const one = this.decisions[this.at];
    if (!one) return h("section", { class: "panel" }, h("p", { class: "soft dots" }, t("judging", { n: this.at + 1, all: this.game.decisions })));
    const { open } = one;
    return h("section", { class: "panel", id: "judgement" },
      h("h2", {}, `${this.name(one.seat)}: `, moveLabel(one.move), " ", h("span", { class: `badge ${one.grade ? (one.grade === "inaccuracy" ? "warn" : "bad") : "good"}` }, t(`verdict-${one.verdict}`), " ", MARKS[one.grade] ?? "")),
      one.grade && h("p", { id: "loss" }, lossText(one), one.before !== null && one.after !== null && `, ${percent(one.before)} → ${percent(one.after)}`, ". ", t("better"), ": ", moveLabel(one.best)),
      reasonList(one.reasons, (seat) => this.name(seat)),
      open && (open.cost_game ? h("p", { class: "bad" }, t("cost-open-game")) : open.cost > 0 && h("p", { class: "soft" }, t(this.isNull ? "cost-open-tricks" : "cost-open", { n: open.cost }))),
      optionList(one.options, 6),
      h("p", { class: "small soft" }, one.phase === "card" ? t(one.complete ? "as-all-worlds" : "as-worlds", { n: one.draws }) : t("hint-estimate")),
      open && open.line.length > 1 && h("details", {}, h("summary", {}, t("line-follows", { card: cardName(open.line[0]) })), minis(open.line)),
      isCard(one) && placesOf(one.view, t("could-know", { name: this.name(one.seat) }), (seat) => this.name(seat), this.truth()),
      one.worlds.length > 0 && h("details", {}, h("summary", {}, t("others-could")), one.worlds.map((world, n) => h("div", { class: "deal" }, h("h3", {}, t("world-n", { n: n + 1 })),
        world.hands.map((hand, seat) => seat !== one.seat && h("div", { class: "line" }, h("span", {}, this.name(seat)), minis(sortHand(hand, this.game.contract)))),
        one.seat !== this.game.declarer && h("div", { class: "line" }, h("span", {}, t("skat")), minis(world.skat))))));
  }

  trickPanel() {
    const { game, lesson } = this;
    if (!game.tricks.length) return null;
    const plays = this.plays();
    const places = new Map(this.decisions.map((one, place) => [one.number, place]));
    const current = this.decisions[this.at]?.number ?? null;
    // Who is to try again must not see how it went.
    const tricks = lesson ? game.tricks.slice(0, current === null ? 0 : Math.floor(current / 3)) : game.tricks;
    if (!tricks.length) return null;
    return h("section", { class: "panel" }, h("h2", {}, t("tricks")), h("ol", { class: "tricks" }, tricks.map((trick, n) => h("li", {}, h("span", { class: "soft" }, `${n + 1}.`),
      h("span", { class: "cards" }, trick.cards.map((card, place) => {
        const number = 3 * n + place;
        const one = this.decisions[places.get(number) ?? -1];
        const grade = lesson ? "" : one?.grade ?? "";
        return h("button", { class: `judged ${grade}`, id: `card-${number}`, "aria-current": String(number === current), "aria-label": `${this.name(plays[number].seat)}: ${cardName(card)} ${grade ? t(`verdict-${grade}`) : ""}`, onclick: () => this.go(places.get(number) ?? this.at) }, miniCard(card), h("span", { class: "mark" }, MARKS[grade] ?? ""));
      })),
      h("span", { class: "pts small" }, trick.winner === null ? "" : `${trick.winner === game.declarer ? "▲" : "▽"} ${this.isNull ? "" : trick.points}`)))));
  }

  graphPanel() {
    return h("section", { class: "panel" }, h("h2", {}, t("graph-title")),
      graph(this.decisions, this.game.decisions, this.at, this.isNull, this.game.declarer, (place) => this.go(place)),
      h("p", { class: "small soft" }, `━ ${t("as-declarer")}   ╌ ${t(this.isNull ? "as-open-tricks" : "as-open-points")}   ● ${t("mistakes")}`));
  }

  mistakePanel() {
    const mistakes = this.mistakes;
    const places = new Map(this.decisions.map((one, place) => [one, place]));
    return h("section", { class: "panel", id: "mistakes" }, h("h2", {}, t("mistakes")),
      h("div", { class: "field" }, h("label", { for: "whose" }, t("whose")), h("select", { id: "whose", onchange: (event) => { this.whose = event.target.value; this.draw(); } },
        h("option", { value: "all", selected: this.whose === "all" }, t("everybody")), [0, 1, 2].map((seat) => h("option", { value: seat, selected: this.whose === String(seat) }, this.name(seat))))),
      mistakes.length === 0 ? h("p", { class: "soft" }, this.verdict ? t("no-mistakes") : "") : h("ul", { class: "log" }, mistakes.map((one) => h("li", {}, h("button", { class: `judged ${one.grade}`, "aria-current": String(one === this.decisions[this.at]), onclick: () => this.go(places.get(one)) }, `${placeText(one)} · ${this.name(one.seat)} `, moveLabel(one.move), h("span", { class: "mark" }, MARKS[one.grade]), ` ${signed(-Math.round(one.loss))}`)))),
      h("div", { class: "row" },
        h("button", { id: "next-mistake", disabled: !mistakes.length, onclick: () => this.nextMistake() }, t("next-mistake"), " ", h("kbd", {}, "M")),
        h("button", { id: "learn", disabled: !mistakes.length, onclick: () => this.learn() }, t("learn"))));
  }

  /** The reader goes to a decision, and takes along who looks at the game together. */
  go(place) {
    this.goAlong(place);
    this.together?.show(this.at);
  }

  goAlong(place) {
    this.lesson = null;
    this.moved = true;
    this.at = Math.max(0, Math.min(this.game.decisions - 1, place));
    this.drawAll();
    const one = this.decisions[this.at];
    if (one) speak(`${this.name(one.seat)}: ${moveText(one.move)}, ${t(`verdict-${one.verdict}`)}`);
  }

  nextMistake() {
    const places = this.mistakes.map((one) => this.decisions.indexOf(one));
    const later = places.find((place) => place > this.at) ?? places[0];
    if (later !== undefined) this.go(later);
  }

  learn() {
    this.lesson = new Lesson(this, this.mistakes);
    this.lesson.ask(0);
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

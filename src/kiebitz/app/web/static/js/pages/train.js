// The trainer: a position, a question, one proved answer.
import * as api from "../api.js";
import { cardName, fan, fanCard, lyingCard, miniCard, minis, sortHand } from "../cards.js";
import { h, notice, show, speak } from "../dom.js";
import { settings } from "../settings.js";
import { contractName, percent, t } from "../words.js";

const KINDS = ["declarer", "defender", "null", "null-defence", "sure", "discard", "bid"];

export async function open(main) {
  return await new Trainer(main).start();
}

class Trainer {
  constructor(main) {
    this.kind = null;
    /** @type {any} */
    this.puzzle = null;
    /** @type {any} */
    this.verdict = null;
    /** @type {any} */
    this.progress = null;
    this.parts = { ask: h("div", { class: "ask" }), felt: h("div", { class: "asked" }), rest: h("div", { class: "rest" }) };
    main.append(h("h1", {}, t("train-title")), h("p", { class: "soft" }, t("train-text")), h("div", { class: "trainer" }, Object.values(this.parts)));
  }

  async start() {
    this.progress = await api.get("/puzzles");
    await this.next();
    const keys = (event) => {
      if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey) return;
      if (event.key.toLowerCase() === "n" && this.verdict) this.next();
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }

  async next() {
    try {
      this.puzzle = await api.get(`/puzzles/next${this.kind ? `?kind=${this.kind}` : ""}`);
      this.verdict = null;
      const mine = this.parts.ask.contains(document.activeElement);
      this.draw();
      if (mine) [this.parts.felt, this.parts.ask].map((part) => part.querySelector("[data-answer]")).find(Boolean)?.focus({ preventScroll: true });
      speak(this.question());
    } catch (error) {
      notice(error.message);
    }
  }

  async answer(option) {
    if (this.verdict) return;
    try {
      this.verdict = await api.post(`/puzzles/${this.puzzle.id}/answer`, { answer: option });
      this.given = option;
      this.progress = this.verdict.progress;
      this.draw();
      this.parts.ask.querySelector("#next-puzzle")?.focus();
      speak(this.verdictText());
    } catch (error) {
      notice(error.message);
    }
  }

  question() {
    return t(`ask-${this.puzzle.kind}`, { game: contractName(this.puzzle.game) });
  }

  optionText(option) {
    const { kind } = this.puzzle;
    if (kind === "sure") return t(option);
    if (kind === "bid") return option;
    return option.split(".").map((card) => cardName(card)).join(", ");
  }

  verdictText() {
    return this.verdict.right ? t("train-right") : t("train-wrong", { answer: this.optionText(this.verdict.answer) });
  }

  draw() {
    show(this.parts.ask, this.questionPanel());
    show(this.parts.felt, this.table());
    show(this.parts.rest, this.progressPanel(), this.ownPanel());
  }

  table() {
    const { puzzle } = this;
    const lying = puzzle.tricks.at(-1);
    const current = lying && lying.winner === null ? lying : null;
    const before = puzzle.tricks.filter((trick) => trick.winner !== null);
    const trick = h("div", { class: "trick", "aria-label": t("train-trick"), role: "group" });
    const places = ["mine", "left", "right"];
    current?.cards.forEach((card, n) => trick.append(lyingCard(card, places[(current.leader + n + 3 - puzzle.seat) % 3])));
    const whose = (seat) => (seat === puzzle.seat ? t("you") : t(`seat-${seat}`));
    return h("section", { class: "felt", id: "puzzle", "aria-label": t("on-table") },
      h("div", { class: "statusline" },
        h("strong", {}, puzzle.contract ? `${contractName(puzzle.contract)} · ${t("declarer")}: ${whose(puzzle.declarer)}` : puzzle.game ? contractName(puzzle.game) : t("auction")),
        puzzle.contract && h("span", { class: "small" }, `${t("declarer-has", { n: puzzle.points[0] })}, ${t("defenders-have", { n: puzzle.points[1] })}`)),
      puzzle.shown.length > 0 && h("div", { class: "open-hand" }, sortHand(puzzle.shown, puzzle.contract).map((card) => lyingCard(card, "tiny"))),
      puzzle.contract && h("div", { class: "seats" }, [1, 2].map((after) => (puzzle.seat + after) % 3).map((seat) => h("div", { class: "seat" }, h("span", { class: "name" }, t(`seat-${seat}`), seat === puzzle.declarer && h("span", { class: "badge accent" }, t("declarer")))))),
      current ? trick : puzzle.contract && h("p", { class: "lead" }, t("train-lead")),
      h("div", { class: "trainhand" }, this.hand()),
      puzzle.skat.length > 0 && puzzle.contract && h("p", { class: "small" }, `${t("your-skat")}: `, minis(puzzle.skat)),
      before.length > 0 && h("details", { open: true }, h("summary", {}, `${t("train-before")} (${before.length})`), h("ol", { class: "log whole" }, before.map((one, n) => h("li", {}, `${n + 1}. `, one.cards.map((card, m) => [h("span", { class: "small" }, `${whose((one.leader + m) % 3)} `), miniCard(card), " "]), h("span", { class: "small" }, `→ ${whose(one.winner)} +${one.points}`))))));
  }

  hand() {
    const { puzzle, verdict } = this;
    const playing = ["declarer", "defender", "null", "null-defence"].includes(puzzle.kind);
    return fan(sortHand(puzzle.hand, puzzle.contract ?? puzzle.game).map((card) => {
      const marked = verdict && playing && card === verdict.answer ? "best" : "";
      const value = verdict && verdict.beats[card] !== undefined ? verdict.beats[card] : null;
      if (!verdict && playing && puzzle.options.includes(card)) return fanCard(card, { "data-answer": card, onclick: () => this.answer(card) });
      return fanCard(card, { class: `${marked} ${playing && !puzzle.options.includes(card) ? "dim" : ""}`, value });
    }));
  }

  questionPanel() {
    const { puzzle, verdict } = this;
    const buttons = ["sure", "discard", "bid"].includes(puzzle.kind);
    return h("section", { class: "panel" },
      h("h2", { id: "question" }, this.question()),
      puzzle.contract && h("p", { class: "small soft" }, t("train-you", { seat: t(`seat-${puzzle.seat}`) })),
      buttons && h("div", { class: "actions" }, puzzle.options.map((option) => h("button", { "data-answer": option, disabled: Boolean(verdict), "aria-label": this.optionText(option), class: verdict && option === verdict.answer ? "main" : "", onclick: () => this.answer(option) },
        puzzle.kind === "discard" ? option.split(".").map((card) => [miniCard(card), " "]) : this.optionText(option)))),
      verdict && h("div", { role: "status", id: "verdict" },
        h("p", { class: verdict.right ? "good" : "bad" }, h("strong", {}, this.verdictText())),
        h("p", { id: "because" }, t(`because-${verdict.reason}`, { worlds: verdict.worlds, best: verdict.beats[verdict.answer], answer: verdict.answer, game: contractName(verdict.game) })),
        verdict.world.length > 0 && h("div", { class: "deal" }, verdict.world.map((cards, seat) => cards[0] !== "" && h("div", { class: "line" }, h("span", {}, seat === 3 ? t("skat") : t(`seat-${seat}`)), minis(sortHand(cards, puzzle.contract)))))),
      verdict && h("button", { class: "main", id: "next-puzzle", onclick: () => this.next() }, t("train-next"), " ", h("kbd", {}, "N")),
      h("p", { class: "small soft" }, t("train-hard", { n: percent(puzzle.difficulty) }), " ", puzzle.own && h("span", { class: "badge accent" }, t("train-own"))));
  }

  progressPanel() {
    const { progress } = this;
    const pick = (kind) => h("label", { class: "chip" },
      h("input", { type: "radio", name: "kind", id: `kind-${kind ?? "all"}`, checked: this.kind === kind, onchange: () => { this.kind = kind; this.next(); } }),
      h("span", {}, t(`kind-${kind ?? "all"}`)));
    return h("section", { class: "panel" },
      h("p", { id: "streak" }, h("strong", {}, t("train-streak", { n: progress.streak, best: progress.best })), " · ", t("train-days", { n: progress.days })),
      h("p", { class: "small soft" }, t("train-solved", { n: progress.solved, all: progress.puzzles, due: progress.due })),
      h("fieldset", {}, h("legend", {}, t("kinds")), h("div", { class: "chips" }, pick(null), KINDS.map(pick))));
  }

  ownPanel() {
    const text = h("textarea", { id: "own-records", rows: 2, spellcheck: "false", maxlength: 60000 });
    const name = h("input", { type: "text", id: "own-name", maxlength: 40, value: settings.name });
    const look = async () => {
      try {
        const found = await api.post("/puzzles/own", { records: text.value, player: name.value.trim() });
        notice(t("train-found", found));
        this.progress = await api.get("/puzzles");
        this.draw();
      } catch (error) {
        notice(error.message);
      }
    };
    return h("details", { class: "panel" }, h("summary", {}, t("train-from")), h("p", { class: "small soft" }, t("train-from-text")),
      h("div", { class: "field" }, h("label", { for: "own-records" }, t("record")), text), h("div", { class: "field" }, h("label", { for: "own-name" }, t("history-name")), name), h("button", { id: "look-own", onclick: look }, t("train-look")));
  }
}

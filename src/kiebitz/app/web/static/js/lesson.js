// Learning from mistakes: a decision is asked again, with nothing in sight that gives it away.
import { h, notice, speak } from "./dom.js";
import { lossText, reasonList } from "./judgements.js";
import { moveLabel, moveText } from "./moves.js";
import { contractName, percent, t } from "./words.js";

export class Lesson {
  constructor(page, list) {
    this.page = page;
    this.list = list;
  }

  ask(place) {
    this.place = place;
    this.tried = null;
    this.shown = false;
    this.page.at = this.page.decisions.indexOf(this.list[place]);
    this.page.drawAll();
  }

  tryMove(move) {
    const option = this.list[this.place].options.find((one) => one.move === move);
    this.tried = { ...option, right: !option.grade };
    this.shown = this.tried.right;
    this.page.draw();
    speak(this.text());
  }

  text() {
    const { tried } = this;
    if (!tried) return t(this.list[this.place].phase === "card" ? "try-again" : "try-what");
    return tried.right ? t("try-right", { card: moveText(tried.move) }) : t("try-wrong", { card: moveText(tried.move), n: lossText(tried) });
  }

  panel() {
    const one = this.list[this.place];
    const { page } = this;
    const best = one.options[0];
    // Alphabetical: the order must not tell which move is good.
    const moves = one.phase === "card" ? [] : [...one.options].sort((a, b) => a.move.localeCompare(b.move));
    const next = () => {
      if (this.place + 1 < this.list.length) this.ask(this.place + 1);
      else {
        notice(t("done-learning"));
        page.go(page.at);
      }
    };
    return h("section", { class: "panel", id: "lesson" },
      h("h2", {}, t("mistake-of", { n: this.place + 1, all: this.list.length })),
      h("p", {}, h("strong", {}, page.name(one.seat)), one.phase === "card" && ` · ${contractName(page.game.contract)}`),
      h("p", { role: "status", id: "lesson-text", class: this.tried ? (this.tried.right ? "good" : "bad") : "" }, this.text()),
      !this.shown && moves.length > 0 && h("div", { class: "actions" }, moves.map((option) => h("button", { "data-try": option.move, onclick: () => this.tryMove(option.move) }, moveLabel(option.move)))),
      this.shown && [h("p", {}, t("better"), ": ", moveLabel(best.move), " ", h("span", { class: "soft" }, best.chance === null ? "" : percent(best.chance))), reasonList(one.reasons, (seat) => page.name(seat))],
      h("div", { class: "actions" },
        h("button", { class: "main", id: "lesson-next", onclick: next }, t("next")),
        !this.shown && h("button", { id: "lesson-show", onclick: () => { this.shown = true; page.draw(); } }, t("show-answer")),
        h("button", { onclick: () => page.go(page.at) }, t("end-learning"))));
  }
}

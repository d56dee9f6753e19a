// A report over the games of an upload: where points were lost, and the dearest habits, with links into the games.
import * as api from "./api.js";
import { h, notice, show } from "./dom.js";
import { GRADES, verdictText } from "./judgements.js";
import { contractName, signed, t } from "./words.js";

export class GamesReport {
  /** For an upload with its games; a reviewed game is handed on with its verdict. */
  constructor(upload, onGame) {
    this.upload = upload;
    this.onGame = onGame;
    this.stop = new AbortController();
    this.box = h("div", { id: "report" });
    const names = [...new Set(upload.games.flatMap((game) => game.players))].filter(Boolean).sort();
    this.player = h("select", { id: "report-player" }, h("option", { value: "" }, t("everybody")), names.map((name) => h("option", { value: name }, name)));
  }

  panel() {
    return h("section", { class: "panel" }, h("h2", {}, t("report")),
      h("div", { class: "field" }, h("label", { for: "report-player" }, t("whose")), this.player),
      h("div", { class: "row" }, h("button", { id: "report-start", class: "main", onclick: () => this.start() }, t("report-start")),
      h("button", { id: "report-puzzles", onclick: () => this.lookForPuzzles() }, t("train-mistakes"))), this.box);
  }

  async lookForPuzzles() {
    try {
      notice(t("train-found", await api.post("/puzzles/own", { upload: this.upload.id, player: this.player.value })));
    } catch (error) {
      notice(error.message);
    }
  }

  async start() {
    this.stop.abort();
    this.stop = new AbortController();
    let done = 0;
    const all = this.upload.count;
    try {
      await api.postLines(`/uploads/${encodeURIComponent(this.upload.id)}/report?player=${encodeURIComponent(this.player.value)}`, {}, (line) => {
        if (line.kind === "report") {
          this.draw(line);
          return;
        }
        done += 1;
        this.onGame(line.index, verdictText(line.verdict, (seat) => this.upload.games[line.index]?.players[seat] || t(`seat-${seat}`)), line.loss);
        show(this.box, h("div", { class: "progress", role: "progressbar", "aria-label": t("report-progress", { n: done, all }), "aria-valuenow": done, "aria-valuemax": all }, h("i", { style: { width: `${(100 * done) / all}%` } })), h("p", { class: "small soft" }, t("report-progress", { n: done, all })));
      }, this.stop.signal);
    } catch (error) {
      if (error.name !== "AbortError") notice(error.message);
    }
  }

  draw(report) {
    const link = (index) => h("a", { href: `#/review/upload/${this.upload.id}/${index}` }, this.upload.games[index]?.id || `${index + 1}`);
    const table = (title, rows, nameOf) => h("div", { class: "scroll" }, h("table", { class: "tallies" }, h("thead", {}, h("tr", {}, h("th", {}, title), ["report-loss", ...GRADES.map((grade) => `verdict-${grade}`), "report-decisions"].map((key) => h("th", { class: "number" }, t(key))))),
      h("tbody", {}, rows.map((one) => h("tr", {}, h("td", {}, nameOf(one.name)), h("td", { class: "number" }, signed(-Math.round(one.loss))), GRADES.map((grade) => h("td", { class: "number" }, one.grades[grade] ?? 0)), h("td", { class: "number" }, one.decisions))))));
    show(this.box,
      h("h3", {}, t("report-habits")),
      report.habits.length ? h("ul", { id: "habits" }, report.habits.map((one) => h("li", {}, t(one.games.length === 1 ? "report-habit-once" : "report-habit", { habit: t(`habit-${one.habit}`), loss: signed(-Math.round(one.loss)), n: one.games.length }), " ", one.games.slice(0, 8).map((index) => [link(index), " "])))) : h("p", { class: "soft" }, t("no-mistakes")),
      table(t("report-role"), report.roles, (name) => t(`role-${name}`)),
      table(t("contract"), report.contracts, (name) => (name === "passed" ? t("passed") : contractName(name))),
      table(t("report-phase"), report.phases, (name) => t(`phase-${name}`)));
  }

  end() {
    this.stop.abort();
  }
}

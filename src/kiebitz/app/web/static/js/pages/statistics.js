// One's games added up: over time, by role, contract, seat and phase; the games as a file.
import * as api from "../api.js";
import { rangeOf, sumChart, timeChart, whisker } from "../charts.js";
import { fileButton, h, notice, onResize, scrolled, show } from "../dom.js";
import { GRADES } from "../judgements.js";
import { settings } from "../settings.js";
import { decimal, gameName, percent, signed, t } from "../words.js";

export async function open(main) {
  return await new Statistics(main).start();
}

const mean = (one) => signed(Math.round(one.mean * 10) / 10);
const interval = (one) => (one.low === null ? "" : `± ${decimal(Math.round(5 * (one.high - one.low)) / 10)}`);

class Statistics {
  constructor(main) {
    this.stop = new AbortController();
    this.days = h("select", { id: "stats-days", onchange: () => this.load() }, [["", "all"], [7, 7], [30, 30], [365, 365]].map(([value, word]) => h("option", { value }, t(`stats-days-${word}`))));
    this.which = h("select", { id: "stats-which", onchange: () => this.load() }, ["all", "here", "elsewhere"].map((value) => h("option", { value }, t(`stats-which-${value}`))));
    this.practice = h("input", { type: "checkbox", id: "stats-practice", onchange: () => this.load() });
    this.found = h("div", { id: "stats" });
    /** @type {any} */
    this.latest = null;
    main.append(h("h1", {}, t("stats")), h("p", { class: "soft" }, t("stats-text")),
      h("section", { class: "panel row", "aria-label": t("stats-choose") },
        h("div", {}, h("label", { for: "stats-days" }, t("stats-days")), this.days),
        h("div", {}, h("label", { for: "stats-which" }, t("stats-which")), this.which),
        h("label", { class: "tick" }, this.practice, " ", t("stats-practice"))),
      this.found, this.filePanel());
  }

  async start() {
    await this.load();
    const fit = onResize(() => this.latest && this.draw(this.latest));
    return () => {
      fit();
      this.stop.abort();
    };
  }

  async load() {
    try {
      const query = new URLSearchParams({ which: this.which.value, practice: String(this.practice.checked) });
      if (this.days.value) query.set("days", this.days.value);
      this.draw(await api.get(/** @type {`/statistics?${string}`} */ (`/statistics?${query}`)));
    } catch (error) {
      notice(error.message);
    }
  }

  draw(all) {
    this.latest = all;
    if (!all.games) {
      show(this.found, h("section", { class: "panel" }, h("p", { id: "stats-none", class: "soft" }, t("stats-none"))));
      return;
    }
    const declarer = all.roles.find((one) => one.name === "declarer");
    const figure = (number, word) => h("div", { class: "figure" }, h("span", { class: "score" }, number), h("span", { class: "small soft" }, word));
    show(this.found,
      h("section", { class: "panel figures", "aria-label": t("stats-all") },
        figure(all.games, t("stats-games")),
        figure([mean(all.all.points), " ", h("small", { class: "soft" }, interval(all.all.points))], t("stats-points")),
        declarer && figure(percent(declarer.won.mean), t("stats-won-declared", { n: declarer.games })),
        declarer && figure(percent(declarer.games / all.games), t("stats-declared"))),
      h("div", { class: "columns" },
        h("section", { class: "panel" }, h("h2", {}, t("stats-time")), all.steps.length > 1 ? [timeChart(all.steps), h("p", { class: "small soft" }, t("stats-time-text", { n: all.steps[0].points.count }))] : h("p", { class: "soft" }, t("stats-few"))),
        h("section", { class: "panel" }, h("h2", {}, t("stats-sum")), sumChart(all.sums))),
      h("div", { class: "columns numbers" },
        this.table("roles", all.roles, (name) => t(`stats-role-${name}`)),
        this.table("seats", all.seats, (name) => t(`seat-${name}`)),
        this.table("contracts", all.contracts, gameName),
        this.table("defended", all.defended, gameName)),
      this.phases(all));
  }

  table(id, groups, nameOf) {
    const range = rangeOf(groups.map((one) => one.points));
    return groups.length > 0 && h("section", { class: "panel" }, h("h2", {}, t(`stats-${id}`)),
      scrolled(t(`stats-${id}`), h("table", { id: `stats-${id}` },
        h("thead", {}, h("tr", {}, h("td", {}), h("th", { class: "number" }, t("stats-games")), h("th", { class: "number" }, t("stats-won")), h("th", { class: "number" }, t("stats-a-game")), h("th", {}, h("span", { class: "unseen" }, t("stats-picture"))))),
        h("tbody", {}, groups.map((one) => h("tr", {}, h("th", { scope: "row" }, nameOf(one.name)), h("td", { class: "number" }, one.games),
          h("td", { class: "number" }, one.won ? percent(one.won.mean) : "–"),
          h("td", { class: "number" }, mean(one.points), " ", h("span", { class: "small soft" }, interval(one.points))),
          h("td", {}, whisker(one.points, range))))))));
  }

  phases(all) {
    const progress = h("div", {});
    const review = async () => {
      this.stop.abort();
      this.stop = new AbortController();
      try {
        await api.postLines("/statistics/review", {}, ({ done, all: every }) => show(progress,
          h("div", { class: "progress", role: "progressbar", "aria-label": t("report-progress", { n: done, all: every }), "aria-valuenow": done, "aria-valuemax": every }, h("i", { style: { width: `${(100 * done) / every}%` } })),
          h("p", { class: "small soft" }, t("report-progress", { n: done, all: every }))), this.stop.signal);
        await this.load();
      } catch (error) {
        if (error.name !== "AbortError") notice(error.message);
      }
    };
    const decided = all.games - (all.roles.find((one) => one.name === "passed")?.games ?? 0);
    const losses = all.phases.map((one) => ({ mean: -one.loss.mean, low: one.loss.high === null ? null : -one.loss.high, high: one.loss.low === null ? null : -one.loss.low }));
    const range = rangeOf(losses);
    return h("section", { class: "panel" }, h("h2", {}, t("stats-phases")),
      h("p", { class: "small soft" }, t("stats-phases-text", { n: all.reviewed, all: decided })),
      all.phases.length > 0 && scrolled(t("stats-phases"), h("table", { id: "stats-phases" },
        h("thead", {}, h("tr", {}, h("th", {}, t("report-phase")), h("th", { class: "number" }, t("report-decisions")), GRADES.map((grade) => h("th", { class: "number" }, t(`verdict-${grade}`))), h("th", { class: "number" }, t("stats-a-game")), h("th", {}, h("span", { class: "unseen" }, t("stats-picture"))))),
        h("tbody", {}, all.phases.map((one, n) => h("tr", {}, h("th", { scope: "row" }, t(`phase-${one.name}`)), h("td", { class: "number" }, one.decisions),
          GRADES.map((grade) => h("td", { class: "number" }, one.grades[grade] ?? 0)),
          h("td", { class: "number" }, mean(losses[n]), " ", h("span", { class: "small soft" }, interval(losses[n]))),
          h("td", {}, whisker(losses[n], range))))))),
      all.reviewed < decided && h("button", { id: "stats-review", onclick: review }, t("stats-review")), progress);
  }

  filePanel() {
    const name = h("input", { type: "text", id: "history-name", maxlength: 40, value: settings.name, list: "history-names" });
    const names = h("datalist", { id: "history-names" });
    const told = h("div", { id: "history-told", role: "status" });
    const input = h("input", { type: "file", id: "history-file", accept: ".sgf,.txt,text/plain" });
    const takeIn = async () => {
      const [file] = input.files;
      if (!file) {
        show(told, h("p", { class: "bad" }, t("history-choose")));
        return;
      }
      try {
        const found = await api.upload(`/history?name=${encodeURIComponent(name.value.trim())}`, file);
        show(names, found.players.map((one) => h("option", { value: one.name })));
        const mine = found.players.some((one) => one.name === name.value.trim());
        show(told,
          mine || found.added ? h("p", { class: "good" }, t("history-added", { n: found.added, known: found.known, read: found.read })) : [h("p", {}, t("history-who", { n: found.read })), h("div", { class: "chips" }, found.players.map((one) => h("button", { "data-name": one.name, onclick: () => { name.value = one.name; takeIn(); } }, `${one.name} (${one.games})`)))],
          found.bad.length > 0 && h("p", { class: "bad" }, t("records-bad", { n: found.bad.length })));
        if (found.added) await this.load();
      } catch (error) {
        show(told, h("p", { class: "bad" }, error.message));
      }
    };
    return h("section", { class: "panel", id: "history" }, h("h2", {}, t("history")), h("p", { class: "small soft" }, t("history-text")),
      h("div", { class: "row" }, h("a", { class: "button", id: "history-export", href: `/api/history?name=${encodeURIComponent(settings.name)}`, download: "kiebitz.sgf" }, t("history-export"))),
      h("div", { class: "row apart" }, h("div", {}, h("span", { class: "label" }, t("history-file")), fileButton(input, t("choose-a-file"))), h("div", {}, h("label", { for: "history-name" }, t("history-name")), name, names), h("button", { id: "history-import", onclick: takeIn }, t("history-import"))), told);
  }
}

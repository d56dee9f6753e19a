// How a game ended, and where to go from there.
import * as api from "./api.js";
import { fan, fanCard, sortHand } from "./cards.js";
import { dialog } from "./dialog.js";
import { h, notice } from "./dom.js";
import { settings } from "./settings.js";
import { term } from "./terms.js";
import { contractName, signed, t } from "./words.js";

export function resultPanel(page) {
  const { table } = page;
  const { result } = table;
  const showRecord = async () => {
    try {
      const record = await api.getText(`/games/${table.id}/record?name=${encodeURIComponent(settings.name)}`);
      dialog("record", () => [h("textarea", { readonly: true, rows: 10, "aria-label": t("record") }, record),
        h("p", {}, h("a", { href: `/api/games/${table.id}/record?name=${encodeURIComponent(settings.name)}`, download: `kiebitz-${table.id}.sgf` }, `kiebitz-${table.id}.sgf`))]);
    } catch (error) {
      notice(error.message);
    }
  };
  const lookForPuzzles = async () => {
    try {
      notice(t("train-found", await api.post("/puzzles/own", { game: table.id })));
    } catch (error) {
      notice(error.message);
    }
  };
  return h("section", { class: "panel", id: "result", "aria-label": t("result") },
    h("h2", {}, headline(page, result)),
    !result.passed && !table.watching && h("p", { class: "score" }, signed(result.seeger_fabian[table.seat]), " ", h("span", { class: "small soft" }, term("seeger"))),
    !result.passed && h("p", {}, details(result), "\u00a0", term("value", "?")),
    h("div", { class: "actions" },
      h("button", { class: "main", id: "next", onclick: () => page.next() }, t("next-deal"), " ", h("kbd", {}, "N")),
      result.contract && h("a", { class: "button", id: "review", href: `#/review/game/${table.id}` }, t("review-game")),
      h("button", { id: "again", onclick: () => page.again() }, t("play-again")),
      result.contract && h("button", { id: "own-puzzles", onclick: lookForPuzzles }, t("train-game")),
      h("button", { onclick: showRecord }, t("record")),
      table.list_id && h("a", { class: "button", href: `#/list/${table.list_id}` }, t("to-list"))),
    h("h3", {}, t("the-deal")),
    h("div", { class: "deal" }, result.deal.map((cards, seat) => h("div", { class: "line" }, h("span", {}, seat === 3 ? t("skat") : page.name(seat)), fan(sortHand(cards, table.contract).map((card) => fanCard(card)))))),
    table.seed !== null && h("p", { class: "small soft" }, t("seed", { seed: table.seed })));
}

function headline(page, result) {
  const { table } = page;
  if (result.passed) return t("all-passed");
  const contract = contractName(result.contract);
  if (result.declarer === table.seat && !table.watching) return t(result.won ? "you-won" : "you-lost", { contract });
  return t(result.won ? "won" : "lost", { contract, name: page.name(result.declarer) });
}

export function details(result) {
  const words = [];
  if (result.contract?.[0] !== "N") {
    words.push(t("with-points", { points: result.points, others: result.defenders_points }));
    words.push(t(result.matadors > 0 ? "with-m" : "without-m", { n: Math.abs(result.matadors) }));
  }
  if (result.schwarz) words.push(t("schwarz"));
  else if (result.schneider) words.push(t("schneider"));
  if (result.overbid) words.push(t("overbid"));
  return `${words.join(", ")}: ${signed(result.value)}`.replace(/^: /, "");
}

// A list as clubs write it: one row a deal, a column a player, below it what is added up. The visitor comes first.
import * as api from "../api.js";
import { h, notice, scrolled } from "../dom.js";
import { settings } from "../settings.js";
import { contractName, dateText, percent, signed, t } from "../words.js";

const OTHERS = { 3: 40, 4: 30 };

export async function open(main, [id]) {
  const sheet = await api.get(`/lists/${encodeURIComponent(id)}`);
  const names = sheet.names.map((name) => name || settings.name || t("you"));
  const go = async () => {
    try {
      location.hash = `#/game/${(await api.post(`/lists/${id}/next`)).id}`;
    } catch (error) {
      notice(error.message);
    }
  };
  const places = sheet.totals.map((total) => 1 + sheet.totals.filter((other) => other > total).length);
  const sum = (word, numbers, values = {}) => h("tr", {}, h("th", { scope: "row", colspan: 2 }, t(word, values)), empty(), numbers.map((number) => h("td", { class: "number" }, number)));
  main.append(
    h("h1", {}, t(sheet.chairs === 4 ? "list-of-four" : "list-of", { n: sheet.deals })),
    h("section", { class: "panel" },
      h("p", { class: "small soft" }, sheet.began > 0 && [t("sheet-date", { date: dateText(sheet.began) }), ". "], t("sheet-text")),
      scrolled(t("list"), h("table", { id: "sheet", class: "sheet" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("number")), h("th", { scope: "col" }, t("game")), h("th", { scope: "col", class: "number extra" }, t("sheet-matadors")), h("th", { scope: "col", class: "number extra" }, t("sheet-value")), names.map((name) => h("th", { scope: "col", class: "number" }, name)))),
        h("tbody", {}, sheet.rows.map((row) => rowOf(row, sheet))),
        h("tfoot", {},
          sum("sheet-game-points", sheet.columns.map((one) => signed(one.game_points))),
          sum("sheet-won-lost", sheet.columns.map((one) => `${one.won} : ${one.lost}`)),
          sum("sheet-own", sheet.columns.map((one) => signed(one.own_bonus))),
          sum("sheet-others", sheet.columns.map((one) => signed(one.others_bonus)), { n: OTHERS[sheet.chairs] }),
          h("tr", { class: "all" }, h("th", { scope: "row", colspan: 2 }, t("total")), empty(), sheet.totals.map((total) => h("td", { class: "number" }, h("strong", {}, signed(total))))),
          sum("sheet-place", places.map((place) => `${place}.`)),
          sheet.complete ? null : sum("sheet-chance", sheet.chances.map(percent))))),
      h("div", { class: "row apart noprint" }, sheet.complete ? h("p", {}, t("list-complete")) : h("button", { class: "main", id: "go-on", onclick: go }, sheet.current ? t("continue") : t("next-deal")),
        h("button", { id: "print", onclick: () => globalThis.print() }, t("sheet-print")))));
}

// A phone has no room for these two.
const empty = () => [h("td", { class: "extra" }), h("td", { class: "extra" })];

function rowOf(row, sheet) {
  const game = row.over ? (row.contract ? contractName(row.contract) : t("passed")) : t("unfinished");
  const extras = [row.schwarz ? t("schwarz") : row.schneider && t("schneider"), row.overbid && t("overbid")].filter(Boolean);
  const matadors = row.contract && row.contract[0] !== "N" ? t(row.matadors > 0 ? "with-m" : "without-m", { n: Math.abs(row.matadors) }) : null;
  return h("tr", { "data-deal": row.number },
    h("td", {}, h("a", { href: `#/game/${row.game}` }, row.number)),
    h("td", {}, game, extras.length > 0 && h("span", { class: "small soft" }, ` ${extras.join(", ")}`)),
    h("td", { class: "number extra" }, matadors),
    h("td", { class: "number extra" }, row.over && row.contract ? signed(row.value) : ""),
    row.running.map((total, chair) => {
      if (row.over && chair === row.chair) return h("td", { class: `number own ${row.won ? "" : "lost"}` }, h("strong", {}, signed(total)), !row.won && h("span", { class: "unseen" }, ` ${t("sheet-lost")}`));
      return h("td", { class: "number soft" }, sheet.chairs === 4 && chair === row.dealer && h("span", { title: t("sheet-deals") }, h("span", { "aria-hidden": "true" }, "•"), h("span", { class: "unseen" }, t("sheet-deals"))));
    }));
}

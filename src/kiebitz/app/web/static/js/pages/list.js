// A list: one row a deal, running totals, the visitor in the first column.
import * as api from "../api.js";
import { h, notice } from "../dom.js";
import { settings } from "../settings.js";
import { contractName, signed, t } from "../words.js";

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
  main.append(
    h("h1", {}, t("list-of", { n: sheet.deals })),
    h("section", { class: "panel" },
      h("div", { class: "scroll" }, h("table", { id: "sheet" },
        h("thead", {}, h("tr", {}, h("th", {}, t("number")), h("th", {}, t("game")), names.map((name) => h("th", { class: "number" }, name)))),
        h("tbody", {}, sheet.rows.map((row) => h("tr", {},
          h("td", {}, h("a", { href: `#/game/${row.game}` }, row.number)),
          h("td", {}, row.over ? (row.contract ? `${contractName(row.contract)} (${signed(row.value)})` : t("passed")) : t("unfinished")),
          row.totals.map((total, chair) => h("td", { class: "number" }, row.over && row.points[chair] ? h("strong", {}, signed(total)) : h("span", { class: "soft" }, row.over ? signed(total) : "")))))),
        h("tfoot", {}, h("tr", {}, h("th", { colspan: 2 }, t("total")), sheet.totals.map((total) => h("td", { class: "number" }, h("strong", {}, signed(total)))))))),
      sheet.complete ? h("p", {}, t("list-complete")) : h("button", { class: "main", onclick: go }, sheet.current ? t("continue") : t("next-deal"))));
}

// The suit expert: type two holdings, see the best line for each number of tricks.
import * as api from "../api.js";
import { h, notice, show } from "../dom.js";
import { settings } from "../settings.js";
import { lineInWords, treeInWords } from "../suitwords.js";
import { t } from "../words.js";

const EXAMPLES = [["AJ92", "K843"], ["AQT9", "xxx"], ["KT8", "A97xx"], ["QJ98", "32"]];

export function open(main, parts, query) {
  const north = h("input", { type: "text", id: "north", maxlength: 20, value: query.get("north") ?? "", placeholder: "AJ92", autocapitalize: "characters" });
  const south = h("input", { type: "text", id: "south", maxlength: 20, value: query.get("south") ?? "", placeholder: "K843", autocapitalize: "characters" });
  const out = h("div", { id: "plans" });
  const ask = async () => {
    show(out, h("p", { class: "soft dots", role: "status" }, t("hint-thinking")));
    try {
      const found = await api.post("/bridge/suit", { north: north.value.trim(), south: south.value.trim() });
      history.replaceState(null, "", `#/suit?${new URLSearchParams({ north: found.north || "-", south: found.south || "-" })}`);
      show(out, [...found.plans].reverse().map(planPanel)); // the most tricks first
    } catch (error) {
      show(out);
      notice(error.message);
    }
  };
  const enter = (event) => event.key === "Enter" && ask();
  north.addEventListener("keydown", enter);
  south.addEventListener("keydown", enter);
  main.append(h("h1", {}, t("suit-expert")), h("p", { class: "soft" }, t("suit-text")),
    h("section", { class: "panel" }, h("div", { class: "row" },
      h("div", {}, h("label", { for: "north" }, t("north-holds")), north), h("div", {}, h("label", { for: "south" }, t("south-holds")), south),
      h("button", { class: "main", id: "ask-suit", onclick: ask }, t("analyse"))),
    h("div", { class: "row small examples" }, h("span", { class: "soft" }, `${t("example")}:`), EXAMPLES.map(([a, b]) => h("button", { onclick: () => { north.value = a; south.value = b; ask(); } }, `${a} – ${b}`)))),
    out);
  if (north.value || south.value) ask();
}

const share = (number) => `${(100 * number).toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

function planPanel(plan) {
  const layouts = (list) => h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, t("west")), h("th", {}, t("east")), h("th", { class: "number" }, t("probability")))),
    h("tbody", {}, list.slice(0, 60).map((one) => h("tr", {}, h("td", {}, one.west), h("td", {}, one.east), h("td", { class: "number" }, share(one.probability)))))));
  return h("section", { class: "panel" },
    h("h2", {}, t(plan.tricks === 1 ? "at-least-one" : "at-least", { n: plan.tricks }), " · ", share(plan.chance)),
    h("p", {}, lineInWords(plan.told), plan.told.cut && h("span", { class: "soft" }, ` · ${t("line-cut")}`)),
    !plan.finished && plan.at_most > plan.chance + 1e-6 && h("p", { class: "warn small" }, t("unfinished-search", { n: share(plan.at_most) })),
    plan.rows.length > 0 && h("details", {}, h("summary", {}, t("tree")), h("pre", { class: "tree", tabindex: 0 }, treeInWords(plan.rows))),
    plan.works.length > 0 && h("details", {}, h("summary", {}, `${t("layouts")} (${plan.works.length})`), layouts(plan.works)),
    plan.fails.length > 0 && h("details", {}, h("summary", {}, `${t("layouts-not")} (${plan.fails.length})`), layouts(plan.fails)));
}

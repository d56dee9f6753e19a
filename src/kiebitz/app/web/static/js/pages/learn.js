// Learn Skat: a guided game, Skat on one page, the words.
import * as api from "../api.js";
import { lyingCard } from "../cards.js";
import { h, notice } from "../dom.js";
import { TERMS, rich } from "../terms.js";
import { t } from "../words.js";

const LESSON = { seed: 40750, seat: 0, strengths: ["rules", "rules"] }; // five clubs and the two highest jacks
const TRUMPS = ["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "C8", "C7"];
const POINTS = [["CA", 11], ["CT", 10], ["CK", 4], ["CQ", 3], ["CJ", 2], ["C9", 0]];

export function open(main) {
  const start = async () => {
    try {
      location.hash = `#/game/${(await api.post("/games", LESSON)).id}?lesson`;
    } catch (error) {
      notice(error.message);
    }
  };
  const section = (word, ...content) => h("section", { class: "panel" }, word && h("h2", {}, t(word)), content);
  main.append(
    h("h1", {}, t("learn-title")),
    h("section", { class: "panel hero" }, h("div", {}, h("p", {}, t("learn-text")),
      h("div", { class: "row" }, h("button", { class: "main", id: "start-lesson", onclick: start }, t("learn-start")))),
    h("div", { class: "fan", "aria-hidden": "true" }, ["CJ", "SJ", "CA", "CT", "DA"].map((card) => lyingCard(card, "small")))),
    h("h2", { id: "primer" }, t("primer")),
    section("", h("p", {}, rich(t("primer-cards")))),
    h("div", { class: "columns" },
      section("primer-points-title", h("p", {}, rich(t("primer-points"))), h("div", { class: "priced" }, POINTS.map(([card, points]) => h("figure", {}, lyingCard(card, "small"), h("figcaption", {}, points))))),
      section("primer-trumps-title", h("p", {}, rich(t("primer-trumps"))), h("div", { class: "spread" }, TRUMPS.map((card) => lyingCard(card, "small"))), h("p", {}, rich(t("primer-games"))))),
    h("div", { class: "columns" },
      section("primer-tricks-title", h("p", {}, rich(t("primer-tricks")))),
      section("primer-auction-title", h("p", {}, rich(t("primer-auction"))))),
    section("primer-value-title", h("p", {}, rich(t("primer-value")))),
    h("h2", { id: "glossary" }, t("glossary")),
    h("section", { class: "panel" }, h("dl", { class: "words" }, TERMS.map((name) => h("div", {}, h("dt", {}, t(`name-${name}`)), h("dd", {}, t(`term-${name}`)))))));
}

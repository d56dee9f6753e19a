// Declarer's best line in words: the server sends it as rows, one below the other.
import { bridgeCardText, rankText } from "./bridgecards.js";
import { h } from "./dom.js";
import { joined } from "./suitwords.js";
import { t } from "./words.js";

/** So many rows are all shown at once; in longer lines one opens what one wants to read. */
const OPEN_ROWS = 10;

/** Cards of which one is played; the sign of a suit stands before the first of it. */
const oneOf = (cards) => joined(cards.map((card, n) => (card[0] === cards[n - 1]?.[0] ? rankText(card[1]) : bridgeCardText(card))), "line-or");

/** A row in words: the condition, if there is one, and the cards in turn. */
export function rowText({ when, cards }) {
  const steps = cards.map(({ seat, card }) => t("bridge-line-step", { card: bridgeCardText(card), seat: t(seat) })).join(t("bridge-line-then"));
  if (!when) return steps;
  const condition = when.otherwise ? t("bridge-line-otherwise") : t("bridge-line-if", { seat: t(when.seat), cards: oneOf(when.cards) });
  return `${condition}: ${steps}`.trim();
}

/**
 * Rows with their levels as a tree: each row with those that go on after it.
 * @typedef {{ row: import("./answers.js").LineRowModel, next: Entry[] }} Entry
 * @param {Entry["row"][]} rows
 */
export function treeOf(rows) {
  /** @type {Entry[][]} */
  const lists = [[]]; // of each level, the one that grows
  for (const row of rows) {
    const next = [];
    lists[row.level].push({ row, next });
    lists.splice(row.level + 1, lists.length, next);
  }
  return lists[0];
}

/** The line as lists within lists; rows that go on can be folded. */
export function lineList(rows) {
  const isLong = rows.length > OPEN_ROWS;
  const list = (entries) => h("ul", { class: "bridge-line" }, entries.map(({ row, next }) => {
    if (!next.length) return h("li", {}, rowText(row));
    if (row.level === 0) return h("li", {}, rowText(row), list(next));
    return h("li", {}, h("details", { open: !isLong }, h("summary", {}, rowText(row)), list(next)));
  }));
  return list(treeOf(rows));
}

// Declarer's best line: the same rows in English and in German, and as a tree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowText, treeOf } from "../../../../src/kiebitz/app/web/static/js/bridgeline.js";
import { settings } from "../../../../src/kiebitz/app/web/static/js/settings.js";

const steps = (...cards) => cards.map((one) => ({ seat: one[0], card: one.slice(1) }));
const row = (level, when, ...cards) => ({ level, when, cards: steps(...cards) });
const when = (seat, ...cards) => ({ seat, cards, otherwise: false });
const both = (one) => ["en", "de"].map((language) => {
  settings.language = language;
  return rowText(one);
});

test("cards of both hands in turn", () => {
  assert.deepEqual(both(row(0, null, "SS4", "NSQ")), ["♠4 from South, then ♠Q from North", "♠4 von Süd, dann ♠D von Nord"]);
});

test("the card of a defender decides; a suit is named once", () => {
  const one = row(1, when("E", "SQ", "SJ", "S9", "DT"), "NSA");
  assert.deepEqual(both(one), ["If East plays ♠Q, J, 9 or ♦10: ♠A from North", "Spielt Ost ♠D, B, 9 oder ♦10: ♠A von Nord"]);
});

test("all other replies, and a row that only leads to others", () => {
  assert.deepEqual(both(row(1, { seat: "E", cards: ["S2"], otherwise: true }, "NSJ")), ["Otherwise: ♠J from North", "Sonst: ♠B von Nord"]);
  assert.deepEqual(both(row(1, when("W", "SK"))), ["If West plays ♠K:", "Spielt West ♠K:"]);
});

test("rows go on where the last row of the level above ends", () => {
  const levels = [0, 1, 2, 2, 1].map((level) => row(level, null));
  const shape = (entries) => entries.map(({ next }) => shape(next));
  assert.deepEqual(shape(treeOf(levels)), [[[[], []], []]]);
});

// The suit expert's lines: the same data in English and in German.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settings } from "../../../../src/kiebitz/app/web/static/js/settings.js";
import { lineInWords, treeInWords } from "../../../../src/kiebitz/app/web/static/js/suitwords.js";

const play = (kind, cards = "", rest = {}) => ({ kind, cards, instead: [], after: null, cut: false, ...rest });
const cards = (ranks) => ({ kind: "cards", ranks });

function both(line) {
  return ["en", "de"].map((language) => {
    settings.language = language;
    return lineInWords(line);
  });
}

test("cards are listed, in German with their articles", () => {
  assert.deepEqual(both(play("cash", "AKJ")), ["cash the ace, king and jack", "das Ass, den König und den Buben abziehen"]);
});

test("a finesse with its exception", () => {
  const line = play("low-to", "Q", { instead: [{ card: "A", on: [cards("K")], out: "" }] });
  assert.deepEqual(both(line), ["low to the queen (the ace on the king)", "klein zur Dame (das Ass auf den König)"]);
});

test("what follows depends on what was seen", () => {
  const after = {
    kind: "if",
    condition: { kind: "plays", group: cards("QJ"), seat: "East" },
    yes: play("run", "T", { after: play("tops") }),
    no: { kind: "if", condition: { kind: "shows-out", group: null, seat: "West" }, yes: play("duck"), no: play("lead-low") },
  };
  assert.deepEqual(both(play("cash", "A", { after, cut: true })), [
    "cash the ace; if East plays the queen or jack, run the ten, then cash the top cards; otherwise, if West shows out, duck a round; otherwise lead low",
    "das Ass abziehen; wenn Ost die Dame oder den Buben spielt, die Zehn durchlaufen lassen, dann von oben abziehen; sonst, wenn West nicht bedient, eine Runde ducken; sonst klein ausspielen",
  ]);
});

test("a tree names seats and cards", () => {
  const rows = [
    { depth: 0, seats: ["South"], cards: ["3"], end: "" },
    { depth: 1, seats: ["West", "North"], cards: ["out", "Q"], end: "" },
    { depth: 2, seats: ["East"], cards: ["x"], end: "made" },
  ];
  settings.language = "de";
  assert.equal(treeInWords(rows), "Süd 3\n  West bedient nicht, Nord D\n    Ost x: erfüllt");
});

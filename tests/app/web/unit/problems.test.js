// Refusals of the server, worded by their codes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playedCards } from "../../../../src/kiebitz/app/web/static/js/moves.js";
import { problemText } from "../../../../src/kiebitz/app/web/static/js/problems.js";
import { settings } from "../../../../src/kiebitz/app/web/static/js/settings.js";
import { sortHand } from "../../../../src/kiebitz/app/web/static/js/cards.js";

function both(problem) {
  return ["en", "de"].map((language) => {
    settings.language = language;
    return problemText(problem);
  });
}

test("cards and seats are worded, not spelled", () => {
  const card = { error: "", code: "card-twice", parameters: { card: "HT" } };
  assert.deepEqual(both(card), ["The ten of hearts is there twice.", "Herz-Zehn kommt zweimal vor."]);
  const seat = { error: "", code: "bridge-holds-twice", parameters: { seat: "E", bridge_card: "SQ" } };
  assert.deepEqual(both(seat), ["East holds ♠Q twice.", "Ost hat ♠D zweimal."]);
});

test("a reason is a sentence of its own", () => {
  const reason = { error: "", code: "not-the-turn", parameters: { seat: 0, turn: 1 } };
  const problem = { error: "", code: "at-move", parameters: { number: 3, text: "0 CJ", reason } };
  assert.deepEqual(both(problem), ["Move 3 (0 CJ): It is not forehand’s turn but middlehand’s.", "Zug 3 (0 CJ): Nicht Vorhand ist dran, sondern Mittelhand."]);
});

test("an unknown code leaves the English sentence", () => {
  assert.deepEqual(both({ error: "something new", code: "new", parameters: {} }), ["something new", "something new"]);
});

test("what is possible is listed in words", () => {
  const problem = { error: "", code: "illegal-move", parameters: { text: "xx", legal: ["p", "18", "D7"] } };
  assert.equal(both(problem)[1], "„xx“ geht hier nicht. Möglich: Passe, 18 reizen, Karo-Sieben.");
});

test("a hand is sorted for its game", () => {
  const hand = ["D7", "CJ", "CA", "SA", "DJ"];
  assert.deepEqual(sortHand(hand, "G"), ["CJ", "DJ", "CA", "SA", "D7"]);
  assert.deepEqual(sortHand(hand, "S"), ["CJ", "DJ", "SA", "CA", "D7"]);
  assert.deepEqual(sortHand(hand, "N"), ["CA", "CJ", "SA", "DJ", "D7"]);
});

test("cards of tricks come with their seats", () => {
  const table = { tricks: [{ leader: 2, cards: ["CJ", "C7", "C8"] }, { leader: 0, cards: ["D7"] }] };
  assert.deepEqual(playedCards(table).map((play) => play.seat), [2, 0, 1, 0]);
});

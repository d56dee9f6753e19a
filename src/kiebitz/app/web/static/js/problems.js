// What the server refuses, in words: it sends a code with parameters.
import { bridgeCardText } from "./bridgecards.js";
import { cardName } from "./cards.js";
import { WORDS } from "./dictionary.js";
import { moveText } from "./moves.js";
import { t } from "./words.js";

const seatName = (seat) => t(typeof seat === "number" ? `seat-${seat}` : seat);
const listed = (word) => (list) => list.map(word).join(", ");
const cards = listed((card) => cardName(card));

/** How a parameter is worded, by its name; all others are as they are. */
const PARAMETERS = {
  seat: seatName,
  turn: seatName,
  card: cardName,
  cards,
  hand: cards,
  skat: cards,
  legal: listed((move) => moveText(move)),
  bridge_card: bridgeCardText,
  bridge_cards: listed((card) => bridgeCardText(card)),
  reason: (problem) => problemText(problem),
};

/** A problem as the server sends it, in the reader's language; in English if its code is unknown. */
export function problemText({ error, code, parameters = {} }) {
  if (!WORDS[`problem-${code}`]) return error;
  const worded = Object.entries(parameters).map(([name, value]) => [name, PARAMETERS[name] ? PARAMETERS[name](value) : value]);
  return t(`problem-${code}`, Object.fromEntries(worded));
}

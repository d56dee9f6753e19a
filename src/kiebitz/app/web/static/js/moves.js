// Moves in words, as they were said or might be made.
import { cardName, miniCard } from "./cards.js";
import { contractName, t } from "./words.js";

/** All cards played, each with its seat, in order. */
export function playedCards(table) {
  return table.tricks.flatMap((trick) => trick.cards.map((card, place) => ({ seat: (trick.leader + place) % 3, card })));
}

export function lastSaid(table, seat) {
  return table.moves.filter((said) => said.seat === seat).at(-1);
}

export function saidText({ kind, move }) {
  return t(`said-${kind}`, { bid: move, contract: contractName(move), card: kind === "play" ? cardName(move) : "" });
}

const isCard = (text) => /^[CSHD][789TJQKA]$/.test(text);

/** A move in words. */
export function moveText(move) {
  if (move === "p") return t("pass");
  if (move === "y") return t("move-hold");
  if (move === "s") return t("pick-up");
  if (/^\d+$/.test(move)) return t("bid", { bid: move });
  const parts = move.split(".");
  return parts.map((part) => (isCard(part) ? cardName(part) : contractName(part))).join(", ");
}

export function moveLabel(move) {
  const parts = move.split(".");
  if (parts.length === 1 && !isCard(move)) return moveText(move);
  return parts.map((part) => [isCard(part) ? miniCard(part) : contractName(part), " "]);
}

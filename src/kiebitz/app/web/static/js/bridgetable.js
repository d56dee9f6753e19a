// Four hands around a Bridge table, with the trick between them.
import { bridgeCardName } from "./bridgecards.js";
import { backs, fan, fanCard, lyingCard } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const SEATS = ["N", "E", "S", "W"];

/** A hand of these suits (ranks in the order spades, hearts, diamonds, clubs); `choice` says what can be done with a card. */
export function bridgeHand(suits, choice) {
  return fan(["S", "H", "C", "D"].map((suit) => [...suits["SHDC".indexOf(suit)]].map((letter) => {
    const { value = null, ...more } = choice(suit + letter);
    const name = bridgeCardName(suit + letter);
    return fanCard(suit + letter, { deck: "french", label: value === null ? name : `${name}: ${value}`, value, ...more });
  })));
}

/**
 * The table: who has which hand (a number: so many hidden cards), who is to play, what lies on it; below it what is told.
 * @param {{ hand: (seat: string) => HTMLElement | number, turn: string | null, trick: string[], leader: string }} game
 * @param {...any} told
 */
export function bridgeTable({ hand, turn, trick, leader }, ...told) {
  const first = SEATS.indexOf(leader);
  const held = (seat) => {
    const cards = hand(seat);
    return h("div", { class: `holding ${seat.toLowerCase()} ${turn === seat ? "turn" : ""}` }, h("strong", {}, t(seat), turn === seat && h("span", { class: "badge good" }, t("to-move"))), typeof cards === "number" ? backs(cards) : cards);
  };
  return h("div", { class: "compass felt" }, held("N"), held("W"),
    h("div", { class: "c trick", role: "group", "aria-label": t("trick-now") }, trick.map((card, n) => lyingCard(card, `at-${SEATS[(first + n) % 4].toLowerCase()}`, "french"))),
    held("E"), held("S"), h("div", { class: "told" }, told));
}

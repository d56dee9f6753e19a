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
 * Who looks on has North above; a player, `own`, sits below.
 * @param {{ hand: (seat: string) => HTMLElement | number, turn: string | null, trick: string[], leader: string, own?: string }} game
 * @param {...any} told
 */
export function bridgeTable({ hand, turn, trick, leader, own }, ...told) {
  const first = SEATS.indexOf(leader);
  const turned = SEATS.indexOf("S") - SEATS.indexOf(own ?? "S") + 4;
  const seatAt = (place) => SEATS[(SEATS.indexOf(place) - turned + 8) % 4];
  const held = (place) => {
    const seat = seatAt(place);
    const cards = hand(seat);
    return h("div", { class: `holding ${place.toLowerCase()} ${turn === seat ? "turn" : ""}`, "data-seat": seat }, h("strong", {}, t(seat), own === seat && h("span", { class: "badge" }, t("you")), turn === seat && h("span", { class: "badge good" }, t("to-move"))), typeof cards === "number" ? backs(cards) : cards);
  };
  return h("div", { class: "compass felt" }, held("N"), held("W"),
    h("div", { class: "c trick", role: "group", "aria-label": t("trick-now") }, trick.map((card, n) => lyingCard(card, `at-${SEATS[(first + n + turned) % 4].toLowerCase()}`, "french"))),
    held("E"), held("S"), h("div", { class: "told" }, told));
}

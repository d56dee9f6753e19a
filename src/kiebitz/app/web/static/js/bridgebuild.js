// A Bridge deal built card by card.
import { byId, h, show } from "./dom.js";
import { bridgeCardName, rankText, suitSpan } from "./bridgecards.js";
import { t } from "./words.js";

const SEATS = ["N", "E", "S", "W"];
const SUITS = ["S", "H", "D", "C"];
const RANKS = [..."AKQJT98765432"];
const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

/** The cards of the first deal in a PBN text by their owner; nothing if there is none. */
export function owners(pbn) {
  const deal = /\[Deal\s+"([^"]*)"/i.exec(pbn)?.[1] ?? pbn;
  const match = /^([NESW]):(\S+)\s+(\S+)\s+(\S+)\s+(\S+)$/.exec(deal.trim().toUpperCase());
  const found = new Map();
  if (!match) return found;
  match.slice(2).forEach((hand, n) => hand.split(".").forEach((ranks, suit) => {
    const seat = SEATS[(SEATS.indexOf(match[1]) + n) % 4];
    for (const rank of ranks) found.set(SUITS[suit] + rank, seat);
  }));
  return found;
}

/** A grid of all cards; `onDeal` gets the deal so far in PBN. */
export function builder(start, onDeal) {
  let to = "N";
  let owner = owners(start);
  const box = h("div", { id: "builder" });
  const held = (seat) => DECK.filter((card) => owner.get(card) === seat);
  const pbn = () => `N:${SEATS.map((seat) => SUITS.map((suit) => RANKS.filter((rank) => owner.get(suit + rank) === seat).join("")).join(".")).join(" ")}`;
  const give = (card) => {
    if (owner.get(card) === to) owner.delete(card);
    else if (held(to).length < 13) owner.set(card, to);
    // A full hand: the next one that wants cards.
    if (held(to).length === 13) to = SEATS.find((seat) => held(seat).length < 13) ?? to;
    changed(card);
  };
  const changed = (focus) => {
    onDeal(pbn());
    draw();
    box.querySelector(`[data-give="${focus}"]`)?.focus();
  };
  const random = () => {
    const rest = DECK.filter((card) => !owner.has(card));
    for (const seat of SEATS) while (held(seat).length < 13) owner.set(rest.splice(Math.floor(Math.random() * rest.length), 1)[0], seat);
    changed();
  };
  const draw = () => show(box,
    h("p", { class: "small soft" }, t("builder-text")),
    h("fieldset", {}, h("legend", {}, t("cards-to")), h("div", { class: "chips" }, SEATS.map((seat) => h("label", { class: "chip" },
      h("input", { type: "radio", name: "give-to", id: `give-${seat}`, checked: seat === to, onchange: () => { to = seat; draw(); byId(`give-${seat}`).focus(); } }),
      h("span", {}, t(seat), h("small", {}, held(seat).length)))))),
    SUITS.map((suit) => h("div", { class: "give" }, suitSpan(suit), RANKS.map((rank) => {
      const card = suit + rank;
      const seat = owner.get(card);
      return h("button", { class: seat === to ? "mine" : seat ? "gone" : "", "data-give": card, "aria-pressed": String(seat === to), "aria-label": `${bridgeCardName(card)}${seat ? `: ${t(seat)}` : ""}`, onclick: () => give(card) }, rankText(rank), h("small", {}, seat ? t(seat)[0] : ""));
    }))),
    h("div", { class: "row" }, h("button", { id: "rest-random", onclick: random }, t("rest-random")), h("button", { onclick: () => { owner = new Map(); to = "N"; changed(); } }, t("clear"))));
  draw();
  return box;
}

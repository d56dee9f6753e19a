// Cards as drawings and as words. All shapes are our own.
import { h, s } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

// Suit shapes in a box of 20 by 20 around the origin.
const FRENCH = {
  C: "M0-9a4.3 4.3 0 0 1 3.9 6.1A4.3 4.3 0 1 1 1.3 4.1Q1.6 7 4 9h-8q2.4-2 2.7-4.9A4.3 4.3 0 1 1-3.9-2.9 4.3 4.3 0 0 1 0-9z",
  S: "M0-9.5C2.5-5.5 8.6-2.6 8.6 2.2A4 4 0 0 1 1.3 4.5Q1.6 7.3 4 9.2h-8q2.4-1.9 2.7-4.7A4 4 0 0 1-8.6 2.2C-8.6-2.6-2.5-5.5 0-9.5z",
  H: "M0 9C-3.5 4.5-9-.2-9-4.4A4.6 4.6 0 0 1 0-5.6 4.6 4.6 0 0 1 9-4.4C9-.2 3.5 4.5 0 9z",
  D: "M0-9.6Q2.8-4 7.2 0 2.8 4 0 9.6-2.8 4-7.2 0-2.8-4 0-9.6z",
};
const GERMAN = {
  // acorn, leaf, heart, bell
  C: "M-6.6-2.6C-6.6-7 6.6-7 6.6-2.6 6.6-1.7-6.6-1.7-6.6-2.6zM-.8-6.1-1.4-9.3.6-9.3.8-6.1zM-5.8-1C-5.6 4.5-3 7.6 0 9.6 3 7.6 5.6 4.5 5.8-1Q0 .3-5.8-1z",
  S: "M0-9.6C3.4-7.4 8.4-4.4 8.4.2 8.4 3.4 5.4 5.4 2.6 4.6L1 4 1 9.4-1 9.4-1 4-2.6 4.6C-5.4 5.4-8.4 3.4-8.4.2-8.4-4.4-3.4-7.4 0-9.6z",
  H: FRENCH.H,
  D: "M-1.6-9.4h3.2v2.2A7.6 7.6 0 0 1 7.5-.6h-15A7.6 7.6 0 0 1-1.6-7.2zM-7.6.9H7.6A7.6 7.6 0 0 1 1.2 8V4.6a1.9 1.9 0 1 0-2.4 0V8A7.6 7.6 0 0 1-7.6.9z",
};
const COLOURS = {
  french: { C: "#1f2426", S: "#1f2426", H: "#b3261e", D: "#b3261e" },
  tournament: { C: "#1f2426", S: "#1d6b35", H: "#b3261e", D: "#b06a00" },
  german: { C: "#6a4517", S: "#2c6a2c", H: "#b3261e", D: "#96690a" },
};
// Where pips stand: columns at ±14, the middle at 0; rows from the top.
const PIPS = {
  2: [[0, -38], [0, 38]],
  3: [[0, -38], [0, 0], [0, 38]],
  4: [[-14, -38], [14, -38], [-14, 38], [14, 38]],
  5: [[-14, -38], [14, -38], [0, 0], [-14, 38], [14, 38]],
  6: [[-14, -38], [14, -38], [-14, 0], [14, 0], [-14, 38], [14, 38]],
  7: [[-14, -38], [14, -38], [0, -19], [-14, 0], [14, 0], [-14, 38], [14, 38]],
  8: [[-14, -38], [14, -38], [0, -19], [-14, 0], [14, 0], [0, 19], [-14, 38], [14, 38]],
  9: [[-14, -38], [14, -38], [-14, -13], [14, -13], [0, 0], [-14, 13], [14, 13], [-14, 38], [14, 38]],
  T: [[-14, -38], [14, -38], [0, -25], [-14, -13], [14, -13], [-14, 13], [14, 13], [0, 25], [-14, 38], [14, 38]],
};
const LETTERS = {
  en: { J: "J", Q: "Q", K: "K", A: "A", T: "10" },
  de: { J: "B", Q: "D", K: "K", A: "A", T: "10" },
  german: { J: "U", Q: "O", K: "K", A: "A", T: "10" },
};

export const suitColour = (suit, deck = settings.suits) => COLOURS[deck][suit];

export function rankText(rank, deck = settings.suits) {
  const letters = deck === "german" ? LETTERS.german : LETTERS[settings.language];
  return letters[rank] ?? rank;
}

export function suitName(suit, deck = settings.suits) {
  return t((deck === "german" ? "german-suit-" : "suit-") + suit);
}

/** The card in words: what screen readers say. */
export function cardName(card, deck = settings.suits) {
  const german = deck === "german";
  const rank = t((german && "JQA".includes(card[1]) ? "german-rank-" : "rank-") + card[1]);
  return t("card", { rank, suit: suitName(card[0], deck) });
}

export function suitShape(suit, x, y, size, turned = false, deck = settings.suits) {
  const scale = size / 20;
  return s("path", {
    d: (deck === "german" ? GERMAN : FRENCH)[suit],
    fill: suitColour(suit, deck),
    transform: `translate(${x} ${y}) scale(${scale})${turned ? " rotate(180)" : ""}`,
  });
}

function corner(card, deck) {
  const text = rankText(card[1], deck);
  return [
    s("text", {
      x: 15, y: 28, "text-anchor": "middle", "font-size": text.length > 1 ? 24 : 27, "font-weight": 700,
      "font-family": "Georgia, 'DejaVu Serif', serif", fill: suitColour(card[0], deck), "letter-spacing": text.length > 1 ? -2 : 0,
    }, text),
    suitShape(card[0], 15, 42, 19, false, deck),
  ];
}

// A figure from the waist up, drawn twice: king with crown and beard, queen with veil, jack with cap.
function figure(card, deck) {
  const [suit, rank] = card;
  const colour = suitColour(suit, deck);
  const skin = "#f0d9bd";
  const line = { stroke: "#3a3226", "stroke-width": 1.1, "stroke-linejoin": "round" };
  const parts = [
    s("path", { d: "M-25 0V-8Q-24-20-9-23L0-14 9-23Q24-20 25-8V0z", fill: colour, ...line }),
    s("path", { d: "M-9-23 0-4 9-23 0-17z", fill: "#f7f1df", ...line }),
    s("path", { d: "M-18 0V-12M18 0V-12", fill: "none", stroke: "#f7f1df", "stroke-width": 2.4 }),
  ];
  if (rank === "Q") parts.push(s("path", { d: "M-12-30Q-14-48 0-49 14-48 12-30L14-17Q8-21 7-30H-7Q-8-21-14-17z", fill: "#8a6a3a", ...line }));
  parts.push(
    s("path", { d: "M-4-26h8v7l-4 4-4-4z", fill: skin, ...line }),
    s("ellipse", { cx: 0, cy: -33, rx: 8.4, ry: 10, fill: skin, ...line }),
    s("circle", { cx: -3.1, cy: -34, r: 1, fill: "#3a3226" }),
    s("circle", { cx: 3.1, cy: -34, r: 1, fill: "#3a3226" }),
    s("path", { d: "M0-33-1-29.6H.9", fill: "none", stroke: "#8d6d48", "stroke-width": .9 }),
  );
  if (rank === "K") {
    parts.push(
      s("path", { d: "M-8.3-31Q-7-18 0-17 7-18 8.3-31 5-27 0-28-5-27-8.3-31z", fill: "#cfc3a8", ...line }),
      s("path", { d: "M-2.6-26.4Q0-25 2.6-26.4", fill: "none", stroke: "#8a3a30", "stroke-width": 1.1 }),
      s("path", { d: "M-10.5-40-12-53-5.5-46.5 0-56 5.5-46.5 12-53 10.5-40Q0-43.5-10.5-40z", fill: "#e0b23d", ...line }),
      s("circle", { cx: 0, cy: -45, r: 1.7, fill: colour }),
    );
  } else if (rank === "Q") {
    parts.push(
      s("path", { d: "M-2.2-28Q0-26.6 2.2-28", fill: "none", stroke: "#a13a34", "stroke-width": 1.4 }),
      s("path", { d: "M-9.5-42Q-9-51 0-51.5 9-51 9.5-42 0-46-9.5-42z", fill: "#e0b23d", ...line }),
      s("circle", { cx: -5, cy: -48, r: 1.3, fill: colour }), s("circle", { cx: 0, cy: -49, r: 1.5, fill: colour }), s("circle", { cx: 5, cy: -48, r: 1.3, fill: colour }),
    );
  } else {
    parts.push(
      s("path", { d: "M-2.2-27.6Q0-26.8 2.2-27.6", fill: "none", stroke: "#8a3a30", "stroke-width": 1.2 }),
      s("path", { d: "M-11-38Q-12-44-8-46 0-50 10-45L12-39Q0-43-11-38z", fill: colour, ...line }),
      s("path", { d: "M8-44Q13-54 19-54 16-50 15-44 12-41 10-41z", fill: "#e0b23d", ...line }),
      s("path", { d: "M-8.4-36Q-10-29-8-25M8.4-36Q10-29 8-25", fill: "none", stroke: "#7a5a30", "stroke-width": 2.2 }),
    );
  }
  return parts;
}

function face(card, deck) {
  const [suit, rank] = card;
  if (rank === "A") return suitShape(suit, 50, 75, 50, false, deck);
  if (PIPS[rank]) return PIPS[rank].map(([x, y]) => suitShape(suit, 50 + x, 75 + y, 19, y > 0, deck));
  return [
    s("rect", { x: 27, y: 12, width: 46, height: 126, rx: 5, fill: "#fbf5e6", stroke: suitColour(suit, deck), "stroke-width": 1.2, opacity: .95 }),
    s("g", { transform: "translate(50 75) scale(.9 1.04)" }, figure(card, deck)),
    s("g", { transform: "translate(50 75) rotate(180) scale(.9 1.04)" }, figure(card, deck)),
    s("path", { d: "M27 75H73", stroke: "#3a3226", "stroke-width": 1.1 }),
    suitShape(suit, 66, 22, 10, false, deck), suitShape(suit, 34, 128, 10, true, deck),
  ];
}

/** The drawing of a card, or of a back; Bridge has French cards whatever is chosen for Skat. */
export function cardDrawing(card, attributes = {}, deck = settings.suits) {
  const paper = s("rect", { x: 1, y: 1, width: 98, height: 148, rx: 9, fill: "#fffefa", stroke: "#b3ab98", "stroke-width": 1.2 });
  const drawing = s("svg", { viewBox: "0 0 100 150", "aria-hidden": "true", focusable: "false", ...attributes });
  if (!card || card === "??") {
    drawing.append(
      s("rect", { x: 1, y: 1, width: 98, height: 148, rx: 9, fill: "#1d5c57", stroke: "#b3ab98" }),
      s("rect", { x: 8, y: 8, width: 84, height: 134, rx: 6, fill: "none", stroke: "#dfeae6", "stroke-width": 1.5 }),
      s("path", { d: "M50 30 78 75 50 120 22 75z", fill: "none", stroke: "#dfeae6", "stroke-width": 1.5 }),
      s("path", { d: "M50 48 67 75 50 102 33 75z", fill: "#dfeae6", opacity: .35 }),
    );
    return drawing;
  }
  drawing.append(paper, ...[face(card, deck)].flat(), ...corner(card, deck), s("g", { transform: "rotate(180 50 75)" }, corner(card, deck)));
  return drawing;
}

/** A card lying on the table. */
export function lyingCard(card, className = "", deck = settings.suits) {
  return h("div", { class: `card ${className}`, role: "img", "aria-label": card ? cardName(card, deck) : t("card-back") }, cardDrawing(card, {}, deck));
}

/**
 * A card in a fanned hand, with a number below it if there is one; a button if it can be chosen.
 * @param {string} card
 * @param {Record<string, any>} options
 */
export function fanCard(card, options = {}) {
  const { value = null, deck = settings.suits, label = cardName(card), class: more = "", onclick = null, ...other } = options;
  const named = onclick ? { "aria-label": label, onclick } : { role: "img", "aria-label": label };
  return h(onclick ? "button" : "span", { class: `card ${more}`, ...named, ...other }, cardDrawing(card, {}, deck), value !== null && h("span", { class: "value" }, value));
}

/** A hand as one holds it: cards that overlap. */
export const fan = (...cards) => h("span", { class: "fanned" }, cards);

/** So many hidden cards. */
export const backs = (count) => h("div", { class: "backs", role: "img", "aria-label": t("cards-left", { n: count }) }, Array.from({ length: count }, () => h("i")));

/** A card in a line of text. */
export function miniCard(card, extra = {}, tag = "span") {
  const colour = { "#b3261e": "red", "#1d6b35": "green", "#2c6a2c": "green", "#b06a00": "gold", "#96690a": "gold", "#6a4517": "gold" }[suitColour(card[0])] ?? "";
  const { class: more = "", ...rest } = extra;
  const label = tag === "span" ? { role: "img", "aria-label": cardName(card) } : { "aria-label": rest["aria-label"] ?? cardName(card) };
  return h(tag, { class: `mini ${colour} ${more}`, ...label, ...rest }, s("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, suitShape(card[0], 0, 0, 19)), rankText(card[1]));
}

export const minis = (cards) => h("span", { class: "minis" }, cards.map((card) => miniCard(card)));

/** Whether a card is a trump in a contract. */
export const isTrump = (card, contract) => contract?.[0] !== "N" && (card[1] === "J" || card[0] === contract?.[0]);

const SUITS = "CSHD";
/** Cards as players hold them for a game: trumps first, then suits in turn. */
export function sortHand(cards, contract) {
  const game = contract?.[0];
  const order = game === "N" ? "AKQJT987" : "AJTKQ987";
  const key = (card) => {
    const [suit, rank] = card;
    if (game !== "N" && rank === "J") return SUITS.indexOf(suit);
    const suitPlace = suit === game ? 0 : SUITS.indexOf(suit) + 1;
    return 10 + suitPlace * 10 + (game === "N" ? order : "ATKQ987").indexOf(rank);
  };
  return [...cards].sort((a, b) => key(a) - key(b));
}

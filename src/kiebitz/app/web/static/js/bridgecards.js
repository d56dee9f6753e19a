// Bridge cards in words and signs.
import { h } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

export const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const rankText = (letter) => (letter === "T" ? "10" : settings.language === "de" ? { J: "B", Q: "D" }[letter] ?? letter : letter);
export const suitSpan = (suit) => h("span", { class: "HD".includes(suit) ? "bad" : "" }, SYMBOLS[suit]);
export const bridgeCardText = (card) => `${SYMBOLS[card[0]]}${rankText(card[1])}`;
export const strainText = (strain) => (strain === "NT" ? t("nt") : suitSpan(strain));

// Bridge cards in words and signs.
import { cardName } from "./cards.js";
import { h } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

export const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
export const rankText = (letter) => (letter === "T" ? "10" : settings.language === "de" ? { J: "B", Q: "D" }[letter] ?? letter : letter);
export const suitSpan = (suit) => h("span", { class: "HD".includes(suit) ? "bad" : "" }, SYMBOLS[suit]);
export const bridgeCardText = (card) => `${SYMBOLS[card[0]]}${rankText(card[1])}`;
/** What screen readers say. */
export const bridgeCardName = (card) => cardName(card, "french");
export const strainText = (strain) => (strain === "NT" ? t("nt") : suitSpan(strain));

/** Why a card is better, in a sentence. */
export function bridgeReasonText({ code, parameters }) {
  const values = { ...parameters };
  for (const name of ["card", "other"]) if (name in values) values[name] = bridgeCardText(values[name]);
  if ("suit" in values) values.suit = t(`suit-${values.suit}`);
  if ("seat" in values) values.seat = t(values.seat);
  if (code === "tricks-lost") values.n = (values.n / 10).toLocaleString(settings.language, { minimumFractionDigits: 1 });
  return t(`bridge-why-${code}`, values);
}

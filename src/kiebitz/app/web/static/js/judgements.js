// What a judgement says, in words: the same on hint, board, review and in lessons.
import { cardName } from "./cards.js";
import { h } from "./dom.js";
import { moveLabel } from "./moves.js";
import { settings } from "./settings.js";
import { contractName, gameName, percent, signed, t } from "./words.js";

export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
export const GRADES = ["blunder", "mistake", "inaccuracy"];

const rounded = (number) => Math.round(number);

/** List points that a move cost, with their error. */
export function lossText({ loss, error }) {
  return rounded(error) > 0 ? t("loss-error", { n: rounded(loss), e: rounded(error) }) : t("loss", { n: rounded(loss) });
}

/** Moves with their chance to win and what they are worth in the list. */
export function optionList(options, most = 8) {
  return h("ul", { class: "candidates wide" }, options.slice(0, most).map((one) => h("li", {},
    h("span", {}, moveLabel(one.move)),
    h("span", { class: "meter" }, h("i", { style: { width: `${Math.round(100 * (one.chance ?? 0))}%` } })),
    h("span", { class: "number small" }, optionText(one, options.length)))));
}

function optionText({ chance, score }, count) {
  if (count === 1) return t("verdict-forced");
  return chance === null ? signed(rounded(score)) : `${percent(chance)} · ${signed(rounded(score))}`;
}

function filled(parameters, nameOf) {
  const values = { ...parameters };
  for (const [key, value] of Object.entries(parameters)) {
    if (key === "seat" || key === "partner") values[key] = nameOf(value);
    else if (key === "suit") values[key] = value === "T" ? t("trumps") : gameName(value);
    else if (key === "card" || key === "other") values[key] = cardName(value);
    else if (key === "game") values[key] = contractName(value);
    else if (key === "layouts") values[key] = value.toLocaleString(settings.language);
  }
  return values;
}

/** Why, in a sentence. */
export const reasonText = ({ code, parameters }, nameOf) => t(`why-${code}`, filled(parameters, nameOf));

/** A list of reasons, if there are any. */
export function reasonList(reasons, nameOf) {
  return reasons.length > 0 && h("ul", { class: "reasons" }, reasons.map((one) => h("li", {}, reasonText(one, nameOf))));
}

/** Where a decision was made: the auction with the bid that stands, the discard, a trick. */
export function placeText({ phase, trick, view }) {
  if (trick) return t("trick-n", { n: trick });
  // A View is the cards, then seat and call, seat and call.
  const calls = view.split(" ").slice(2).filter((_, place) => place % 2 === 1);
  const bid = phase === "bid" ? calls.findLast((call) => /^\d+$/.test(call)) : undefined;
  return bid ? `${t("phase-bid")}, ${bid}` : t(`phase-${phase}`);
}

/** The game in one sentence. */
export function verdictText({ code, parameters }, nameOf) {
  return t(`game-${code}`, { ...filled(parameters, nameOf), where: parameters.trick ? t("in-trick", { n: parameters.trick }) : t(`in-${parameters.phase ?? "card"}`) });
}

/** How far a hand carries in the auction. */
export function carriedText({ limit, game, makes, jacks, trumps }) {
  if (!limit) return t("carries-nothing");
  const cards = game[0] === "N" ? "" : t("carries-cards", { jacks: t(`jacks-${jacks}`), trumps });
  const skats = makes ? t("carries-skats", { n: Math.round((30 * makes) / 231), game: contractName(game) }) : t("carries-hand", { game: contractName(game) });
  return t("carries", { limit, cards: cards && `${cards}; `, skats });
}

/** The decisions that are called something. Every call is judged as if the auction ended with it: of a player's calls only the dearest counts. */
export function wrongDecisions(decisions) {
  const dearest = new Map();
  for (const one of decisions) {
    if (one.phase === "bid" && one.grade && !(dearest.get(one.seat)?.loss >= one.loss)) dearest.set(one.seat, one);
  }
  return decisions.filter((one) => one.grade && (one.phase !== "bid" || dearest.get(one.seat) === one));
}

/** How often each grade was given. */
export function gradeCounts(decisions) {
  const wrong = wrongDecisions(decisions);
  const counts = GRADES.map((grade) => [grade, wrong.filter((one) => one.grade === grade).length]).filter(([, n]) => n > 0);
  return counts.map(([grade, n]) => t(`${n === 1 ? "one" : "some"}-${grade}`, { n })).join(", ");
}

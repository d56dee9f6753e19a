// The suit expert's lines in words: the server sends them as data.
import { rankText } from "./bridgecards.js";
import { t } from "./words.js";

const SEATS = { North: "N", East: "E", South: "S", West: "W" };
const seatName = (name) => t(SEATS[name]);

/** Words in a list: "ace, king and queen". */
export function joined(words, last) {
  return words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + t(last) + words.at(-1);
}

const cardWord = (rank, form) => t(`line-${form}-${rank}`);

function groupWords(group, form) {
  const cards = joined([...group.ranks].map((rank) => cardWord(rank, form)), "line-or");
  return t(`line-group-${group.kind}-${form}`, { cards });
}

function playWords({ kind, cards }) {
  const last = cards.at(-1);
  return t(`line-${kind}`, {
    cards: joined([...cards].map((rank) => cardWord(rank, "whom")), "line-and"),
    card: cards && cardWord(cards[0], "whom"),
    to: last && cardWord(last, "to"),
  });
}

function insteadWords({ card, on, out }) {
  const named = card.length === 1 ? t("line-instead-card", { card: cardWord(card, "whom") }) : t(card ? "line-instead-low" : "line-instead-discard");
  const groups = joined(on.map((group) => groupWords(group, "whom")), "line-or");
  const whens = [on.length > 0 && t("line-on", { groups }), out && t("line-out", { seat: seatName(out) })];
  return `${named} ${whens.filter(Boolean).join(t("line-or"))}`;
}

/** A line of play in one sentence; what a long one leaves out stands in the tree. */
export function lineInWords(play) {
  let text = playWords(play);
  if (play.instead.length) text += ` (${play.instead.map(insteadWords).join(", ")})`;
  if (play.after) text += `${isPlay(play.after) ? "," : ";"} ${afterWords(play.after)}`;
  return text;
}

const isPlay = (after) => after.kind !== "if" && after.kind !== "either";

function afterWords(after) {
  if (isPlay(after)) return t("line-then", { play: lineInWords(after) });
  if (after.kind === "either") return after.plays.map(lineInWords).join(t("line-or"));
  const chain = after.no.kind === "if";
  return t(chain ? "line-else-if" : "line-if", {
    condition: conditionWords(after.condition),
    yes: inner(after.yes),
    no: chain ? afterWords(after.no) : inner(after.no),
  });
}

/** What follows in a case; in brackets if it has cases of its own. */
function inner(after) {
  const text = isPlay(after) ? lineInWords(after) : afterWords(after);
  return text.includes(";") ? `(${text})` : text;
}

function conditionWords({ kind, group, seat }) {
  return t(`line-when-${kind}`, {
    who: group && groupWords(group, "who"),
    whom: group && groupWords(group, "whom"),
    seat: seat && seatName(seat),
  });
}

// A ten keeps one letter here, so that rows stay in line.
const letters = (cards) => [...cards].map((rank) => (rank === "T" ? rank : rankText(rank))).join("");

/** The line as a tree, one card a row. */
export function treeInWords(rows) {
  return rows.map(({ depth, seats, cards, end }) => {
    const told = seats.map((seat, n) => `${seatName(seat)} ${cards[n] === "out" ? t("tree-out") : letters(cards[n])}`).join(", ");
    const ends = { "": "", made: `: ${t("tree-made")}`, cut: `: ${t("tree-cut")}`, more: ":" };
    return "  ".repeat(depth) + told + ends[end];
  }).join("\n");
}

// The declarer's chance over the cards of a game, with what open cards say beside it.
import { s } from "./dom.js";
import { t } from "./words.js";

const WIDTH = 640;
const HEIGHT = 190;
const LEFT = 38;
const BOTTOM = 24;

export function graph(cards, total, at, isNull, declarer, onPick) {
  const x = (n) => LEFT + ((WIDTH - LEFT - 10) * n) / Math.max(1, total - 1);
  const y = (share) => 8 + (HEIGHT - BOTTOM - 8) * (1 - share);
  // Seats know different things: one curve is one player's, the declarer's.
  const own = cards.filter((card) => card.seat === declarer);
  const points = own.map((card) => [x(card.number), y(card.chance)]);
  const heightAt = (number) => points[Math.max(0, own.findLastIndex((card) => card.number <= number))]?.[1] ?? y(0.5);
  const open = cards.map((card) => [x(card.number), y(isNull ? (card.open_won[card.card] ? 1 : 0) : card.open_values[card.card] / 120)]);
  const path = (list) => list.map(([px, py], n) => `${n ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const picture = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("graph-title") });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(s("line", { class: "axis", x1: LEFT, x2: WIDTH - 10, y1: y(share), y2: y(share) }),
      s("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100}`));
  }
  for (let trick = 0; trick * 3 < total; trick += 1) picture.append(s("text", { x: x(trick * 3), y: HEIGHT - 7, "text-anchor": "middle" }, `${trick + 1}`));
  if (points.length > 1) {
    picture.append(s("path", { class: "area", d: `${path(points)}L${points.at(-1)[0]} ${y(0)}L${points[0][0]} ${y(0)}Z` }));
    picture.append(s("path", { class: "open", d: path(open) }), s("path", { class: "curve", d: path(points) }));
  }
  if (at !== null && at < total) picture.append(s("line", { class: "cursor", x1: x(at), x2: x(at), y1: 8, y2: HEIGHT - BOTTOM }));
  cards.forEach((card) => {
    if (["mistake", "blunder", "inaccuracy"].includes(card.verdict)) picture.append(s("circle", { class: "mistake", cx: x(card.number), cy: heightAt(card.number), r: card.verdict === "inaccuracy" ? 3 : 5 }));
    picture.append(s("rect", { class: "hit", x: x(card.number) - 9, y: 0, width: 18, height: HEIGHT, onclick: () => onPick(card.number) }));
  });
  return picture;
}

// The declarer's chance over the decisions of a game; beside it, on an axis of its own, what open
// cards say: the declarer's points with a line at 61, in null the tricks survived.
import { byId, s } from "./dom.js";
import { wrongDecisions } from "./judgements.js";
import { t } from "./words.js";

const HEIGHT = 190;
const LEFT = 46;
const RIGHT = 34;
const TOP = 12;
const BOTTOM = 24;

export function graph(decisions, total, at, isNull, declarer, onPick) {
  const inside = byId("main").clientWidth - 56;
  const width = Math.max(280, inside > 700 ? inside - 370 : inside); // what is written has the size of other text
  const x = (n) => LEFT + ((width - LEFT - RIGHT) * n) / Math.max(1, total - 1);
  const y = (share) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - share);
  const most = isNull ? 10 : 120;
  // Seats know different things: one curve is one player's, the declarer's.
  const own = decisions.map((one, n) => ({ ...one, n })).filter((one) => one.seat === declarer && one.after !== null);
  const points = own.map((one) => [x(one.n), y(one.after)]);
  const heightAt = (n) => points[Math.max(0, own.findLastIndex((one) => one.n <= n))]?.[1] ?? y(0.5);
  const open = decisions.map((one, n) => one.open && [x(n), y(one.open.values[one.move] / most)]).filter(Boolean);
  const path = (list) => list.map(([px, py], n) => `${n ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const picture = s("svg", { class: "graph", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": t("graph-title") });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(s("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(share), y2: y(share) }),
      s("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100} %`));
  }
  for (const value of isNull ? [0, 5, 10] : [0, 30, 61, 90, 120]) picture.append(s("text", { class: "right", x: width - RIGHT + 5, y: y(value / most) + 4 }, `${value}`));
  if (!isNull) picture.append(s("line", { class: "needed", x1: LEFT, x2: width - RIGHT, y1: y(61 / most), y2: y(61 / most) }));
  decisions.forEach((one, n) => {
    if (one.number !== null && one.number % 3 === 0) picture.append(s("text", { x: x(n), y: HEIGHT - 7, "text-anchor": "middle" }, `${one.number / 3 + 1}`));
  });
  if (open.length > 1) picture.append(s("path", { class: "open", d: path(open) }));
  if (points.length > 1) {
    picture.append(s("path", { class: "area", d: `${path(points)}L${points.at(-1)[0]} ${y(0)}L${points[0][0]} ${y(0)}Z` }), s("path", { class: "curve", d: path(points) }));
  }
  if (at < total) picture.append(s("line", { class: "cursor", x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }));
  const wrong = new Set(wrongDecisions(decisions));
  decisions.forEach((one, n) => {
    if (wrong.has(one)) picture.append(s("circle", { class: "mistake", cx: x(n), cy: heightAt(n), r: one.grade === "inaccuracy" ? 3 : 5 }));
    picture.append(s("rect", { class: "hit", x: x(n) - 7, y: 0, width: 14, height: HEIGHT, onclick: () => onPick(n) }));
  });
  return picture;
}

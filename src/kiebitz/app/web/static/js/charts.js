// Small pictures of numbers with their intervals. Each has its numbers in words beside it or in its label.
import { byId, s } from "./dom.js";
import { dateOnly, signed, t } from "./words.js";

const HEIGHT = 200;
const LEFT = 50;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;

/** As wide as there is room, so that what is written stays legible on a phone; two stand side by side if they can. */
function room() {
  const inside = byId("main").clientWidth - 64;
  return Math.max(280, Math.min(760, inside > 600 ? inside / 2 - 36 : inside));
}

/** Round numbers from below the lowest to above the highest. */
function ticks(low, high, count = 4) {
  const raw = (high - low || 1) / count;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * size).find((n) => n >= raw) ?? raw;
  const found = [];
  for (let value = Math.floor(low / step) * step; value < high + step; value += step) found.push(Math.round(value * 1000) / 1000);
  return found;
}

function frame(label, marks, y, width) {
  const picture = s("svg", { class: "graph chart", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  for (const mark of marks) {
    picture.append(s("line", { class: mark === 0 ? "zero" : "axis", x1: LEFT, x2: width - RIGHT, y1: y(mark), y2: y(mark) }),
      s("text", { x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, signed(mark)));
  }
  return picture;
}

const scale = (marks) => (value) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - (value - marks[0]) / (marks.at(-1) - marks[0]));
const path = (points) => points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** Points a game in steps of equally many games, each with its interval. */
export function timeChart(steps) {
  const bounds = steps.flatMap(({ points }) => [points.low ?? points.mean, points.high ?? points.mean]);
  const marks = ticks(Math.min(0, ...bounds), Math.max(0, ...bounds));
  const y = scale(marks);
  const width = room();
  const x = (n) => LEFT + ((width - LEFT - RIGHT) * (n + 0.5)) / steps.length;
  const told = steps.map((one) => `${dateOnly(one.last)}: ${signed(one.points.mean)}`).join(", ");
  const picture = frame(t("stats-time-label", { told }), marks, y, width);
  const band = [...steps.map((one, n) => [x(n), y(one.points.high ?? one.points.mean)]), ...steps.map((one, n) => [x(n), y(one.points.low ?? one.points.mean)]).reverse()];
  picture.append(s("path", { class: "area", d: `${path(band)}Z` }), s("path", { class: "curve", d: path(steps.map((one, n) => [x(n), y(one.points.mean)])) }));
  const every = Math.ceil((70 * steps.length) / width);
  steps.forEach((one, n) => {
    picture.append(s("circle", { class: "dot", cx: x(n), cy: y(one.points.mean), r: 4 }, s("title", {}, `${signed(one.points.mean)}, ${one.points.count}`)));
    if (n % every === 0) picture.append(s("text", { x: x(n), y: HEIGHT - 8, "text-anchor": "middle" }, dateOnly(one.last)));
  });
  return picture;
}

/** The sum of all points, game after game. */
export function sumChart(sums) {
  const values = sums.map(([, sum]) => sum);
  const marks = ticks(Math.min(0, ...values), Math.max(0, ...values));
  const y = scale(marks);
  const width = room();
  const x = (n) => LEFT + ((width - LEFT - RIGHT) * n) / Math.max(1, sums.length - 1);
  const picture = frame(t("stats-sum-label", { sum: signed(values.at(-1) ?? 0) }), marks, y, width);
  picture.append(s("path", { class: "curve", d: path(sums.map(([, sum], n) => [x(n), y(sum)])) }));
  [0, Math.floor((sums.length - 1) / 2), sums.length - 1].forEach((n, place) => {
    picture.append(s("text", { x: x(n), y: HEIGHT - 8, "text-anchor": ["start", "middle", "end"][place] }, dateOnly(sums[n][0])));
  });
  return picture;
}

/**
 * The range that all intervals of a table share.
 * @returns {[number, number]}
 */
export function rangeOf(means) {
  const bounds = means.flatMap((one) => [one.low ?? one.mean, one.high ?? one.mean, 0]);
  // A group of two games would press all others together.
  const reach = Math.min(Math.max(...bounds.map(Math.abs)), 4 * Math.max(10, ...means.map((one) => Math.abs(one.mean))));
  return [-reach, reach];
}

/** A mean as a dot on its interval, for a cell of a table. */
export function whisker(one, [low, high]) {
  const x = (value) => 4 + 112 * Math.min(1, Math.max(0, (value - low) / (high - low || 1)));
  return s("svg", { class: "whisker", viewBox: "0 0 120 18", "aria-hidden": "true" },
    s("line", { class: "zero", x1: x(0), x2: x(0), y1: 1, y2: 17 }),
    s("line", { class: "range", x1: x(one.low ?? one.mean), x2: x(one.high ?? one.mean), y1: 9, y2: 9 }),
    s("circle", { class: one.mean < 0 ? "dot below" : "dot", cx: x(one.mean), cy: 9, r: 4.5 }));
}

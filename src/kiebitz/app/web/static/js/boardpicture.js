// The board as a picture.
import { cardDrawing } from "./cards.js";
import { s } from "./dom.js";

const LINE = 116;
const IN_A_LINE = 11;

/** An SVG document with rows of cards, each with its name. */
export function boardPicture(title, rows) {
  const lines = rows.flatMap(([name, cards]) => {
    const parts = [];
    for (let n = 0; n < cards.length; n += IN_A_LINE) parts.push([n ? "" : name, cards.slice(n, n + IN_A_LINE)]);
    return parts;
  });
  const height = lines.length * LINE + 44;
  const picture = s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 860 ${height}`, width: 860, height, "font-family": "sans-serif" });
  picture.append(s("rect", { width: "100%", height: "100%", fill: "#dbe6df" }), s("text", { x: 16, y: 26, "font-size": 17, "font-weight": 700, fill: "#23292b" }, title));
  lines.forEach(([name, cards], row) => {
    const top = row * LINE + 38;
    words(name, 20).forEach((line, n) => picture.append(s("text", { x: 16, y: top + 50 + 17 * n, "font-size": 14, fill: "#23292b" }, line)));
    cards.forEach((card, n) => picture.append(cardDrawing(card, { x: 170 + n * 60, y: top, width: 72, height: 108 })));
  });
  return new XMLSerializer().serializeToString(picture);
}

function words(text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines[lines.length - 1] && lines[lines.length - 1].length + word.length >= most) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

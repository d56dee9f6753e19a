// Words with an explanation: shown on hover, on focus and on a tap; Escape hides it.
import { h } from "./dom.js";
import { t } from "./words.js";

export const TERMS = ["trick", "trump", "follow", "lead", "declarer", "defenders", "skat", "discard", "bid", "hold", "pass", "seats", "points", "suitgame", "grand", "null", "hand", "ouvert", "matadors", "value", "schneider", "schwarz", "overbid", "seeger", "list"];

/** @type {HTMLElement | null} */
let shown = null;

function hide() {
  shown?.remove();
  shown = null;
}

function explain(name, word) {
  hide();
  const box = h("div", { class: "tip", id: "tip", role: "tooltip" }, t(`term-${name}`));
  (word.closest("dialog") ?? document.body).append(box);
  shown = box;
  const at = word.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - own.width - 8));
  const below = at.bottom + own.height + 8 < innerHeight;
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${below ? at.bottom + 6 : Math.max(8, at.top - own.height - 6)}px`);
}

/** A word that explains itself. */
export function term(name, text = t(`name-${name}`)) {
  // Screen readers hear the explanation with the word; it does not have to be on the page for that.
  const word = h("span", { class: "term", tabindex: 0, role: "note", "aria-label": `${text}: ${t(`term-${name}`)}` }, text);
  word.addEventListener("mouseenter", () => explain(name, word));
  word.addEventListener("mouseleave", hide);
  word.addEventListener("focus", () => explain(name, word));
  word.addEventListener("blur", hide);
  word.addEventListener("click", () => explain(name, word));
  return word;
}

/** A sentence with [[term|words]] in it, as text and words that explain themselves. */
export function rich(text) {
  return text.split(/(\[\[\w+\|[^\]]+\]\])/).map((part) => {
    const found = /^\[\[(\w+)\|([^\]]+)\]\]$/.exec(part);
    return found ? term(found[1], found[2]) : part;
  });
}

document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
addEventListener("hashchange", hide);

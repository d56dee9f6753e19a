// Where are the cards? A bar for each unseen card: how likely it is in each hand and in the skat.
import * as api from "./api.js";
import { cardName, miniCard, sortHand } from "./cards.js";
import { h, notice, show } from "./dom.js";
import { settings } from "./settings.js";
import { percent, t } from "./words.js";

const COLOURS = ["var(--accent)", "var(--warn)", "var(--soft)"]; // the next seat, the one after, the skat
const asked = new Map(); // what was answered, by View
let opened = false; // in a review it stays open from card to card

/** The bars. `nameOf(seat)` names a player; `truth`, where known, is the place of each card. */
export function placesBars(found, nameOf, truth = {}) {
  const places = [(found.seat + 1) % 3, (found.seat + 2) % 3, 3];
  const name = (place) => (place === 3 ? t("skat") : nameOf(place));
  const cards = sortHand(Object.keys(found.places), found.contract);
  const used = places.filter((place) => cards.some((card) => found.places[card][place] > 0));
  const part = (card, place) => {
    const share = found.places[card][place];
    if (share < 0.005) return null;
    const right = truth[card] === place;
    return h("i", { class: right ? "true" : "", style: { width: `${share * 100}%`, background: COLOURS[places.indexOf(place)] } }, share >= 0.3 ? Math.round(share * 100) : "");
  };
  return h("div", { class: "places" },
    h("p", { class: "small legend" }, used.map((place) => h("span", {}, h("i", { style: { background: COLOURS[places.indexOf(place)] } }), " ", name(place)))),
    h("ul", {}, cards.map((card) => {
      const words = used.map((place) => `${name(place)} ${percent(found.places[card][place])}`).join(", ");
      return h("li", { title: words }, miniCard(card), h("span", { class: "shares", role: "img", "aria-label": `${cardName(card)}: ${words}` }, used.map((place) => part(card, place))));
    })));
}

/** The bars and what they rest on. */
export const placesPicture = (found, nameOf, truth = {}) => h("div", {}, placesBars(found, nameOf, truth),
  h("p", { class: "small soft" }, t("places-text", { n: Number(found.possible).toLocaleString(settings.language) })));

/** The same for a View, asked for when it is opened. */
export function placesOf(view, title, nameOf, truth) {
  const box = h("div", {});
  const fill = async () => {
    if (!asked.has(view)) {
      show(box, h("p", { class: "soft dots", role: "status" }, t("thinks")));
      try {
        asked.set(view, await api.post("/places", { view }));
      } catch (error) {
        notice(error.message);
        show(box);
        return;
      }
    }
    show(box, placesPicture(asked.get(view), nameOf, truth));
  };
  const details = h("details", { class: "where-cards", open: opened, ontoggle: () => {
    opened = details.open;
    if (opened && !box.firstChild) fill();
  } }, h("summary", {}, title), box);
  return details;
}

// The frame: pages by the address after #, the bar on top, settings and keys.
import { dialog, redrawDialog } from "./dialog.js";
import { byId, h, show } from "./dom.js";
import { applyTheme, change, onChange, settings } from "./settings.js";
import * as api from "./api.js";
import { learnContracts, t } from "./words.js";

// A page is a module with `open(main, parts, query)`; it may return a function that ends it.
const PAGES = {
  "": () => import("./pages/home.js"),
  game: () => import("./pages/table.js"),
  join: () => import("./pages/join.js"),
  train: () => import("./pages/train.js"),
  learn: () => import("./pages/learn.js"),
  list: () => import("./pages/list.js"),
  statistics: () => import("./pages/statistics.js"),
  review: () => import("./pages/review.js"),
  board: () => import("./pages/board.js"),
  bridge: () => import("./pages/bridge.js"),
  suit: () => import("./pages/suit.js"),
};
const TABS = [["", "nav-play"], ["learn", "nav-learn"], ["train", "nav-train"], ["review", "nav-review"], ["statistics", "nav-stats"], ["board", "nav-board"], ["bridge", "nav-bridge"], ["suit", "nav-suit"]];

let leave = null;
let turn = 0;
/** @type {Promise<void> | undefined} */
let learned;

function address() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...parts] = path.split("/");
  return { page, parts: parts.map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** Asks the server what the contracts are called; if it is away, the next page asks again. */
async function learn() {
  try {
    learnContracts((await api.get("/options")).contracts);
  } catch {
    learned = undefined;
  }
}

async function route(keepFocus = false) {
  const mine = ++turn;
  leave?.();
  leave = null;
  const { page, parts, query } = address();
  drawBar(page);
  const main = byId("main");
  const load = PAGES[page];
  if (!load) {
    nothingHere(main);
    return;
  }
  const module = await load();
  await (learned ??= learn());
  if (mine !== turn) return;
  // Each opening has a place of its own: one that is overtaken while it waits writes where nobody looks.
  const place = h("div");
  show(main, place);
  delete main.dataset.page;
  let end = null;
  try {
    end = (await module.open(place, parts, query)) ?? null;
  } catch (error) {
    if (mine === turn) nothingHere(main, error.message);
  }
  if (mine !== turn) {
    end?.();
    return;
  }
  leave = end;
  main.dataset.page = page || "home"; // all of it is there
  if (!keepFocus) main.focus({ preventScroll: true });
}

/** What an address gives that leads nowhere: an old link, somebody else's game. */
function nothingHere(main, why = "") {
  show(main, h("h1", { id: "nothing" }, t("not-found")), why && h("p", {}, why), h("a", { class: "button main", href: "#/" }, t("go-home")));
}

function drawBar(page) {
  const current = { game: "", list: "", join: "" }[page] ?? page;
  byId("skip").textContent = t("skip");
  show(
    byId("top"),
    h("div", { class: "bar" },
      h("a", { class: "brand", href: "#/" }, h("img", { src: "/static/icon.svg", alt: "" }), "Kiebitz"),
      h("nav", { "aria-label": t("main-menu") },
        TABS.map(([name, word]) => h("a", { href: `#/${name}`, "aria-current": name === current ? "page" : null }, t(word)))),
      h("button", { class: "plain icon", "aria-label": t("keys"), title: t("keys"), onclick: showKeys }, "?"),
      h("button", { class: "plain icon", "aria-label": t("settings"), title: t("settings"), onclick: showSettings }, "⚙")),
  );
  // On a phone the bar is wider than the window: the present page is in sight.
  const tabs = /** @type {HTMLElement} */ (document.querySelector(".bar nav"));
  const here = /** @type {HTMLElement | null} */ (tabs.querySelector("[aria-current]"));
  if (here) tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - here.clientWidth) / 2;
}

function chooser(name, word, choices) {
  return h("div", { class: "field" }, h("label", { for: `set-${name}` }, t(word)),
    h("select", { id: `set-${name}`, onchange: (event) => change({ [name]: event.target.value }) },
      choices.map(([value, text]) => h("option", { value, selected: settings[name] === value }, text))));
}

/** The settings as they are worded now: a change of language words them again. */
function settingFields() {
  return h("div", { class: "fields" },
    h("div", { class: "field" }, h("label", { for: "set-name" }, t("your-name")),
      h("input", { type: "text", id: "set-name", maxlength: 20, value: settings.name, onchange: (event) => change({ name: event.target.value.trim() }) })),
    chooser("language", "language", [["en", "English"], ["de", "Deutsch"]]),
    chooser("suits", "suits", ["french", "tournament", "german"].map((v) => [v, t(`suits-${v}`)])),
    chooser("theme", "theme", ["auto", "light", "dark"].map((v) => [v, t(`theme-${v}`)])),
    chooser("speed", "speed", ["slow", "normal", "fast", "instant"].map((v) => [v, t(`speed-${v}`)])),
    chooser("sound", "sound", ["off", "quiet"].map((v) => [v, t(`sound-${v}`)])));
}

function showSettings() {
  dialog("settings", settingFields);
}

function showKeys() {
  const rows = [["← →", "key-arrows"], ["Enter", "key-enter"], ["B", "key-b"], ["P", "key-p"], ["S", "key-s"], ["D", "key-d"], ["H", "key-h"], ["U", "key-u"], ["L", "key-l"], ["N", "key-n"], ["M", "key-m"], ["?", "key-question"]];
  dialog("keys", () => [h("p", {}, h("a", { href: "#/learn", onclick: (event) => event.target.closest("dialog").close() }, t("learn-title"))), h("dl", { class: "keys" }, rows.map(([key, word]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(word)))))]);
}

document.addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog");
  if (event.key === "?" && !typing) showKeys();
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
addEventListener("hashchange", () => route());
onChange(async () => {
  redrawDialog();
  await route(true);
});
applyTheme();
route(true);
// Learning works without the server, too. Where there is no secure address, there is no such worker.
navigator.serviceWorker?.register("/sw.js").catch(() => {});

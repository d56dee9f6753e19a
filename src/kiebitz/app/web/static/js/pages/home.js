// The start: deal a game, play a list, set up a deal; the games so far.
import * as api from "../api.js";
import { lyingCard, miniCard } from "../cards.js";
import { h, notice, s } from "../dom.js";
import { change, settings } from "../settings.js";
import { contractName, dateText, signed, t } from "../words.js";

const go = (path) => (location.hash = path);

function strengthChooser(id, word, strengths) {
  const like = h("p", { class: "small soft", id: `${id}-like` }, t(`level-${settings[id]}`));
  const choose = (name) => {
    change({ [id]: name });
    like.textContent = t(`level-${name}`);
  };
  return h("div", { class: "field grow" }, h("label", { for: id }, t(word)),
    h("select", { id, "aria-describedby": like.id, onchange: (event) => choose(event.target.value) },
      strengths.map((one) => h("option", { value: one.name, selected: settings[id] === one.name }, t(`strength-${one.name}`)))), like);
}

async function attempt(action) {
  try {
    await action();
  } catch (error) {
    notice(error.message);
  }
}

export async function open(main) {
  const [options, games, lists] = await Promise.all([api.get("/options"), api.get("/games?limit=12"), api.get("/lists")]);
  const strengths = () => [settings.left, settings.right];
  const seed = h("textarea", { id: "deal-text", rows: 2, maxlength: 8000, spellcheck: "false", placeholder: "4711" });
  const seat = h("select", { id: "deal-seat" }, h("option", { value: "" }, t("any-seat")), [0, 1, 2].map((n) => h("option", { value: n }, t(`seat-${n}`))));
  const setUp = () => attempt(async () => {
    const text = seed.value.trim();
    const body = { strengths: strengths() };
    if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) body.seed = Number(text);
    else if (text) body.deal = text;
    if (seat.value !== "") body.seat = Number(seat.value);
    go(`#/game/${(await api.post("/games", body)).id}`);
  });
  const deal = () => attempt(async () => go(`#/game/${(await api.post("/games", { strengths: strengths() })).id}`));
  const deals = h("select", { id: "list-deals" }, [36, 12, 48].map((n) => h("option", { value: n }, n)));
  const chairs = h("select", { id: "list-chairs", onchange: () => (deals.value = chairs.value === "4" ? "48" : "36") }, [3, 4].map((n) => h("option", { value: n }, t(`list-chairs-${n}`))));
  const startList = () => attempt(async () => go(`#/game/${(await api.post("/lists", { strengths: strengths(), deals: Number(deals.value), chairs: Number(chairs.value) })).current}`));
  const clock = h("input", { type: "number", id: "clock", min: 5, max: 600, placeholder: "–" });
  const openTable = () => attempt(async () => go(`#/game/${(await api.post("/tables", { strengths: strengths(), name: settings.name, clock: clock.value ? Number(clock.value) : null })).id}`));
  const unfinished = games.find((game) => !game.over);

  main.append(
    h("section", { class: "panel welcome" },
      feltPicture(),
      h("div", {}, h("h1", {}, t("welcome")), h("p", {}, t("welcome-text")),
        h("div", { class: "row strengths" }, strengthChooser("left", "left-player", options.strengths), strengthChooser("right", "right-player", options.strengths)),
        h("div", { class: "row" },
          h("button", { class: "main large", id: "deal", onclick: deal }, t("deal")),
          unfinished && h("a", { class: "button large", href: `#/game/${unfinished.id}` }, t("continue"))))),
    h("nav", { class: "tiles", "aria-label": t("what-to-do") },
      tile("learn", t("learn-title"), t("home-learn-text"), smallFan(["CJ", "SJ", "HJ", "DJ"]), "learn-skat"),
      tile("train", t("home-train"), t("home-train-text"), [smallFan(["CA", "HT"]), h("span", { class: "score" }, "?")]),
      tile("review", t("home-review"), t("home-review-text"), curve()),
      tile("bridge", t("home-bridge"), t("home-bridge-text"), smallFan(["SA", "HK", "CQ", "DJ"], "french"))),
    h("div", { class: "columns" },
      h("section", { class: "panel" },
        h("h2", {}, t("list")), h("p", { class: "small soft" }, t("term-list")),
        h("div", { class: "row" }, h("div", {}, h("label", { for: "list-chairs" }, t("list-chairs")), chairs), h("div", {}, h("label", { for: "list-deals" }, t("list-deals")), deals), h("button", { id: "start-list", onclick: startList }, t("start-list")))),
      h("section", { class: "panel" },
        h("h2", {}, t("friends")), h("p", { class: "small soft" }, t("friends-text")),
        h("div", { class: "row" }, h("div", {}, h("label", { for: "clock" }, t("friends-clock")), clock), h("button", { id: "open-table", onclick: openTable }, t("friends-open")))),
      h("section", { class: "panel" },
        h("h2", {}, t("set-up")),
        h("p", { class: "small soft" }, t("set-up-text")),
        h("div", { class: "field" }, h("label", { for: "deal-text" }, t("seed-or-deal")), seed),
        h("div", { class: "row" }, h("div", {}, h("label", { for: "deal-seat" }, t("your-seat")), seat), h("button", { id: "set-up", onclick: setUp }, t("deal"))))),
    h("section", { class: "panel" }, h("h2", {}, t("your-games")), games.length ? [gameTable(games), h("p", {}, h("a", { class: "button", id: "to-statistics", href: "#/statistics" }, t("stats")))] : h("p", { class: "soft" }, t("no-games"))),
  );
  if (lists.length) main.append(h("section", { class: "panel" }, h("h2", {}, t("your-lists")), listTable(lists)));
  const keys = (event) => {
    if (!event.target.closest("input, textarea, select, dialog") && event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey) deal();
  };
  document.addEventListener("keydown", keys);
  return () => document.removeEventListener("keydown", keys);
}

/** Somewhere to go, with a small picture of what is there. */
function tile(page, title, text, picture, id = `to-${page}`) {
  return h("a", { class: "tile", href: `#/${page}`, id }, h("span", { class: "sight", "aria-hidden": "true" }, picture), h("span", {}, h("strong", {}, title), h("span", { class: "small soft" }, text)));
}

const smallFan = (cards, deck = settings.suits) => h("span", { class: "fan" }, cards.map((card) => lyingCard(card, "tiny", deck)));

/** How a chance goes up and is thrown away. */
const curve = () => s("svg", { class: "curve-sight", viewBox: "0 0 84 48" }, s("path", { d: "M4 30 18 18 32 22 46 8 58 10 80 42" }), s("circle", { cx: 58, cy: 10, r: 5 }));

/** A picture of what one can do here: a trick on the felt, one's own hand, the chances of the next card. */
function feltPicture() {
  return h("div", { class: "felt picture", "aria-hidden": "true" },
    h("div", { class: "trick" }, lyingCard("SK", "left"), lyingCard("S8", "right")),
    h("div", { class: "fan" }, ["CJ", "SJ", "CA", "HT", "DA"].map((card) => lyingCard(card))),
    h("ul", { class: "candidates" }, [["SJ", 92], ["CJ", 71], ["DA", 38]].map(([card, chance]) => h("li", {}, miniCard(card), h("span", { class: "meter" }, h("i", { style: { width: `${chance}%` } })), h("span", { class: "number small" }, `${chance} %`)))));
}

function gameTable(games) {
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, t("when")), h("th", {}, t("game")), h("th", { class: "number" }, t("points")))),
    h("tbody", {}, games.map((game) => h("tr", {},
      h("td", {}, h("a", { href: `#/game/${game.id}` }, dateText(game.updated))),
      h("td", {}, game.over ? (game.contract ? contractName(game.contract) : t("passed")) : t("unfinished"), " ",
        game.declarer === game.seat && h("span", { class: "badge accent" }, t("declarer")), " ",
        game.won !== null && h("span", { class: `badge ${game.won ? "good" : "bad"}` }, game.won ? "✓" : "✗"), " ",
        game.seat === null && game.over && h("span", { class: "badge" }, t("sat-out")), " ",
        game.imported && h("span", { class: "badge" }, t("elsewhere")), " ",
        game.practice && h("span", { class: "badge" }, t("practice"))),
      h("td", { class: "number" }, game.points === null ? "" : signed(game.points)))))));
}

function listTable(lists) {
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, t("list")), h("th", {}, t("deals-played")), h("th", { class: "number" }, t("your-points")))),
    h("tbody", {}, lists.map((sheet) => h("tr", {},
      h("td", {}, h("a", { href: `#/list/${sheet.id}` }, t(sheet.chairs === 4 ? "list-of-four" : "list-of", { n: sheet.deals }))),
      h("td", {}, `${sheet.rows.filter((row) => row.over).length} / ${sheet.deals}`),
      h("td", { class: "number" }, signed(sheet.totals[0])))))));
}

// What can be done now: bid, pick up, declare.
import { byId, h } from "./dom.js";
import { term } from "./terms.js";
import { contractName, gameName, signed, t } from "./words.js";

// Choices that are not sent yet: the game, what is announced, whether a hand game is wanted.
let choices = {};
export function forgetChoices() {
  choices = {};
}

export function actionsOf(page) {
  const { table } = page;
  if (table.watching || table.to_move !== table.seat || page.behind() || table.friends?.away[table.seat]) {
    const name = table.to_move === null ? "" : page.name(table.to_move);
    return h("p", { class: "soft dots", role: "status" }, t("waits", { name }));
  }
  if (table.phase === "bid") return bidding(page);
  if (table.phase === "answer") return answering(page);
  if (table.phase === "pick_up") return pickingUp(page);
  if (table.phase === "declare") return declaring(page);
  return h("h2", {}, t("your-turn"));
}

function bidding(page) {
  const { table } = page;
  const higher = table.legal.filter((move) => /^\d+$/.test(move)).slice(1, 30);
  const other = h("select", { id: "other-bid", "aria-label": t("other-bid") }, higher.map((bid) => h("option", { value: bid }, bid)));
  return h("div", { class: "actions" }, h("h2", {}, term("bid", t("auction"))), h("p", { class: "small soft" }, t("auction-your-hand")),
    h("div", { class: "row" },
      table.next_bid && h("button", { class: "main", id: "bid", onclick: () => page.move(String(table.next_bid)) }, t("bid", { bid: table.next_bid }), " ", h("kbd", {}, "B")),
      h("button", { id: "pass", onclick: () => page.move("p") }, t("pass"), " ", h("kbd", {}, "P"))),
    higher.length > 0 && h("div", { class: "row" }, h("span", { class: "small soft" }, t("other-bid")), other, h("button", { onclick: () => page.move(other.value) }, t("bid-jump"))));
}

function answering(page) {
  const { table } = page;
  return h("div", { class: "actions" }, h("h2", {}, t("auction")),
    h("div", { class: "row" },
      h("button", { class: "main", id: "bid", onclick: () => page.move("y") }, t("hold", { bid: table.bid }), " ", h("kbd", {}, "B")),
      h("button", { id: "pass", onclick: () => page.move("p") }, t("pass"), " ", h("kbd", {}, "P"))));
}

function pickingUp(page) {
  if (choices.hand) return declaring(page);
  return h("div", { class: "actions" }, h("h2", {}, t("won-auction", { bid: page.table.bid })),
    h("div", { class: "row" },
      h("button", { class: "main", id: "pick-up", onclick: () => page.move("s") }, t("pick-up"), " ", h("kbd", {}, "S")),
      h("button", { id: "play-hand", onclick: () => choose(page, { hand: true }) }, t("play-hand"))));
}

function choose(page, changes) {
  const focused = document.activeElement?.id;
  Object.assign(choices, changes);
  page.wishedGame = choices.game;
  page.draw();
  byId(focused)?.focus();
}

function declaring(page) {
  const { table } = page;
  const handGame = table.phase === "pick_up";
  const offers = new Map(table.offers.map((offer) => [offer.move, offer]));
  const games = [..."CSHDGN"].filter((game) => table.offers.some((offer) => offer.move[0] === game));
  const variants = (game) => table.offers.filter((offer) => offer.move[0] === game);
  if (!games.includes(choices.game)) choices.game = null;
  const mine = choices.game ? variants(choices.game) : [];
  const offer = mine.find((one) => one.move === choices.move) ?? mine[0];
  const ready = offer && (handGame || page.chosen.size === 2);
  const say = () => {
    const move = handGame ? offer.move : [offer.move, ...page.chosen].join(".");
    forgetChoices();
    page.wishedGame = null;
    page.focusHand = true;
    page.move(move);
  };
  return h("div", { class: "actions" },
    h("h2", {}, handGame ? t("play-hand") : t("your-game")),
    !handGame && h("p", { class: "small", role: "status" }, page.chosen.size === 2 ? t("discard-count", { n: 2 }) : `${t("choose-discard")} ${t("discard-count", { n: page.chosen.size })}`),
    h("fieldset", {}, h("legend", { class: "unseen" }, t("your-game")),
      h("div", { class: "chips" }, games.map((game) => h("label", { class: "chip" },
        h("input", { type: "radio", name: "game", id: `game-${game}`, value: game, checked: choices.game === game, onchange: () => choose(page, { game, move: null }) }),
        h("span", {}, gameName(game), h("small", {}, range(offers.get(variants(game)[0].move)))))))),
    mine.length > 1 && h("fieldset", {}, h("legend", {}, t("extras"), " ", term("hand"), " · ", term("ouvert"), " · ", term("schneider")),
      h("div", { class: "chips" }, mine.map((one) => h("label", { class: "chip" },
        h("input", { type: "radio", name: "variant", id: `variant-${one.move}`, value: one.move, checked: one === offer, onchange: () => choose(page, { move: one.move }) }),
        h("span", {}, t(`variant-${one.move.slice(1)}`), h("small", {}, range(one))))))),
    offer && offer.enough !== "no" && h("p", { class: "small", id: "risk" }, t("risk", { won: stake(offer.won), lost: stake(offer.lost) })),
    offer && offer.enough === "no" && h("p", { class: "bad small", id: "risk", role: "alert" }, t("too-low", { bid: table.bid })),
    offer && offer.enough === "maybe" && h("p", { class: "warn small" }, t("maybe-low", { bid: table.bid })),
    h("div", { class: "row" },
      h("button", { class: "main", id: "declare", disabled: !ready, onclick: say }, offer ? t("declare", { contract: contractName(offer.move) }) : t("choose-game"), " ", h("kbd", {}, "D")),
      handGame && h("button", { onclick: () => choose(page, { hand: false }) }, t("back"))));
}

const stake = (points) => points.map(signed).join(t("up-to"));
const range = (offer) => (offer.low === offer.high ? `${offer.low}` : `${offer.low}–${offer.high}`);

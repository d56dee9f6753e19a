// A Bridge contract with two hidden hands: play it, ask for the best card, see what each card was worth.
import * as api from "./api.js";
import { builder } from "./bridgebuild.js";
import { SYMBOLS, bridgeCardName, bridgeCardText, bridgeReasonText } from "./bridgecards.js";
import { lineList } from "./bridgeline.js";
import { bridgeHand, bridgeTable } from "./bridgetable.js";
import { h, notice, show, speak } from "./dom.js";
import { settings } from "./settings.js";
import { decimal, t } from "./words.js";

const SEATS = ["N", "E", "S", "W"];
const STRAINS = ["C", "D", "H", "S", "NT"];
const DEALT = ["3NT", "4S"]; // contracts for which deals are looked for
const ROLES = ["declarer", "leader", "third-hand"];
const PATIENCE = 400; // milliseconds before it is said that the computer thinks
const contractText = (contract) => `${contract[0]} ${contract.endsWith("NT") ? t("nt") : SYMBOLS[contract[1]]}`;
const isNumber = (deal) => typeof deal === "number";
const newDeal = () => Math.floor(Math.random() * 1e6);
const percent = (share) => `${Math.round(100 * share)} %`;

export class HiddenPlay {
  constructor(main, query) {
    const deal = query.get("deal") ?? String(newDeal());
    /** @type {number | string} a number, or the key of a deal of one's own */
    this.deal = /^\d{1,9}$/.test(deal) ? Number(deal) : deal;
    this.contract = query.get("contract") ?? "3NT";
    this.declarer = query.get("declarer") ?? "S";
    this.role = query.get("role") ?? "declarer";
    this.played = (query.get("played") ?? "").split(/[\s.]+/).filter(Boolean);
    /** @type {import("./answers.js").HiddenAnswer | null} what the player sees */
    this.seen = null;
    this.busy = false;
    this.table = h("section", { class: "panel", id: "hidden-play" });
    this.advice = h("section", { class: "panel", id: "advice", hidden: true });
    main.append(h("h1", {}, t("hidden-play")), h("p", { class: "soft" }, t("hidden-play-text")), this.table, this.advice, this.ownDeal());
  }

  /**
   * A choice with its label.
   * @param {string} id
   * @param {string} word
   * @param {string} value
   * @param {string[][]} choices
   * @param {(value: string) => void} [onChoice]
   */
  pick(id, word, value, choices, onChoice) {
    return h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => onChoice?.(event.target.value) }, choices.map(([choice, name]) => h("option", { value: choice, selected: choice === value }, name))));
  }

  /**
   * @param {string} id
   * @param {(value: string) => void} [onChoice]
   */
  pickRole(id, onChoice) {
    return this.pick(id, "hidden-role", this.role, ROLES.map((role) => [role, t(`hidden-${role}`)]), onChoice);
  }

  /** A deal that the player brings: text or builder, contract, declarer. */
  ownDeal() {
    const text = h("textarea", { id: "own-pbn", rows: 3, spellcheck: "false" });
    const build = h("details", { ontoggle: () => rebuild() }, h("summary", { id: "own-build" }, t("builder")));
    const rebuild = () => build.open && show(build, build.firstChild, builder(text.value, (pbn) => { text.value = pbn; }));
    text.addEventListener("input", rebuild);
    const level = this.pick("own-level", "hidden-level", this.contract[0], [..."1234567"].map((one) => [one, one]));
    const strain = this.pick("own-strain", "trump", this.contract.slice(1), STRAINS.map((one) => [one, one === "NT" ? t("nt") : SYMBOLS[one]]));
    const declarer = this.pick("own-declarer", "hidden-declarer", this.declarer, SEATS.map((seat) => [seat, t(seat)]));
    const role = this.pickRole("own-role");
    const value = (box) => box.querySelector("select").value;
    const start = async () => {
      try {
        const kept = await api.post("/bridge/hidden/deals", { deal: text.value.trim() });
        await this.go({ deal: kept.key, contract: value(level) + value(strain), declarer: value(declarer), role: value(role), played: [] });
        this.table.scrollIntoView({ block: "nearest" });
      } catch (error) {
        notice(error.message);
      }
    };
    return h("section", { class: "panel" }, h("details", { id: "own-deal" }, h("summary", {}, t("hidden-own")),
      h("p", { class: "small soft" }, t("hidden-own-text")),
      h("div", { class: "field" }, h("label", { for: "own-pbn" }, t("pbn")), text), build,
      h("div", { class: "row" }, level, strain, declarer, role, h("span", { class: "grow" }), h("button", { class: "main", id: "own-start", onclick: start }, t("hidden-start")))));
  }

  question() {
    return { deal: this.deal, contract: this.contract, declarer: this.declarer, role: this.role, played: this.played.join(" ") };
  }

  /**
   * Asks the server something; one question at a time.
   * @template {"play" | "advice" | "review"} P
   * @param {P} path
   * @returns {Promise<import("./answers.js").Posted<`/bridge/hidden/${P}`> | null>}
   */
  async ask(path) {
    if (this.busy) return null;
    this.busy = true;
    try {
      return await api.post(`/bridge/hidden/${path}`, this.question());
    } catch (error) {
      notice(error.message);
      return null;
    } finally {
      this.busy = false;
    }
  }

  async go(changes = {}) {
    if (this.busy) return;
    const before = { deal: this.deal, contract: this.contract, declarer: this.declarer, role: this.role, played: this.played };
    Object.assign(this, changes);
    const thinking = setTimeout(() => show(this.table.querySelector("#hidden-status") ?? this.table, h("span", { class: "soft dots" }, t("hint-thinking"))), PATIENCE);
    const found = await this.ask("play");
    clearTimeout(thinking);
    if (!found) {
      Object.assign(this, before);
      show(this.table);
      this.draw();
      return;
    }
    this.seen = found;
    this.played = found.played;
    this.advice.hidden = true;
    history.replaceState(null, "", `#/bridge/play?${new URLSearchParams({ deal: String(this.deal), contract: this.contract, declarer: this.declarer, role: this.role, played: this.played.join(".") })}`);
    const focused = document.activeElement;
    const mine = this.table.contains(focused);
    this.draw();
    // Keys play on, or go on choosing.
    if (mine) this.table.querySelector(focused?.tagName === "SELECT" ? `#${focused.id}` : "button.card")?.focus({ preventScroll: true });
    const told = found.played.slice(before.played.length).map(bridgeCardName);
    speak([...told, this.status()].join(". "));
  }

  /** Whose turn it is, or how it ended. */
  status() {
    const { seen } = this;
    if (!seen) return "";
    return seen.to_move ? t("to-play", { seat: t(seen.to_move) }) : t(`${this.side()}-${seen.made ? "made" : "down"}`, { n: seen.won[0], other: seen.won[1] });
  }

  /** Declarer and defenders are told the same in other words. */
  side() {
    return this.role === "declarer" ? "hidden" : "defended";
  }

  draw() {
    const { seen } = this;
    if (!seen) return;
    const choice = (card) => (seen.legal.includes(card) ? { "data-card": card, onclick: () => this.go({ played: [...this.played, card] }) } : {});
    const hand = (seat) => (seen.hands[seat] ? bridgeHand(seen.hands[seat], seen.to_move === seat ? choice : () => ({})) : this.left(seat));
    const last = this.played.slice(0, this.played.length - seen.trick.length).slice(-4);
    const back = () => this.go({ played: this.played.slice(0, this.lastOwn()) });
    show(this.table, h("div", { class: "row" },
      isNumber(this.deal) && DEALT.includes(this.contract)
        ? this.pick("hidden-contract", "hidden-contract", this.contract, DEALT.map((one) => [one, contractText(one)]), (contract) => this.go({ contract, played: [] }))
        : h("p", { id: "own-name" }, t("hidden-own-name", { contract: contractText(this.contract), seat: t(this.declarer) })),
      // Who changes sides has seen cards that are hidden now: a deal that is not one's own is dealt anew.
      this.pickRole("hidden-role", (role) => this.go({ role, deal: isNumber(this.deal) ? newDeal() : this.deal, played: [] })),
      h("button", { id: "hidden-new", onclick: () => this.go({ deal: newDeal(), contract: DEALT.includes(this.contract) ? this.contract : "3NT", declarer: "S", played: [] }) }, t("hidden-new")),
      h("button", { disabled: this.lastOwn() < 0, onclick: back }, t("undo")),
      h("button", { disabled: this.lastOwn() < 0, onclick: () => this.go({ played: [] }) }, t("restart")),
      h("span", { class: "grow" }),
      seen.to_move
        ? h("button", { class: "main", id: "ask-advice", onclick: () => this.showAdvice() }, t(`${this.side()}-ask`))
        : h("button", { class: "main", id: "ask-review", onclick: () => this.showReview() }, t("hidden-review"))),
    bridgeTable({ hand, turn: seen.to_move, trick: seen.trick, leader: seen.trick_leader, own: seen.seat },
      h("p", { id: "hidden-status" }, this.status()),
      h("p", { class: "small soft" }, t(`${this.side()}-tricks`, { own: seen.won[0], target: seen.target, other: seen.won[1] })),
      last.length === 4 && h("p", { class: "small soft" }, `${t("hidden-last")} ${last.map(bridgeCardText).join(" ")}`)));
  }

  /** How many cards a hidden hand has left. */
  left(seat) {
    const { trick, trick_leader: leader } = /** @type {import("./answers.js").HiddenAnswer} */ (this.seen);
    const place = (SEATS.indexOf(seat) - SEATS.indexOf(leader) + 4) % 4;
    return 13 - (this.played.length - trick.length) / 4 - (place < trick.length ? 1 : 0);
  }

  /** Where the player last chose: the others' cards after it are taken back too. */
  lastOwn() {
    return this.seen?.own?.at(-1) ?? -1;
  }

  async showAdvice() {
    this.advice.hidden = false;
    show(this.advice, h("p", { class: "soft dots", role: "status" }, t("hint-thinking")));
    const found = await this.ask("advice");
    if (!found) {
      this.advice.hidden = true;
      return;
    }
    const layouts = found.layouts === null ? "?" : found.layouts.toLocaleString(settings.language);
    show(this.advice, h("h2", {}, t(`${this.side()}-best`, { card: bridgeCardText(found.card), n: percent(found.cards[0].best_defence ?? found.cards[0].double_dummy) })),
      found.reasons.length > 0 && h("ul", { class: "reasons", id: "advice-reasons" }, found.reasons.map((reason) => h("li", {}, bridgeReasonText(reason)))),
      h("div", { class: "scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, ["hidden-card", `${this.side()}-defence`, "hidden-open", "hidden-mean"].map((word, n) => h("th", { class: n ? "number" : "" }, t(word))))),
        h("tbody", {}, found.cards.map((one) => h("tr", { "data-advice": one.card }, h("th", { scope: "row" }, bridgeCardText(one.card)),
          h("td", { class: "number" }, one.best_defence === null ? "–" : percent(one.best_defence)), h("td", { class: "number" }, percent(one.double_dummy)), h("td", { class: "number" }, decimal(one.tricks.toFixed(2)))))))),
      found.line.length > 0 && h("section", { id: "advice-line" }, h("h3", {}, t("hidden-line", { n: found.line_wins, worlds: found.worlds })), h("p", { class: "small soft" }, t("hidden-line-text")), lineList(found.line)),
      h("p", { class: "small soft" }, t(`${this.side()}-layouts`, { layouts, worlds: found.worlds, depth: found.depth })));
  }

  async showReview() {
    this.advice.hidden = false;
    show(this.advice, h("p", { class: "soft dots", role: "status" }, t("hint-thinking")));
    const found = await this.ask("review");
    if (!found) {
      this.advice.hidden = true;
      return;
    }
    show(this.advice, h("h2", {}, t("hidden-review")), h("p", { class: "small soft" }, t(`${this.side()}-review-text`)),
      h("div", { class: "scroll" }, h("table", { id: "truths" },
        h("thead", {}, h("tr", {}, ["hidden-trick", "hidden-card", "hidden-chance", "hidden-better", "hidden-cost"].map((word, n) => h("th", { class: n % 2 ? "" : "number" }, t(word))))),
        h("tbody", {}, found.cards.map((one) => h("tr", {}, h("td", { class: "number" }, Math.floor(one.number / 4) + 1), h("th", { scope: "row" }, bridgeCardText(one.card)),
          h("td", { class: "number" }, percent(one.chance)),
          h("td", {}, one.best_chance > one.chance + 0.005 ? `${bridgeCardText(one.best)} ${percent(one.best_chance)}` : ""),
          h("td", { class: "number" }, one.cost ? `−${one.cost}` : "")))))),
      h("a", { class: "button", href: `#/bridge?${new URLSearchParams({ deal: found.deal, trump: this.contract.slice(1), leader: SEATS[(SEATS.indexOf(this.declarer) + 1) % 4], played: this.played.join(".") })}` }, t("hidden-all-open")));
  }
}

// A Bridge deal: tricks of every contract, par, the value of every card, what a played hand cost.
import * as api from "../api.js";
import { builder } from "../bridgebuild.js";
import { SYMBOLS, bridgeCardName, bridgeCardText, bridgeReasonText, rankText, strainText, suitSpan } from "../bridgecards.js";
import { HiddenPlay } from "../bridgeplay.js";
import { bridgeHand, bridgeTable } from "../bridgetable.js";
import { byId, h, notice, show } from "../dom.js";
import { decimal, signed, t } from "../words.js";

const EXAMPLE = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
const SEATS = ["N", "E", "S", "W"];
const STRAINS = ["C", "D", "H", "S", "NT"];

const sideName = (side) => t(side.length === 2 ? `vul-${side.toLowerCase()}` : side);

function parText({ score, contracts }) {
  const played = contracts.map((one) => [`${one.level} `, strainText(one.strain), "x".repeat(one.doubled), ` ${sideName(one.declarers)} ${one.over ? signed(one.over) : "="}`]);
  return [`${t("vul-ns")} ${signed(score)}: `, played.length ? played.flatMap((words, n) => (n ? [", ", words] : [words])) : t("all-passed")];
}

export function open(main, parts, query) {
  if (parts[0] === "play") return void new HiddenPlay(main, query).go();
  new Bridge(main, query).start();
}


class Bridge {
  constructor(main, query) {
    this.deal = query.get("deal") ?? "";
    this.trump = query.get("trump") ?? "NT";
    this.leader = query.get("leader") ?? "W";
    this.played = (query.get("played") ?? "").split(/[\s.]+/).filter(Boolean);
    this.text = this.deal; // as it was given: perhaps with several boards
    this.which = 0; // of these boards
    this.table = null; // tricks of every contract
    this.board = null; // the values of the cards now
    this.vulnerable = "None";
    this.dealer = "N";
    this.form = h("section", { class: "panel" });
    this.result = h("div", {});
    main.append(h("h1", {}, t("bridge")), h("p", { class: "soft" }, t("bridge-text")), h("p", {}, h("a", { class: "button", id: "play-hidden", href: "#/bridge/play" }, t("hidden-play"))), this.form, this.result);
  }

  start() {
    const text = h("textarea", { id: "pbn", rows: 3, spellcheck: "false", value: this.deal, placeholder: EXAMPLE });
    const pick = (id, word, value, choices, onchange) => h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => onchange(event.target.value) }, choices.map(([choice, name]) => h("option", { value: choice, selected: choice === value }, name))));
    const build = h("details", { ontoggle: () => rebuild() }, h("summary", { id: "build" }, t("builder")));
    const rebuild = () => build.open && show(build, build.firstChild, builder(text.value, (pbn) => { text.value = pbn; }));
    text.addEventListener("input", rebuild);
    show(this.form,
      h("div", { class: "field" }, h("label", { for: "pbn" }, t("pbn")), text),
      build,
      h("div", { class: "row" },
        pick("vulnerable", "vulnerable", this.vulnerable, [["None", t("vul-none")], ["NS", t("vul-ns")], ["EW", t("vul-ew")], ["Both", t("vul-both")]], (value) => { this.vulnerable = value; }),
        pick("dealer", "dealer", this.dealer, SEATS.map((seat) => [seat, t(seat)]), (value) => { this.dealer = value; }),
        h("span", { class: "grow" }),
        h("button", { id: "example", onclick: () => { text.value = EXAMPLE; rebuild(); this.analyse(EXAMPLE); } }, t("example")),
        h("button", { class: "main", id: "analyse", onclick: () => this.analyse(text.value.trim()) }, t("analyse"))));
    if (this.deal) this.analyse(this.deal, { keep: true });
  }

  /** Looks at a deal; a PBN game says itself who dealt and what was played. */
  async analyse(text, { keep = false, board = 0 } = {}) {
    if (!text) return;
    const isGame = /[[|]/.test(text);
    show(this.result, h("p", { class: "soft dots", role: "status" }, t("hint-thinking")));
    try {
      const found = await api.post("/bridge/table", isGame ? { deal: text, board } : { deal: text, board, vulnerable: this.vulnerable, dealer: this.dealer });
      Object.assign(this, { table: found, deal: found.deal, text, which: board });
      if (isGame) {
        this.vulnerable = byId("vulnerable").value = found.vulnerable;
        this.dealer = byId("dealer").value = found.dealer;
      }
      if (found.trump) Object.assign(this, { trump: found.trump, leader: found.leader });
      if (!keep) this.played = [];
      this.playBox = h("section", { class: "panel" });
      const costs = this.costPanel(keep ? this.played : found.played);
      await this.value();
      show(this.result, h("div", { class: "bridge" }, this.tablePanel(), this.playBox), costs.panel);
      if (found.played.length) costs.ask();
    } catch (error) {
      show(this.result);
      notice(error.message);
    }
  }

  tablePanel() {
    const { table, boards } = this.table;
    return h("section", { class: "panel", id: "dd" }, h("h2", {}, t("dd-table")),
      boards.length > 1 && h("div", { class: "field" }, h("label", { for: "which" }, t("choose-board")), h("select", { id: "which", onchange: (event) => this.analyse(this.text, { board: Number(event.target.value) }) }, boards.map((name, n) => h("option", { value: n, selected: n === this.which }, t("board-n", { n: name }))))),
      h("div", { class: "scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), STRAINS.map((strain) => h("th", { class: "number" }, strainText(strain))))),
        h("tbody", {}, SEATS.map((seat) => h("tr", {}, h("th", { scope: "row" }, t(seat)), STRAINS.map((strain) => h("td", { class: "number", "data-cell": `${seat}-${strain}` }, table[seat][strain] ?? "?"))))))),
      this.table.par && h("p", { id: "par" }, h("strong", {}, `${t("par")}: `), parText(this.table.par)),
      h("p", { class: "small soft" }, `${decimal(this.table.seconds.toFixed(2))} s`));
  }

  async value() {
    this.board = await api.post("/bridge/cards", { deal: this.deal, trump: this.trump, leader: this.leader, played: this.played.join(" ") });
    this.drawPlay();
  }

  async set(changes) {
    Object.assign(this, changes);
    try {
      await this.value();
    } catch (error) {
      notice(error.message);
    }
  }

  drawPlay() {
    const { board } = this;
    if (!board) return;
    const chosen = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.card;
    const best = Math.max(...Object.values(board.cards).map((value) => value ?? -1));
    const offer = (card) => {
      const value = board.cards[card] ?? null;
      return value === null ? {} : { value, class: value === best ? "best" : "", "data-card": card, onclick: () => this.set({ played: [...this.played, card] }) };
    };
    const hand = (seat) => bridgeHand(board.hands[seat], board.to_move === seat ? offer : () => ({}));
    const pick = (id, word, value, choices, key) => h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => this.set({ [key]: event.target.value, played: [] }) }, choices.map(([choice, name]) => h("option", { value: choice, selected: choice === value }, name))));
    show(this.playBox, h("h2", {}, t("play-deal")), h("p", { class: "small soft" }, t("card-values")),
      h("div", { class: "row" },
        pick("trump", "trump", this.trump, STRAINS.map((strain) => [strain, strain === "NT" ? t("nt") : SYMBOLS[strain]]), "trump"),
        pick("leader", "leader", this.leader, SEATS.map((seat) => [seat, t(seat)]), "leader"),
        h("button", { disabled: !this.played.length, onclick: () => this.set({ played: this.played.slice(0, -1) }) }, t("undo")),
        h("button", { disabled: !this.played.length, onclick: () => this.set({ played: [] }) }, t("restart")),
        h("button", { onclick: () => this.copy() }, t("copy-link"))),
      bridgeTable({ hand, turn: board.to_move, trick: board.trick, leader: board.trick_leader },
        h("p", { role: "status" }, board.to_move ? t("to-play", { seat: t(board.to_move) }) : t("finished")),
        h("p", { class: "small soft" }, `${t("tricks-ns", { n: board.won[0] })} · ${t("tricks-ew", { n: board.won[1] })}`)));
    if (chosen) this.playBox.querySelector("button.card")?.focus({ preventScroll: true }); // keys play on
  }

  async copy() {
    const link = `${location.origin}/#/bridge?${new URLSearchParams({ deal: this.deal, trump: this.trump, leader: this.leader, played: this.played.join(".") })}`;
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      notice(t("copied"));
    } catch {
      notice(link);
    }
  }

  costPanel(played) {
    const text = h("textarea", { id: "play-text", rows: 2, spellcheck: "false", value: played.join(" ") });
    const out = h("div", { id: "costs" });
    const known = h("div", { id: "known" });
    const ask = async () => {
      try {
        const found = await api.post("/bridge/costs", { deal: this.deal, trump: this.trump, leader: this.leader, played: text.value.trim() });
        show(out, found.costs.every((cost) => cost === 0) && h("p", {}, t("all-fine")), this.costList(found),
          h("p", { class: "small soft" }, t("costs-sum", { list: found.tricks.filter((_, n) => n % 4 === 0).map((n) => n ?? "?").join(" → ") })));
      } catch (error) {
        show(out);
        notice(error.message);
      }
    };
    const panel = h("section", { class: "panel" }, h("h2", {}, t("costs")), h("p", { class: "small soft" }, t("played-help")),
      h("div", { class: "field" }, h("label", { for: "play-text" }, t("played")), text), h("div", { class: "row" }, h("button", { id: "ask-costs", onclick: ask }, t("analyse")), /[[|]/.test(this.text) && played.length > 0 && h("button", { id: "ask-known", onclick: () => this.judge(known) }, t("bridge-known"))), out, known);
    return { panel, ask };
  }

  /** Every card by what its player could know: those that are called something, or were wrong only with open cards. */
  async judge(out) {
    const judged = [];
    const wrong = () => judged.filter((one) => one.grade || one.cost);
    const entry = (one) => h("li", {}, h("b", {}, `${t("trick-n", { n: one.trick })} · ${t(one.seat)} ${bridgeCardText(one.card)} `),
      one.grade && h("span", { class: `badge ${one.grade === "inaccuracy" ? "warn" : "bad"}` }, t(`verdict-${one.grade}`)),
      one.best !== one.card && h("span", {}, t("bridge-better", { card: bridgeCardText(one.best) })),
      one.reasons.length > 0 && h("ul", { class: "reasons" }, one.reasons.map((reason) => h("li", {}, bridgeReasonText(reason)))));
    const draw = (done) => show(out, h("p", { class: "small soft", role: "status" }, t(done ? "bridge-judged" : "bridge-judging", { n: judged.length })),
      done && wrong().length === 0 && h("p", {}, t("bridge-no-mistake")), h("ul", { class: "log judged-cards" }, wrong().map(entry)));
    try {
      await api.postLines("/bridge/review", { deal: this.text, board: this.which }, (line) => {
        judged.push(line);
        draw(false);
      });
      draw(true);
    } catch (error) {
      notice(error.message);
    }
  }

  /** One line a trick, what a card cost beside it; a click goes to before the card. */
  costList(found) {
    const tricks = [];
    found.cards.forEach((card, n) => {
      if (n % 4 === 0) tricks.push([]);
      tricks.at(-1).push({ card, seat: found.seats[n], cost: found.costs[n], n });
    });
    return h("ol", { class: "tricks" }, tricks.map((trick, number) => h("li", {}, h("span", { class: "soft" }, `${number + 1}.`),
      h("span", { class: "cards" }, trick.map((one) => h("button", { class: `judged ${one.cost ? "mistake" : ""}`, "data-cost": one.cost, "aria-label": t("card-cost", { card: bridgeCardName(one.card), seat: t(one.seat), n: one.cost }),
        onclick: () => { this.set({ played: found.cards.slice(0, one.n) }); this.playBox.scrollIntoView({ block: "nearest" }); } },
      h("small", { class: "soft" }, t(one.seat)[0]), suitSpan(one.card[0]), rankText(one.card[1]), one.cost > 0 && h("span", { class: "mark" }, `−${one.cost}`)))))));
  }
}

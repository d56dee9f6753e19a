// A Bridge deal: tricks of every contract, par, the value of every card, what a played hand cost.
import * as api from "./api.js";
import { h, notice, show } from "./dom.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

const EXAMPLE = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
const SEATS = ["N", "E", "S", "W"];
const STRAINS = ["C", "D", "H", "S", "NT"];
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

export function open(main, parts, query) {
  new Bridge(main, query).start();
}

const rank = (letter) => (letter === "T" ? "10" : settings.language === "de" ? { J: "B", Q: "D" }[letter] ?? letter : letter);
const suitSpan = (suit) => h("span", { class: "HD".includes(suit) ? "bad" : "" }, SYMBOLS[suit]);
const strainText = (strain) => (strain === "NT" ? t("nt") : suitSpan(strain));

class Bridge {
  constructor(main, query) {
    this.deal = query.get("deal") ?? "";
    this.trump = query.get("trump") ?? "NT";
    this.leader = query.get("leader") ?? "W";
    this.played = (query.get("played") ?? "").split(/[\s.]+/).filter(Boolean);
    this.vulnerable = "None";
    this.dealer = "N";
    this.form = h("section", { class: "panel" });
    this.result = h("div", {});
    main.append(h("h1", {}, t("bridge")), h("p", { class: "soft" }, t("bridge-text")), this.form, this.result);
  }

  start() {
    const text = h("textarea", { id: "pbn", rows: 2, spellcheck: "false", value: this.deal, placeholder: EXAMPLE });
    const builder = SEATS.map((seat) => h("div", {}, h("label", { for: `hand-${seat}` }, t(seat)), h("input", { type: "text", id: `hand-${seat}`, placeholder: "AK4.QT62.J85.972", maxlength: 20, onchange: () => {
      const hands = SEATS.map((one) => document.getElementById(`hand-${one}`).value.trim());
      if (hands.every(Boolean)) text.value = `N:${hands.join(" ")}`;
    } })));
    const pick = (id, word, value, choices, onchange) => h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => onchange(event.target.value) }, choices.map(([choice, name]) => h("option", { value: choice, selected: choice === value }, name))));
    show(this.form,
      h("div", { class: "field" }, h("label", { for: "pbn" }, t("pbn")), text),
      h("details", {}, h("summary", {}, SEATS.map((seat) => t(seat)).join(" · ")), h("div", { class: "row" }, builder)),
      h("div", { class: "row" },
        pick("vulnerable", "vulnerable", this.vulnerable, [["None", t("vul-none")], ["NS", t("vul-ns")], ["EW", t("vul-ew")], ["Both", t("vul-both")]], (value) => { this.vulnerable = value; }),
        pick("dealer", "dealer", this.dealer, SEATS.map((seat) => [seat, t(seat)]), (value) => { this.dealer = value; }),
        h("span", { class: "grow" }),
        h("button", { onclick: () => { text.value = EXAMPLE; this.analyse(EXAMPLE); } }, t("example")),
        h("button", { class: "main", id: "analyse", onclick: () => this.analyse(text.value.trim()) }, t("analyse"))));
    if (this.deal) this.analyse(this.deal, true);
  }

  async analyse(deal, keep = false) {
    if (!deal) return;
    try {
      this.table = await api.post("/bridge/table", { deal, vulnerable: this.vulnerable, dealer: this.dealer });
      this.deal = this.table.deal;
      if (!keep) this.played = [];
      this.playBox = h("section", { class: "panel" });
      show(this.result, h("div", { class: "bridge" }, this.tablePanel(), this.playBox), this.costPanel());
      await this.value();
    } catch (error) {
      notice(error.message);
    }
  }

  tablePanel() {
    const { table } = this.table;
    return h("section", { class: "panel", id: "dd" }, h("h2", {}, t("dd-table")),
      h("div", { class: "scroll" }, h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), STRAINS.map((strain) => h("th", { class: "number" }, strainText(strain))))),
        h("tbody", {}, SEATS.map((seat) => h("tr", {}, h("th", { scope: "row" }, t(seat)), STRAINS.map((strain) => h("td", { class: "number", "data-cell": `${seat}-${strain}` }, table[seat][strain] ?? "?"))))))),
      this.table.par && h("p", { id: "par" }, h("strong", {}, `${t("par")}: `), this.table.par),
      h("p", { class: "small soft" }, `${this.table.seconds.toFixed(2)} s`));
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
    const best = Math.max(...Object.values(board.cards).map((value) => value ?? -1));
    const hand = (seat) => h("div", { class: `holding ${seat.toLowerCase()}` }, h("strong", {}, t(seat), board.to_move === seat ? " ●" : ""),
      ["S", "H", "D", "C"].map((suit, row) => h("div", {}, suitSpan(suit), [...board.hands[seat][row]].map((letter) => {
        const card = suit + letter;
        const value = board.cards[card];
        if (board.to_move === seat && value !== undefined) return h("button", { class: value === best ? "best" : "", "data-card": card, "aria-label": `${suit} ${rank(letter)}: ${value}`, onclick: () => this.set({ played: [...this.played, card] }) }, rank(letter), " ", h("small", {}, value));
        return h("span", {}, rank(letter));
      }))));
    const pick = (id, word, value, choices, key) => h("div", {}, h("label", { for: id }, t(word)), h("select", { id, onchange: (event) => this.set({ [key]: event.target.value, played: [] }) }, choices.map(([choice, name]) => h("option", { value: choice, selected: choice === value }, name))));
    const start = SEATS.indexOf(board.trick_leader);
    show(this.playBox, h("h2", {}, t("play-deal")), h("p", { class: "small soft" }, t("card-values")),
      h("div", { class: "row" },
        pick("trump", "trump", this.trump, STRAINS.map((strain) => [strain, strain === "NT" ? t("nt") : SYMBOLS[strain]]), "trump"),
        pick("leader", "leader", this.leader, SEATS.map((seat) => [seat, t(seat)]), "leader"),
        h("button", { disabled: !this.played.length, onclick: () => this.set({ played: this.played.slice(0, -1) }) }, t("undo")),
        h("button", { disabled: !this.played.length, onclick: () => this.set({ played: [] }) }, t("restart")),
        h("button", { onclick: () => this.copy() }, t("copy-link"))),
      h("div", { class: "compass" }, SEATS.map(hand), h("div", { class: "c" },
        h("p", { role: "status" }, board.to_move ? t("to-play", { seat: t(board.to_move) }) : t("finished")),
        h("p", { class: "score" }, board.trick.map((card, n) => h("span", {}, `${t(SEATS[(start + n) % 4])[0]} `, suitSpan(card[0]), rank(card[1]), " "))),
        h("p", { class: "small soft" }, `${t("tricks-ns", { n: board.won[0] })} · ${t("tricks-ew", { n: board.won[1] })}`))));
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

  costPanel() {
    const text = h("textarea", { id: "play-text", rows: 2, spellcheck: "false", value: this.played.join(" ") });
    const out = h("div", { id: "costs" });
    const ask = async () => {
      try {
        const found = await api.post("/bridge/costs", { deal: this.deal, trump: this.trump, leader: this.leader, played: text.value.trim() });
        const dear = found.cards.map((card, n) => ({ card, seat: found.seats[n], cost: found.costs[n], n })).filter((one) => one.cost > 0);
        show(out, dear.length === 0 ? h("p", {}, t("all-fine")) : h("table", {},
          h("thead", {}, h("tr", {}, h("th", {}, t("trick-n", { n: "" })), h("th", {}, t("playing-player")), h("th", {}, t("rank-card")), h("th", { class: "number" }, t("cost")))),
          h("tbody", {}, dear.map((one) => h("tr", {}, h("td", {}, Math.floor(one.n / 4) + 1), h("td", {}, t(one.seat)), h("td", {}, suitSpan(one.card[0]), rank(one.card[1])), h("td", { class: "number" }, one.cost))))),
          h("p", { class: "small soft" }, found.tricks.filter((_, n) => n % 4 === 0).join(" → ")));
      } catch (error) {
        notice(error.message);
      }
    };
    return h("section", { class: "panel" }, h("h2", {}, t("costs")), h("p", { class: "small soft" }, t("played-help")),
      h("div", { class: "field" }, h("label", { for: "play-text" }, t("played")), text), h("button", { id: "ask-costs", onclick: ask }, t("analyse")), out);
  }
}

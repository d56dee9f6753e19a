// The guided game: what to say at the table, from what the table shows. No rules live here.
import { isTrump, suitName } from "./cards.js";
import { h, speak } from "./dom.js";
import { rich } from "./terms.js";
import { t } from "./words.js";

const STEPS = 8;
const GOOD = 36; // what the hand of the lesson is worth

export class Coach {
  constructor(page) {
    this.page = page;
    this.seen = new Set(); // explanations that were read
    this.found = new Set(); // trumps that were pointed out
    this.said = "";
    this.wrong = "";
  }

  /** Whether the cards are being pointed at instead of played. */
  get asking() {
    return this.seen.has("hand") && !this.seen.has("trumps");
  }

  /** A card was chosen while the trumps are asked for. */
  choose(card) {
    if (!isTrump(card, "C")) this.wrong = t("coach-trumps-no");
    else {
      this.wrong = "";
      this.found.add(card);
    }
    if (this.found.size === 7) this.read("trumps");
    else this.page.draw();
  }

  read(what) {
    this.seen.add(what);
    this.wrong = "";
    this.page.draw();
  }

  panel() {
    const { step, text, more = null } = this.now();
    if (text !== this.said) {
      this.said = text;
      speak(text.replace(/\[\[\w+\|([^\]]+)\]\]/g, "$1"));
    }
    return h("section", { class: "panel coach", id: "coach", "aria-label": t("coach") },
      h("h2", {}, t("coach"), " ", h("span", { class: "small soft" }, t("coach-step", { n: step, all: STEPS }))),
      h("p", { id: "coach-text" }, rich(text)),
      this.wrong && h("p", { class: "bad", role: "status" }, this.wrong),
      more,
      h("p", { class: "small" }, h("a", { href: "#/learn" }, t("coach-end"))));
  }

  button(word, what) {
    return h("button", { class: "main", id: "coach-on", onclick: () => this.read(what) }, t(word));
  }

  now() {
    const { table } = this.page;
    const mine = table.to_move === table.seat && !this.page.behind();
    if (!this.seen.has("hand")) return { step: 1, text: t("coach-hand"), more: this.button("coach-on", "hand") };
    if (!this.seen.has("trumps")) return { step: 2, text: t("coach-trumps"), more: h("p", { class: "soft", role: "status" }, t("coach-trumps-left", { n: this.found.size })) };
    if (table.phase === "bid" || table.phase === "answer") return { step: 3, text: this.bidText(mine) };
    if (table.phase === "over" && !this.page.behind()) return this.end();
    if (table.declarer !== table.seat && table.contract) return { step: 6, text: t("coach-defend") };
    if (table.phase === "pick_up" && mine) return { step: 4, text: t("coach-skat") };
    if (table.phase === "declare" && mine) return { step: 5, text: t("coach-declare") };
    if (table.phase === "play") return this.playing(mine);
    return { step: 4, text: t("coach-wait") };
  }

  bidText(mine) {
    const { table } = this.page;
    if (!mine) return t("coach-wait");
    const asked = table.phase === "answer" ? table.bid : table.next_bid;
    if (asked > GOOD) return t("coach-bid-over", { bid: asked });
    return asked <= 18 ? t("coach-bid") : t("coach-bid-more", { bid: asked });
  }

  playing(mine) {
    const { table } = this.page;
    const full = table.tricks.filter((trick) => trick.cards.length === 3);
    if (full.length === 1 && !this.seen.has("count") && !this.page.behind()) {
      const { points } = full[0];
      const choices = [...new Set([points, points + 4, Math.max(0, points - 3), points + 10])].sort((a, b) => a - b);
      return { step: 7, text: t("coach-count"), more: h("div", { class: "row" }, choices.map((n) => h("button", { "data-count": n, onclick: () => {
        if (n === points) this.read("count");
        else {
          this.wrong = t("coach-count-no");
          this.page.draw();
        }
      } }, n))) };
    }
    const score = full.length > 1 ? ` ${t("coach-have", { mine: table.points[0] - this.away(), away: this.away(), theirs: table.points[1] })}` : "";
    if (!mine) return { step: 6, text: t("coach-wait") + score };
    const lying = table.tricks.at(-1);
    const open = lying && lying.winner === null && lying.cards.length < 3 ? lying.cards[0] : null;
    if (!open) return { step: 6, text: t(full.length ? "coach-lead-again" : "coach-lead") + score };
    if (table.legal.length === table.hand.length) return { step: 6, text: t("coach-free") + score };
    if (isTrump(open, table.contract)) return { step: 6, text: t("coach-follow-trump") + score };
    const suit = suitName(open[0]);
    return { step: 6, text: t("coach-follow", { suit: suit[0].toUpperCase() + suit.slice(1) }) + score };
  }

  /** The points that were put away, if the table counts them with the tricks. */
  away() {
    const points = { A: 11, T: 10, K: 4, Q: 3, J: 2 };
    return this.page.table.skat.reduce((sum, card) => sum + (points[card[1]] ?? 0), 0);
  }

  end() {
    const { result, seat } = this.page.table;
    const text = result.declarer !== seat ? t("coach-defended") : result.won ? t("coach-won", { value: result.value }) : t("coach-lost");
    return { step: STEPS, text: result.won && result.declarer === seat ? `${text} ${t("coach-done")}` : text,
      more: h("p", {}, h("a", { class: "button", href: "#/" }, t("coach-next"))) };
  }
}

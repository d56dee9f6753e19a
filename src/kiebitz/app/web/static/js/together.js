// A review that everybody from the table looks at together: whoever steps through it takes the others along.
import * as api from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

export class Together {
  /**
   * @param {import("./reviewpage.js").ReviewPage} page
   * @param {import("./answers.js").TableModel} table
   */
  constructor(page, table) {
    this.page = page;
    this.table = table;
    this.follows = true;
    this.place = h("div", {});
  }

  /** Others are followed from now on, to where they are already too; the answer ends it. */
  start() {
    this.look();
    this.draw();
    return api.follow(this.table.id, (table) => this.take(table), () => {});
  }

  get pointer() {
    return this.table.friends?.pointer ?? null;
  }

  get isMine() {
    return !this.table.watching && this.pointer?.seat === this.table.seat;
  }

  take(table) {
    const before = this.pointer;
    this.table = table;
    const { pointer } = this;
    if (pointer && (pointer.seat !== before?.seat || pointer.decision !== before.decision)) this.look();
    this.draw();
  }

  look() {
    if (this.follows && this.pointer && !this.isMine) this.page.goAlong(this.pointer.decision);
  }

  /** The reader has gone to a decision: the others are to see it too. */
  async show(decision) {
    if (!this.follows || this.table.watching) return;
    try {
      await api.post(`/games/${this.table.id}/point`, { decision });
    } catch {
      // The others do not follow; the reader goes on alone.
    }
  }

  draw() {
    const { friends, watching } = this.table;
    const others = friends && friends.people.filter(Boolean).length + friends.watchers > 1;
    const box = h("input", { type: "checkbox", id: "together", checked: this.follows, onchange: () => {
      this.follows = box.checked;
      this.look();
      this.draw();
    } });
    const shows = this.follows && this.pointer && !this.isMine;
    this.place.replaceChildren(...(others ? [h("p", { class: "small" },
      h("label", {}, box, " ", t(watching ? "together-follow" : "together")), " ",
      h("span", { id: "who-shows", class: "soft", role: "status" }, shows ? t("together-shows", { name: this.page.name(this.pointer.seat) }) : ""))] : []));
  }
}

// A link of a friend: say who you are, then sit down or look on.
import * as api from "../api.js";
import { lyingCard } from "../cards.js";
import { h, notice } from "../dom.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

export function open(main, [id, secret]) {
  const name = h("input", { type: "text", id: "join-name", maxlength: 20, value: settings.name });
  const join = async () => {
    try {
      if (name.value.trim() !== settings.name) change({ name: name.value.trim() });
      const table = await api.post(`/games/${encodeURIComponent(id)}/join`, { secret, name: name.value.trim() });
      location.hash = `#/game/${table.id}`;
    } catch (error) {
      notice(error.message);
    }
  };
  name.addEventListener("keydown", (event) => event.key === "Enter" && join());
  main.append(h("h1", {}, t("join-title")), h("section", { class: "panel hero" }, h("div", {}, h("p", {}, t("join-text")),
    h("div", { class: "field" }, h("label", { for: "join-name" }, t("your-name")), name),
    h("button", { class: "main", id: "join", onclick: join }, t("join"))),
  h("div", { class: "fan", "aria-hidden": "true" }, ["CJ", "SJ", "HJ", "DJ", "CA"].map((card) => lyingCard(card, "small")))));
}

// A box above the page.
import { h } from "./dom.js";
import { t } from "./words.js";

/** Shows a box with a title and a button that closes it. */
export function dialog(title, ...content) {
  const box = h("dialog", { "aria-label": title }, h("h2", {}, title), content,
    h("div", { class: "row" }, h("button", { class: "main", onclick: () => box.close() }, t("close"))));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

// A box above the page.
import { byId, h, show } from "./dom.js";
import { t } from "./words.js";

/** @type {(() => void) | null} */
let redraw = null;

/** Shows a box with a title and a button that closes it; the content is made anew when the language changes. */
export function dialog(title, content) {
  const box = h("dialog", {});
  const draw = () => {
    box.setAttribute("aria-label", t(title));
    show(box, h("h2", {}, t(title)), content(),
      h("div", { class: "row" }, h("button", { class: "main", onclick: () => box.close() }, t("close"))));
  };
  draw();
  redraw = draw;
  box.addEventListener("close", () => {
    box.remove();
    if (redraw === draw) redraw = null;
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Words the open box again; what had the focus keeps it. */
export function redrawDialog() {
  const focused = document.activeElement?.id;
  redraw?.();
  if (redraw && focused) byId(focused)?.focus();
}

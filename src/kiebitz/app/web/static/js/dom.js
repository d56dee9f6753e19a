// Building the page: elements are made from data, never from strings of HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: attributes, `on…` listeners, children (text, elements, arrays, nothing). */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else if (name === "style") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

/** Something wide, which can be moved sideways with keys too. */
export function scrolled(label, ...children) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, children);
}

/** Replaces all that is in an element. */
export function show(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * An element that is on the page, by its id.
 * @returns {HTMLElement & { value: string }}
 */
export function byId(id) {
  return /** @type {any} */ (document.getElementById(id));
}

/** Says something to screen readers. */
export function speak(text) {
  byId("spoken").textContent = text;
}

/** Shows a sentence for a while. */
export function notice(text) {
  const element = h("div", { class: "notice" }, text);
  byId("notices").append(element);
  setTimeout(() => element.remove(), 6000);
}

/** Does something when the window has another width; the answer ends it. */
export function onResize(action) {
  let width = innerWidth;
  const look = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    action();
  };
  const stop = new AbortController();
  addEventListener("resize", look, { signal: stop.signal });
  return () => stop.abort();
}

/** A button that asks for a file, in our words and not in the browser's; beside it the name of what was chosen. */
export function fileButton(input, text) {
  const chosen = h("span", { class: "small soft" });
  input.addEventListener("change", () => (chosen.textContent = input.files[0]?.name ?? ""));
  return h("span", { class: "row" }, h("label", { class: "button file" }, text, input), chosen);
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

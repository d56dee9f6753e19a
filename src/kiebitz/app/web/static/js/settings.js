// What a person prefers, kept in this browser.

const KEY = "kiebitz";
const DEFAULTS = {
  language: (globalThis.navigator?.language ?? "en").startsWith("de") ? "de" : "en",
  suits: "french", // french · tournament (four colours) · german
  theme: "auto", // auto · light · dark
  speed: "normal", // slow · normal · fast · instant
  sound: "off", // off · quiet
  name: "",
  left: "club",
  right: "club",
};

// What the players were called before they had levels.
const LEVELS = { rules: "beginner", light: "club", pimc: "club", recursive: "master" };

function read() {
  try {
    const kept = { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    return { ...kept, left: LEVELS[kept.left] ?? kept.left, right: LEVELS[kept.right] ?? kept.right };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();
const listeners = new Set();

export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

export function onChange(listener) {
  listeners.add(listener);
}

const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
export function applyTheme() {
  const theme = settings.theme === "auto" ? (dark?.matches ? "dark" : "light") : settings.theme;
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = settings.language;
}
dark?.addEventListener("change", applyTheme);

/** Milliseconds between two cards of the computers. */
export function pace() {
  return { slow: 1100, normal: 550, fast: 220, instant: 0 }[settings.speed] ?? 550;
}

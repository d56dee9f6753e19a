// English and German. Each entry: [English, German]; {name} is filled in.
import { settings } from "./settings.js";
import { WORDS } from "./dictionary.js";

export function t(key, values = {}) {
  const entry = WORDS[key];
  if (!entry) return key;
  const text = entry[settings.language === "de" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const percent = (share) => `${Math.round(share * 100)} %`;
export const dateText = (seconds) => new Date(seconds * 1000).toLocaleString(settings.language, { dateStyle: "short", timeStyle: "short" });
export const signed = (number) => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));

/** A contract in words. */
export function contractName(code) {
  if (!code) return "";
  const game = code[0];
  const rest = code.slice(1);
  const words = [gameName(game)];
  if (rest.includes("O")) words.push(t("ouvert"));
  if (rest.includes("H") && !(rest.includes("O") && game !== "N")) words.push(t("hand-game"));
  let name = words.join(" ");
  if (rest.includes("Z") && !rest.includes("O")) name += `, ${t("schwarz-announced")}`;
  else if (rest.includes("S") && !rest.includes("O")) name += `, ${t("schneider-announced")}`;
  return name;
}

export function gameName(game) {
  if (game === "G" || game === "N") return t(`game-${game}`);
  const name = t((settings.suits === "german" ? "german-suit-" : "suit-") + game);
  return name[0].toUpperCase() + name.slice(1);
}

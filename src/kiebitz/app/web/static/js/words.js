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
const DAY = 86400;
/** A time; a record that names only a day counts from its midnight, and only the day is told. */
export const dateText = (seconds) => new Date(seconds * 1000).toLocaleString(settings.language, seconds % DAY === 0 ? { dateStyle: "short", timeZone: "UTC" } : { dateStyle: "short", timeStyle: "short" });
export const dateOnly = (seconds) => new Date(seconds * 1000).toLocaleDateString(settings.language, { dateStyle: "short" });
/** A number as the language writes it, without thousands. */
export const decimal = (number) => `${number}`.replace("-", "−").replace(".", settings.language === "de" ? "," : ".");
export const signed = (number) => (number > 0 ? "+" : "") + decimal(number);

/** All contracts by their code, as the server knows them: the page has no rules of its own. */
const CONTRACTS = new Map();

export function learnContracts(list) {
  for (const one of list) CONTRACTS.set(one.code, one);
}

/** The contracts of a game, from the plain one on. */
export const contractsOf = (game) => [...CONTRACTS.values()].filter((one) => one.game === game);

export const contractOf = (code) => CONTRACTS.get(code);

/** A contract in words. */
export function contractName(code) {
  const contract = CONTRACTS.get(code);
  if (!contract) return code ?? "";
  return gameName(contract.game) + contract.announcements.map((word) => t(`announced-${word}`)).join("");
}

export function gameName(game) {
  if (game === "G" || game === "N") return t(`game-${game}`);
  const name = t((settings.suits === "german" ? "german-suit-" : "suit-") + game);
  return name[0].toUpperCase() + name.slice(1);
}

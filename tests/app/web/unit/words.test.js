// Every sentence is there in both languages, with the same parameters.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { WORDS } from "../../../../src/kiebitz/app/web/static/js/dictionary.js";
import { settings } from "../../../../src/kiebitz/app/web/static/js/settings.js";
import { contractName, contractsOf, learnContracts, signed, t } from "../../../../src/kiebitz/app/web/static/js/words.js";

const JS = new URL("../../../../src/kiebitz/app/web/static/js/", import.meta.url);
const parameters = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

test("an entry has two languages with the same parameters", () => {
  for (const [key, entry] of Object.entries(WORDS)) {
    assert.equal(entry.length, 2, key);
    assert.deepEqual(parameters(entry[0]), parameters(entry[1]), key);
  }
});

test("an entry stands on a line of its own, and only once", () => {
  const files = readdirSync(new URL("words/", JS)).map((name) => readFileSync(new URL(`words/${name}`, JS), "utf8"));
  const lines = files.join("\n").split("\n").filter((line) => /^ {2}"/.test(line));
  const keys = lines.map((line) => /^ {2}"([^"]*)": \[".*", ".*"\],$/.exec(line)?.[1]);
  assert.deepEqual(new Set(keys), new Set(Object.keys(WORDS)));
  assert.equal(keys.length, new Set(keys).size);
});

test("a word that the page asks for by its name is in the dictionary", () => {
  const names = readdirSync(JS, { recursive: true }).map(String).filter((name) => name.endsWith(".js"));
  for (const name of names) {
    for (const [, key] of readFileSync(new URL(name, JS), "utf8").matchAll(/\bt\("([\w-]+)"/g)) assert.ok(WORDS[key], `${name}: ${key}`);
  }
});

test("a contract is called as the server says", () => {
  learnContracts([
    { code: "C", game: "C", announcements: [], hand: false, ouvert: false },
    { code: "CHZ", game: "C", announcements: ["hand", "schwarz"], hand: true, ouvert: false },
    { code: "NOH", game: "N", announcements: ["ouvert", "hand"], hand: true, ouvert: true },
  ]);
  settings.language = "en";
  assert.equal(contractName("CHZ"), "Clubs hand, schwarz announced");
  settings.language = "de";
  assert.equal(contractName("CHZ"), "Kreuz Hand, Schwarz angesagt");
  assert.equal(contractName("NOH"), "Null ouvert Hand");
  assert.deepEqual(contractsOf("C").map((one) => one.code), ["C", "CHZ"]);
});

test("parameters are filled in, in the chosen language", () => {
  settings.language = "en";
  assert.equal(t("hold", { bid: 18 }), "Hold 18");
  settings.language = "de";
  assert.equal(t("hold", { bid: 18 }), "18 halten");
  assert.equal(signed(-5), "−5");
});

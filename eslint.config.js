// How the page's code is checked: `make lint` runs it.
import js from "@eslint/js";

const BROWSER = ["AbortController", "AudioContext", "Blob", "EventSource", "FileReader", "TextDecoderStream", "URL", "URLSearchParams", "XMLSerializer", "addEventListener", "clearInterval", "clearTimeout", "document", "fetch", "history", "innerHeight", "innerWidth", "localStorage", "location", "matchMedia", "navigator", "scrollTo", "scrollY", "setInterval", "setTimeout"];

export default [
  { ignores: ["node_modules", "build", "docs/_build", ".venv"] },
  js.configs.recommended,
  {
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: {
      "eqeqeq": "error",
      "no-var": "error",
      "no-shadow": "error",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-unused-vars": ["error", { args: "after-used" }],
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "no-restricted-imports": ["error", { patterns: [{ group: ["**/pages/*", "**/main.js"], message: "A page is opened by main.js and imported by nobody." }] }],
    },
  },
  { files: ["src/kiebitz/app/web/static/sw.js"], languageOptions: { globals: { caches: "readonly", self: "readonly" } } },
  { files: ["src/kiebitz/app/web/static/js/words/**"], rules: { "quote-props": ["error", "always"] } },
];

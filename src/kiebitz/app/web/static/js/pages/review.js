// Reviews: choose a game or a file; step through every card with its judgement.
import * as api from "../api.js";
import { fileButton, h, notice, show } from "../dom.js";
import { problemText } from "../problems.js";
import { GamesReport } from "../gamesreport.js";
import { ReviewPage } from "../reviewpage.js";
import { contractName, dateText, signed, t } from "../words.js";

export async function open(main, [kind, id, index]) {
  try {
    if (kind === "game") {
      const path = /** @type {const} */ (`/games/${encodeURIComponent(id)}`);
      const [table, record] = await Promise.all([api.get(path), api.getText(`${path}/record`)]);
      return new ReviewPage(main, record, table.watching ? null : table.seat, table).start();
    }
    if (kind === "upload" && index !== undefined) return new ReviewPage(main, (await api.get(`/uploads/${encodeURIComponent(id)}/${Number(index)}`)).record).start();
    if (kind === "upload") return await showUpload(main, id);
    if (kind === "moves") return new ReviewPage(main, id).start();
  } catch (error) {
    show(main, h("h1", {}, t("review")), h("p", { class: "bad" }, error.message), h("a", { class: "button", href: "#/review" }, t("back")));
    return undefined;
  }
  return showStart(main);
}

async function showStart(main) {
  const [games, uploads] = await Promise.all([api.get("/games?limit=30"), api.get("/uploads")]);
  const finished = games.filter((game) => game.over && game.contract);
  const read = async (file, name) => {
    try {
      const found = await api.upload(`/uploads?name=${encodeURIComponent(name.slice(0, 80))}`, file);
      if (found.bad.length) notice(t("records-bad", { n: found.bad.length }));
      location.hash = found.count === 1 ? `#/review/upload/${found.id}/0` : `#/review/upload/${found.id}`;
    } catch (error) {
      notice(error.message);
    }
  };
  const input = h("input", { type: "file", id: "file", accept: ".sgf,.txt,text/plain", onchange: () => input.files[0] && read(input.files[0], input.files[0].name) });
  const drop = h("div", { class: "drop", id: "drop",
    ondragover: (event) => { event.preventDefault(); drop.classList.add("over"); },
    ondragleave: () => drop.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      const [file] = event.dataTransfer.files;
      if (file) read(file, file.name);
    } },
  h("p", {}, h("strong", {}, t("drop-file"))), fileButton(input, t("choose-file")));
  const text = h("textarea", { id: "record-text", rows: 3, spellcheck: "false" });
  main.append(
    h("h1", {}, t("review")), h("p", { class: "soft" }, t("review-text")),
    h("div", { class: "columns" },
      h("section", { class: "panel" }, drop,
        h("div", { class: "field" }, h("label", { for: "record-text" }, t("paste-record")), text),
        h("button", { id: "read-record", onclick: () => text.value.trim() && read(new Blob([text.value]), t("record")) }, t("read"))),
      h("section", { class: "panel" }, h("h2", {}, t("your-games")),
        finished.length ? h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, finished.map((game) => h("tr", {},
          h("td", {}, h("a", { href: `#/review/game/${game.id}` }, dateText(game.updated))),
          h("td", {}, contractName(game.contract)), h("td", { class: "number" }, signed(game.points))))))) : h("p", { class: "soft" }, t("no-games")),
        uploads.length > 0 && [h("h2", {}, t("uploads")), h("ul", {}, uploads.map((one) => h("li", {}, h("a", { href: `#/review/upload/${one.id}` }, one.name || dateText(one.uploaded)), ` (${one.count})`)))])));
}

async function showUpload(main, id) {
  const found = await api.get(`/uploads/${encodeURIComponent(id)}`);
  const rows = h("tbody", {});
  const add = (games) => rows.append(...games.map((game) => h("tr", {},
    h("td", {}, h("a", { href: `#/review/upload/${id}/${game.index}` }, game.id || `${game.index + 1}`)),
    h("td", {}, game.players.map((name, seat) => [seat ? ", " : "", seat === game.declarer ? h("strong", {}, name || "–") : name || "–"])),
    h("td", {}, game.contract ? contractName(game.contract) : t("passed")),
    h("td", { class: "number" }, game.contract ? h("span", { class: `badge ${game.won ? "good" : "bad"}` }, signed(game.value)) : ""),
    h("td", { class: "small verdict-cell" }))));
  add(found.games);
  const report = new GamesReport(found, (index, verdict, loss) => {
    const cell = rows.children[index]?.querySelector(".verdict-cell");
    if (cell) cell.textContent = `${verdict}${loss ? ` ${signed(-Math.round(loss))}` : ""}`;
  });
  let shown = found.games.length;
  const more = h("button", { onclick: async () => {
    const next = await api.get(`/uploads/${encodeURIComponent(id)}?first=${shown}`);
    add(next.games);
    shown += next.games.length;
    if (shown >= found.count) more.remove();
  } }, t("next"));
  main.append(
    h("h1", {}, found.name || t("uploads")),
    h("p", {}, t("records-read", { n: found.count }), found.bad.length > 0 && h("span", { class: "bad" }, `, ${t("records-bad", { n: found.bad.length })}`)),
    report.panel(),
    h("section", { class: "panel" }, h("div", { class: "scroll" }, h("table", { id: "records" },
      h("thead", {}, h("tr", {}, h("th", {}, t("number")), h("th", {}, t("players")), h("th", {}, t("contract")), h("th", { class: "number" }, t("result")), h("th", {}, t("review-short")))), rows)),
    shown < found.count && more,
    found.bad.length > 0 && h("ul", { class: "small bad" }, found.bad.slice(0, 20).map((bad) => h("li", {}, `${t("line-n", { n: bad.line })}: `, problemText(bad))))));
  return () => report.end();
}

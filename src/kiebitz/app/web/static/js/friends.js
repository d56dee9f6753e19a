// A table with friends: who is here, the links, leaving and coming back.
import * as api from "./api.js";
import { h, notice } from "./dom.js";
import { t } from "./words.js";

const linkOf = (id, secret) => `${location.origin}/#/join/${id}/${secret}`;

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    notice(t("copied"));
  } catch {
    notice(link);
  }
}

/** What is to be said and done about the people at the table; nothing at a table without friends. */
export function friendsPanel(page) {
  const { table } = page;
  const { friends } = table;
  if (!friends) return null;
  const send = async (what) => {
    try {
      page.take(await api.post(`/games/${page.id}/${what}`));
    } catch (error) {
      notice(error.message);
    }
  };
  const away = !table.watching && friends.away[table.seat];
  const who = friends.people.map((person, seat) => {
    const name = page.name(seat);
    if (!person) return t("friends-computer", { name });
    return friends.away[seat] ? t("friends-away", { name }) : name;
  });
  const link = (word, id, secret) => h("div", { class: "field" }, h("label", { for: id }, t(word)),
    h("div", { class: "row" }, h("input", { type: "text", id, class: "grow", readonly: true, value: linkOf(table.id, secret) }), h("button", { onclick: () => copy(linkOf(table.id, secret)) }, t("friends-copy"))));
  return h("section", { class: "panel", id: "friends" },
    h("h2", {}, t("friends")),
    h("p", { class: "small", id: "people" }, who.join(" · "), friends.watchers > 0 && ` · ${t("friends-watchers", { n: friends.watchers })}`, friends.queue.length > 0 && ` · ${t("friends-queue", { names: friends.queue.join(", ") })}`),
    table.watching && h("p", { role: "status" }, t(table.queued ? "friends-queued" : "friends-watching")),
    friends.clock && h("p", { class: "small soft" }, t("friends-clock-is", { n: friends.clock })),
    friends.waiting && h("p", { role: "status" }, t("friends-waiting")),
    friends.host && [link("friends-invite", "invite-link", friends.invite), link("friends-watch", "watch-link", friends.watch)],
    h("div", { class: "actions" },
      friends.waiting && friends.host && h("button", { class: "main", id: "begin", onclick: () => send("begin") }, t("friends-begin")),
      away && h("button", { class: "main", id: "back", onclick: () => send("back") }, t("friends-back")),
      !away && !table.watching && !friends.waiting && h("button", { id: "leave", onclick: () => send("leave") }, t("friends-leave")),
      friends.following && h("a", { class: "button main", id: "following", href: `#/game/${friends.following}` }, t("friends-following"))));
}

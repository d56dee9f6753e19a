// Talking to the server. Every refusal comes as an Error, worded for the reader.
import { problemText } from "./problems.js";

export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function answerOf(response) {
  if (response.ok) return response;
  const { status } = response;
  let problem = { error: response.statusText, code: "http", parameters: { number: status } };
  try {
    problem = await response.json();
  } catch {
    // not JSON: the status has to do
  }
  throw new Refusal(status, problemText(problem));
}

/**
 * @template {string} P
 * @param {P} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./answers.js").Got<P>>}
 */
export async function get(path, signal) {
  return (await answerOf(await fetch(`/api${path}`, { signal }))).json();
}

/** @param {string} path */
export async function getText(path) {
  return (await answerOf(await fetch(`/api${path}`))).text();
}

/**
 * @template {string} P
 * @param {P} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./answers.js").Posted<P>>}
 */
export async function post(path, body = {}, signal) {
  const response = await fetch(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  return (await answerOf(response)).json();
}

/**
 * @template {string} P
 * @param {P} path
 * @param {Blob} file
 * @returns {Promise<import("./answers.js").Posted<P>>}
 */
export async function upload(path, file) {
  const response = await fetch(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  return (await answerOf(response)).json();
}

/**
 * Posts and hands over each line of the answer as it comes; leaving aborts the computation.
 * @param {string} path
 * @param {object} body
 * @param {(line: any) => void} onLine
 * @param {AbortSignal} [signal]
 */
export async function postLines(path, body, onLine, signal) {
  const response = await answerOf(
    await fetch(`/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    }),
  );
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest += value;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) onLine(JSON.parse(line));
  }
}

/**
 * Follows a game; the browser reconnects by itself after the server was away.
 * @param {string} gameId
 * @param {(table: import("./answers.js").TableModel) => void} onTable
 * @param {(linked: boolean) => void} onLink
 */
export function follow(gameId, onTable, onLink) {
  let source;
  let timer;
  const open = () => {
    source = new EventSource(`/api/games/${gameId}/events`);
    source.addEventListener("table", (event) => onTable(JSON.parse(event.data)));
    source.addEventListener("open", () => onLink(true));
    source.addEventListener("error", () => {
      onLink(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, 1500);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

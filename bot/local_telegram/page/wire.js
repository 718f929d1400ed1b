// The way to the server: requests whose refusals are sentences, and events that come by themselves.

import { phrase, sentence } from "./language.js";

const REFUSED = sentence("The server refused this with {status}.");

export class Refusal extends Error {}

async function ask(method, path, body) {
  const request = { method, headers: {} };
  if (body instanceof FormData) request.body = body;
  else if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refusal(phrase("The server does not answer. Is it still running?"));
  }
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return told;
  throw new Refusal(phrase(told?.error ?? REFUSED, { status: answer.status }));
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const patch = (path, body) => ask("PATCH", path, body);
export const remove = (path) => ask("DELETE", path);

const KINDS = ["message", "gone", "toast", "pressed", "chat", "user", "bot", "sms", "webhook", "queue", "switches", "tour", "language"];
const AGAIN_AFTER = 1000;

// Reads the state, then every event that follows it. After a lost connection, and when the server
// says that the reader is too far behind, both begin anew: one way for all.
export class Events {
  constructor({ state, event, connected }) {
    this.on = { state, event, connected };
    this.source = null;
  }

  async start() {
    this.source?.close();
    try {
      const state = await get("/api/state");
      this.on.state(state);
      this.listen(state.last_event);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.lost();
    }
  }

  listen(since) {
    const source = (this.source = new EventSource(`/api/events?since=${since}`));
    source.onopen = () => this.on.connected(true);
    source.onerror = () => {
      source.close();
      this.lost();
    };
    source.addEventListener("reset", () => this.start());
    for (const kind of KINDS) {
      source.addEventListener(kind, ({ data }) => this.on.event(kind, JSON.parse(data)));
    }
  }

  lost() {
    this.on.connected(false);
    setTimeout(() => this.start(), AGAIN_AFTER);
  }
}

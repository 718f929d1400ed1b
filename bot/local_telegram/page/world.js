// Everything that the server has told: people, chats, messages, the town. Views listen to it.

import { phrase } from "./language.js";

const identified = (all) => new Map(all.map((one) => [one.id, one]));

// A private chat goes by its bot, as the person sees it; a group by itself.
export const chatId = (header) => header.bot?.id ?? header.bot_id ?? header.chat_id ?? header.id;

// What has not changed stays the very same object, so that views can tell.
const same = (former, now) => (JSON.stringify(former) === JSON.stringify(now) ? former : now);

class Conversation {
  constructor(userId, header) {
    this.userId = userId;
    this.messages = new Map();
    this.hasEarlier = false;
    this.unread = 0;
    this.tracks = new Map();
    this.take(header);
  }

  take(header) {
    Object.assign(this, {
      id: chatId(header), kind: header.kind ?? "private", title: header.title, bot: header.bot ?? null,
      blocked: header.blocked ?? false, pinned: header.pinned ?? [], commands: header.commands ?? [],
      keyboard: same(this.keyboard, header.keyboard ?? null), forcesReply: header.forces_reply ?? null, draft: header.draft ?? null,
    });
  }

  get last() {
    return [...this.messages.values()].at(-1) ?? null;
  }

  own(message) {
    return message.sender.id === this.userId;
  }

  put(message) {
    if (!this.own(message)) this.draft = null;
    if (this.messages.has(message.replaces) && !this.messages.has(message.id)) this.standIn(message);
    else this.messages.set(message.id, message);
    const place = message.attachment;
    if (place?.kind !== "location" || !place.live_until) return;
    const track = this.tracks.get(message.id) ?? [];
    track.push([place.latitude, place.longitude]);
    this.tracks.set(message.id, track.slice(-200));
  }

  // What is shown in place of another message stands behind it, and covers it.
  standIn(message) {
    const all = [...this.messages];
    const at = all.findIndex(([id]) => id === message.replaces);
    all.splice(at + 1, 0, [message.id, message]);
    this.messages = new Map(all);
  }

  prepend(messages) {
    const later = this.messages;
    this.messages = new Map();
    for (const message of messages) this.put(message);
    for (const [id, message] of later) this.messages.set(id, message);
  }
}

export class World {
  constructor() {
    this.listeners = new Map();
    this.users = new Map();
    this.bots = [];
    this.chats = new Map();
    this.town = null;
  }

  listen(kind, listener) {
    if (!this.listeners.has(kind)) this.listeners.set(kind, new Set());
    this.listeners.get(kind).add(listener);
    return () => this.listeners.get(kind).delete(listener);
  }

  tell(kind, ...words) {
    for (const listener of [...(this.listeners.get(kind) ?? [])]) listener(...words);
  }

  load(state) {
    const former = this.chats;
    this.users = identified(state.users);
    this.bots = state.bots;
    this.town = state.town;
    this.chats = new Map();
    for (const chat of state.chats) {
      const made = this.conversation(chat.user_id, chatId(chat), chat);
      for (const message of chat.messages) made.put(message);
      made.hasEarlier = chat.has_earlier;
      made.unread = former.get(`${chat.user_id}:${made.id}`)?.unread ?? 0;
    }
    this.tell("state");
  }

  conversation(userId, id, header) {
    const key = `${userId}:${id}`;
    if (!this.chats.has(key)) this.chats.set(key, new Conversation(userId, header ?? this.unmet(id)));
    else if (header) this.chats.get(key).take(header);
    return this.chats.get(key);
  }

  // A bot that the person has not written to yet.
  unmet(id) {
    const bot = this.bots.find((each) => each.id === id) ?? null;
    return { id, bot, title: bot?.first_name ?? String(id) };
  }

  conversationsOf(userId) {
    for (const bot of this.bots) this.conversation(userId, bot.id);
    return [...this.chats.values()].filter((chat) => chat.userId === userId);
  }

  unreadOf(userId) {
    return [...this.chats.values()].reduce((sum, chat) => sum + (chat.userId === userId ? chat.unread : 0), 0);
  }

  roleOf(userId) {
    const cast = this.town?.cast ?? {};
    const named = Object.keys(cast).find((role) => cast[role] === userId);
    return named ?? (this.town?.riders.includes(userId) ? "rider" : "person");
  }

  nameOf(userId) {
    const user = this.users.get(userId);
    return user ? [user.first_name, user.last_name].filter(Boolean).join(" ") : phrase("somebody");
  }

  // One listener for each kind of event of the server; views hear them under the same names.
  happened(kind, told) {
    this[`_${kind}`](told);
  }

  _message({ user_ids, sound, change, message, ...where }) {
    for (const userId of user_ids) {
      const chat = this.conversation(userId, chatId(where));
      const known = chat.messages.has(message.id);
      if (change === "edited" && !known && chat.hasEarlier) continue;
      chat.put(message);
      if (!known && !chat.own(message)) chat.unread += 1;
      this.tell("message", chat, message, { edited: known, sound: sound && !chat.own(message) });
      this.tell("unread", userId);
    }
  }

  _gone({ user_ids, message_id, ...where }) {
    for (const userId of user_ids) {
      const chat = this.conversation(userId, chatId(where));
      chat.messages.delete(message_id);
      this.tell("gone", chat, message_id);
    }
  }

  _chat(header) {
    const chat = this.conversation(header.user_id, chatId(header), header);
    this.tell("chat", chat);
  }

  _user(user) {
    this.users.set(user.id, user);
    this.tell("user", user);
  }

  _bot(bot) {
    this.bots = [...this.bots.filter((each) => each.id !== bot.id), bot];
    this.tell("bot", bot);
  }

  _toast(toast) {
    this.tell("toast", toast);
  }

  _pressed(press) {
    this.tell("pressed", press);
  }

  _sms(sms) {
    this.town?.sms.push(sms);
    this.tell("sms", sms);
  }

  _webhook(webhook) {
    const known = this.town?.webhooks.findIndex((each) => each.n === webhook.n) ?? -1;
    if (known >= 0) this.town.webhooks[known] = webhook;
    else this.town?.webhooks.push(webhook);
    this.tell("webhook", webhook);
  }

  _queue(queue) {
    this._take("queue", queue);
  }

  _switches(switches) {
    this._take("switches", switches);
  }

  _language(language) {
    this._take("language", language);
  }

  _tour(tour) {
    this._take("tour", tour);
  }

  _take(kind, told) {
    if (this.town) this.town[kind] = told;
    this.tell(kind, told);
  }
}

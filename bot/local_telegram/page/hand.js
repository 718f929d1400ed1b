// What a person does by hand. Whoever acts while the tour plays takes it over.

import { get, patch, post, remove } from "./wire.js";

const UNDERWAY = new Set(["playing", "paused"]);

export class Hand {
  constructor(world) {
    this.world = world;
  }

  async takeOver() {
    if (UNDERWAY.has(this.world.town?.tour.state)) await this.tour("stop");
  }

  at(chat) {
    return `/api/users/${chat.userId}/chats/${chat.id}`;
  }

  async act(path, body) {
    await this.takeOver();
    return post(path, body);
  }

  write(chat, text, replyTo) {
    return this.act(`${this.at(chat)}/messages`, replyTo ? { text, reply_to: replyTo } : { text });
  }

  async rewrite(chat, messageId, text) {
    await this.takeOver();
    return patch(`${this.at(chat)}/messages/${messageId}`, { text });
  }

  async withdraw(chat, messageId) {
    await this.takeOver();
    return remove(`${this.at(chat)}/messages/${messageId}`);
  }

  start(userId, bot, payload) {
    return this.act(`/api/users/${userId}/start`, payload ? { bot, payload } : { bot });
  }

  // `place` is the row and the column of a button under a message, or its number in a rich one.
  press(chat, messageId, place, label) {
    return this.act(`${this.at(chat)}/press`, { message_id: messageId, ...place, label });
  }

  stop(chat) {
    return this.act(`${this.at(chat)}/stop`, {});
  }

  vote(chat, messageId, options) {
    return this.act(`${this.at(chat)}/vote`, { message_id: messageId, options });
  }

  react(chat, messageId, emoji) {
    return this.act(`${this.at(chat)}/react`, { message_id: messageId, emoji });
  }

  key(chat, row, column, chosen = {}) {
    return this.act(`${this.at(chat)}/key`, { row, column, ...chosen });
  }

  contact(chat) {
    return this.act(`${this.at(chat)}/contact`);
  }

  location(chat, place) {
    return this.act(`${this.at(chat)}/location`, place);
  }

  move(chat, messageId, place) {
    return post(`${this.at(chat)}/location/${messageId}`, place);
  }

  file(chat, file, caption) {
    const body = new FormData();
    body.append("file", file);
    if (caption) body.append("caption", caption);
    return this.act(`${this.at(chat)}/${file.type.startsWith("image/") ? "photo" : "document"}`, body);
  }

  block(chat, blocked) {
    return this.act(`${this.at(chat)}/block`, { blocked });
  }

  earlier(chat, before) {
    return get(`${this.at(chat)}/messages?before=${before}`);
  }

  // Without a person everybody speaks it, and so does the page.
  async speak(language, userId = null) {
    await this.takeOver();
    return post("/api/town/language", { language, user_id: userId });
  }

  tour(what) {
    return post("/api/town/tour", { do: what });
  }
}

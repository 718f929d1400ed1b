// One phone: whose it is, the chat that is open, and what comes up over it.

import { Composer } from "./composer.js";
import { button, element, icon, replace } from "./element.js";
import { LABELS } from "./labels.js";
import { phrase } from "./language.js";
import { copy, openLink, roleName } from "./link.js";
import { Log } from "./log.js";
import { gist } from "./message.js";
import { Sharing } from "./share.js";
import { Sheet, field } from "./sheet.js";

const TOAST_FOR = 3500;
const WAIT_FOR = 10_000;
const REACTIONS = ["👍", "👎", "❤", "🔥", "👏", "😁", "🤔"];

export class Phone {
  constructor(page, userId, place) {
    this.page = page;
    this.world = page.world;
    this.hand = page.hand;
    this.userId = userId;
    this.place = place;
    this.chat = null;
    this.sharing = new Sharing(this);
    this.build();
    this.log.element.append(this.toast);
    this.listen();
  }

  get user() {
    return this.world.users.get(this.userId);
  }

  build() {
    this.log = new Log({
      press: (...pressed) => this.press(...pressed),
      link: (address) => openLink(this, address),
      menu: (bubble) => this.menu(bubble),
      vote: (bubble, options) => this.try(() => this.hand.vote(this.chat, bubble.message.id, options)),
      goto: (id) => this.log.goto(id),
      stop: () => this.try(() => this.hand.stop(this.chat)),
      drive: (bubble) => this.sharing.drive(bubble),
      earlier: (chat, before) => this.hand.earlier(chat, before),
      seen: () => this.seen(),
    });
    this.composer = new Composer({
      write: (text, replyTo) => this.try(() => this.hand.write(this.chat, text, replyTo)),
      rewrite: (id, text) => this.try(() => this.hand.rewrite(this.chat, id, text)),
      key: (row, column, key) => this.key(row, column, key),
      attach: () => this.sharing.choose(),
      start: () => this.try(() => this.hand.start(this.userId, this.chat.bot.username)),
      unblock: () => this.try(() => this.hand.block(this.chat, false)),
      editLast: () => this.editLast(),
    });
    this.people = element("select", { "aria-label": phrase("Person on this phone"), on: { change: () => this.be(Number(this.people.value)) } });
    this.chats = element("select", { "aria-label": phrase("Chat"), on: { change: () => this.go(Number(this.chats.value)) } });
    this.title = element("h3", { dir: "auto" });
    this.kind = element("p", { class: "kind" });
    this.role = element("h2", { class: "role", tabindex: "-1", id: `phone-${this.place}` });
    this.bell = element("span", { class: "bell", "aria-hidden": "true" }, icon("bell"));
    this.toast = element("p", { class: "toast", role: "status" });
    this.pinned = button({ class: "pinned", hidden: true });
    this.face = element("span", { class: "face", "aria-hidden": "true" });
    this.more = button({ class: "plain", "aria-label": phrase("More of this chat"), on: { click: () => this.options() } }, icon("more"));
    this.element = element("section", { class: "phone", id: `place-${this.place}`, tabindex: "-1", "aria-labelledby": `phone-${this.place}` },
      element("header", { class: "owner" }, this.role, this.people, this.bell),
      element("div", { class: "chat-head" }, this.face, element("div", { class: "names" }, this.title, this.chats, this.kind), this.more),
      this.pinned, this.log.element, this.composer.element);
    this.sheet = new Sheet(this.element);
    this.log.scroller.addEventListener("keydown", (event) => event.key === "Escape" && this.composer.field.focus());
  }

  listen() {
    const { world } = this;
    const mine = (act) => (chat, ...words) => chat === this.chat && act(...words);
    this.stops = [
      world.listen("state", () => this.refresh()),
      world.listen("user", () => this.head()),
      world.listen("bot", () => this.refresh()),
      world.listen("message", (chat, message, news) => this.heard(chat, message, news)),
      world.listen("gone", mine((id) => { this.log.remove(id); this.composer.refresh(); })),
      world.listen("chat", (chat) => chat.userId === this.userId && this.changed(chat)),
      world.listen("toast", (toast) => toast.user_id === this.userId && this.told(toast)),
      world.listen("pressed", (press) => press.user_id === this.userId && this.mark()),
      world.listen("unread", (userId) => userId === this.userId && this.counts()),
    ];
  }

  // Show the person that this phone belongs to now, and one of their chats.
  be(userId, chatId = null) {
    this.userId = userId;
    this.chat = null;
    this.refresh(chatId);
    this.page.counts();
    this.page.keepPhones();
  }

  leave() {
    for (const stop of this.stops) stop();
    this.element.remove();
  }

  refresh(chatId = null) {
    if (!this.user) return;
    const all = this.world.conversationsOf(this.userId);
    const wanted = chatId ?? this.chat?.id;
    this.chat = all.find((chat) => chat.id === wanted) ?? all.find((chat) => chat.messages.size) ?? all[0] ?? null;
    if (this.chat) this.openChat();
    this.head();
  }

  go(chatId) {
    this.refresh(chatId);
    this.composer.field.focus();
  }

  openChat() {
    const { chat } = this;
    this.log.open(chat, phrase("Chat of {name} with {other}", { name: this.world.nameOf(this.userId), other: chat.title }));
    this.composer.open(chat);
    this.pin();
    this.seen();
    this.counts();
  }

  head() {
    const { world, chat } = this;
    const role = world.roleOf(this.userId);
    this.element.dataset.role = role;
    this.role.textContent = world.town ? roleName(world, this.userId) : phrase("Phone");
    replace(this.people, [...world.users.values()].map((user) => element("option", { value: user.id, selected: user.id === this.userId }, world.nameOf(user.id))));
    if (!chat) return;
    const all = world.conversationsOf(this.userId);
    this.title.textContent = chat.title;
    this.face.textContent = [...chat.title][0] ?? "?";
    this.face.classList.toggle("group", chat.kind !== "private");
    this.kind.textContent = chat.kind === "private" ? phrase("bot") : phrase("group");
    this.chats.hidden = all.length < 2;
    this.title.hidden = !this.chats.hidden;
    replace(this.chats, all.map((each) => element("option", { value: each.id, selected: each === chat }, each.unread ? `${each.title} (${each.unread})` : each.title)));
  }

  heard(chat, message, { edited, sound }) {
    if (chat.userId !== this.userId) return;
    if (!edited && chat.own(message)) this.mark();
    if (sound && !edited) this.ring();
    if (chat !== this.chat) {
      if (!edited) this.head();
      return;
    }
    const first = chat.messages.size === 1;
    this.log.put(message, edited);
    this.log.draft();
    if (!edited && chat.own(message)) this.log.toEnd();
    if (first || chat.forcesReply) this.composer.refresh();
    this.seen();
  }

  changed(chat) {
    if (chat === this.chat) {
      this.composer.refresh();
      this.log.draft();
      this.pin();
    }
    this.head();
  }

  pin() {
    const { chat } = this;
    const message = chat.messages.get(chat.pinned.at(-1));
    this.pinned.hidden = !message;
    if (!message) return;
    replace(this.pinned, icon("pin"), element("span", { dir: "auto" }, gist(message)));
    this.pinned.setAttribute("aria-label", phrase("Pinned message: {words}", { words: gist(message) }));
    this.pinned.onclick = () => this.log.goto(message.id);
  }

  // What is in the window of somebody who looks has been seen.
  seen() {
    if (!this.chat || !this.log.atEnd || !this.page.shows(this)) return;
    if (this.chat.unread) {
      this.chat.unread = 0;
      this.world.tell("unread", this.userId);
    }
  }

  counts() {
    this.log.unread(this.chat?.unread ?? 0);
    this.page.counts();
  }

  ring() {
    this.bell.classList.remove("ringing");
    void this.bell.offsetWidth;
    this.bell.classList.add("ringing");
    this.page.ring();
  }

  // The phone on which something was just done is gently marked.
  mark() {
    clearTimeout(this.marked);
    this.element.classList.add("acting");
    this.marked = setTimeout(() => this.element.classList.remove("acting"), 1800);
  }

  async try(act) {
    try {
      await act();
      return true;
    } catch (problem) {
      this.say(problem.message);
      return false;
    }
  }

  say(words) {
    clearTimeout(this.quiet);
    this.toast.textContent = words;
    this.toast.classList.add("shown");
    this.quiet = setTimeout(() => this.toast.classList.remove("shown"), TOAST_FOR);
  }

  told({ text, alert, url }) {
    this.element.querySelectorAll(".key[aria-busy]").forEach((key) => key.removeAttribute("aria-busy"));
    if (url) openLink(this, url);
    if (!text) return;
    if (alert) this.sheet.show({ title: text, alert: true, actions: [{ label: phrase("OK"), kind: "main" }] });
    else this.say(text);
  }

  press(bubble, place, key) {
    const kinds = {
      callback: () => this.callBack(bubble, place, key.label),
      pay: () => this.callBack(bubble, place, key.label),
      url: () => openLink(this, key.url),
      copy: () => copy(key.copy_text).then(() => this.say(phrase("Copied"))),
      web_app: () => openLink(this, key.url),
    };
    const act = kinds[key.kind];
    if (act) act();
    else this.say(phrase("Telegram would open another window for this button."));
  }

  async callBack(bubble, place, label) {
    bubble.busy(place, true);
    const done = await this.try(() => this.hand.press(this.chat, bubble.message.id, place, label));
    setTimeout(() => bubble.busy(place, false), done ? WAIT_FOR : 0);
  }

  key(row, column, key) {
    const send = async (chosen) => {
      await this.hand.key(this.chat, row, column, chosen);
      this.composer.used();
    };
    if (key.kind === "contact") this.sharing.contact(() => send());
    else if (key.kind === "location") this.sharing.location(send);
    else if (key.kind === "group" || key.kind === "person") this.pick(key, send);
    else this.try(() => send());
  }

  pick(key, send) {
    const { world } = this;
    const groups = [...world.chats.values()].filter((chat) => chat.userId === this.userId && chat.kind !== "private").map((chat) => [chat.id, chat.title]);
    const others = [...world.users.values()].filter((user) => user.id !== this.userId).map((user) => [user.id, world.nameOf(user.id)]);
    const offered = key.kind === "group" ? groups : others;
    const choice = field(key.kind === "group" ? phrase("Group") : phrase("Person"), { "data-first": true }, offered);
    const chosen = () => (key.kind === "group" ? { group_id: Number(choice.control.value) } : { user_ids: [Number(choice.control.value)] });
    const actions = offered.length ? [{ label: phrase("Share"), kind: "main", act: () => send(chosen()) }] : [];
    this.sheet.show({ title: key.label, body: [offered.length ? choice.element : element("p", {}, phrase("There is nobody to choose yet."))], actions });
  }

  menu(bubble) {
    const { message } = bubble;
    const own = bubble.own;
    const actions = [
      { label: phrase("Reply"), first: true, then: () => this.composer.answer(message) },
      message.text && !message.protected && { label: phrase("Copy the words"), act: () => copy(message.text).then(() => this.say(phrase("Copied"))) },
      own && message.text && !message.attachment && { label: phrase("Edit"), then: () => this.composer.edit(message) },
      own && { label: phrase("Delete"), kind: "danger", act: () => this.hand.withdraw(this.chat, message.id) },
    ].filter(Boolean);
    const react = (emoji) => () => this.sheet.run(() => this.hand.react(this.chat, message.id, emoji));
    const pictures = REACTIONS.map((emoji) => button({ class: "plain", "aria-label": phrase("React with {emoji}", { emoji }), on: { click: react(emoji) } }, emoji));
    const none = button({ class: "plain", "aria-label": phrase("Take my reaction away"), on: { click: react(null) } }, icon("close"));
    this.sheet.show({ title: phrase("Message"), actions, body: [
      element("p", { class: "hint", dir: "auto" }, (message.text || gist(message)).slice(0, 120)),
      element("div", { class: "react", role: "group", "aria-label": phrase("Reactions") }, pictures, none),
    ] });
  }

  editLast() {
    const own = [...this.chat.messages.values()].findLast((message) => this.chat.own(message) && message.text && !message.attachment);
    if (own) this.composer.edit(own);
    return Boolean(own);
  }

  options() {
    const { chat, world, user } = this;
    const languages = world.town?.languages ?? [];
    const language = field(phrase("Language of this phone"), {}, languages.map(({ code, name }) => [code, name, user.language_code === code]));
    const body = languages.length ? [language.element] : [];
    const actions = [
      languages.length && { label: phrase("Speak it"), kind: "main", act: () => this.hand.speak(language.control.value, user.id) },
      !world.town && this.page.phones.length > 1 && { label: LABELS.closePhone, act: () => this.page.removePhone(this) },
      chat?.bot && { label: chat.blocked ? phrase("Unblock the bot") : phrase("Block the bot"), kind: "danger", act: () => this.hand.block(chat, !chat.blocked) },
    ].filter(Boolean);
    this.sheet.show({ title: world.nameOf(user.id), body, actions });
  }
}

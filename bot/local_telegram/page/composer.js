// Where a person writes: the field, what is answered, commands as they are typed, and the keys
// that the bot put in place of the keyboard.

import { button, element, icon, replace } from "./element.js";
import { phrase } from "./language.js";

const TALLEST = 132;

export class Composer {
  // `on`: write(text, replyTo), rewrite(id, text), key(row, column, key), attach(), start(), unblock().
  constructor(on) {
    this.on = on;
    this.chat = null;
    this.answered = null;
    this.edited = null;
    this.dismissed = new Set();
    this.folded = new Set();
    this.matches = [];
    this.chosen = 0;
    this.id = `commands-${Math.random().toString(36).slice(2)}`;
    this.build();
  }

  build() {
    this.field = element("textarea", {
      rows: "1", dir: "auto", "aria-label": phrase("Message"), placeholder: phrase("Message"), "aria-autocomplete": "list",
      on: { input: () => this.typed(), keydown: (event) => this.keyed(event) },
    });
    this.menu = element("ul", { class: "commands", role: "listbox", id: this.id, "aria-label": phrase("Commands"), tabindex: "0", hidden: true, on: { keydown: (event) => this.keyed(event) } });
    this.quote = element("div", { class: "quote", hidden: true });
    this.keys = element("div", { class: "reply-keys", role: "group", "aria-label": phrase("Keys of the bot"), hidden: true });
    this.commands = button({ class: "plain", "aria-label": phrase("Commands"), hidden: true, on: { click: () => this.offerAll() } }, icon("commands"));
    this.toggle = button({ class: "plain", "aria-label": phrase("Keys of the bot"), "aria-expanded": "false", hidden: true, on: { click: () => this.toggleKeys() } }, icon("keyboard"));
    this.attach = button({ class: "plain", "aria-label": phrase("Share a photo, a file, a contact or a place"), on: { click: () => this.on.attach() } }, icon("attach"));
    this.send = button({ class: "send", "aria-label": phrase("Send"), on: { click: () => this.submit() } }, icon("send"));
    this.line = element("div", { class: "line" }, this.commands, this.attach, this.field, this.toggle, this.send);
    this.begin = button({ class: "begin", hidden: true });
    this.element = element("footer", { class: "composer" }, this.menu, this.quote, this.line, this.begin, this.keys);
  }

  open(chat) {
    if (this.chat?.id !== chat.id || this.chat?.userId !== chat.userId) this.clear();
    this.chat = chat;
    this.shownKeys = null;
    this.refresh();
  }

  clear() {
    this.field.value = "";
    this.answered = this.edited = null;
    this.offer([]);
    this.grow();
  }

  refresh() {
    const { chat } = this;
    const met = chat.messages.size > 0 || chat.kind !== "private";
    const blocked = chat.blocked;
    this.line.hidden = blocked || !met;
    this.begin.hidden = !this.line.hidden;
    this.begin.textContent = blocked ? phrase("Unblock") : phrase("Start");
    this.begin.onclick = () => (blocked ? this.on.unblock() : this.on.start());
    this.commands.hidden = !chat.commands.length;
    this.showKeys();
    this.showQuote();
  }

  // What is answered: what the person chose, or else what the bot asks to be answered.
  get reply() {
    if (this.answered) return this.answered;
    const forced = this.chat?.forcesReply;
    if (!forced || this.dismissed.has(forced.message_id)) return null;
    return this.chat.messages.get(forced.message_id) ?? { id: forced.message_id, sender: { name: phrase("Reply") }, text: "" };
  }

  answer(message) {
    this.answered = message;
    this.edited = null;
    this.showQuote();
    this.field.focus();
  }

  edit(message) {
    this.edited = message;
    this.answered = null;
    this.field.value = message.text;
    this.showQuote();
    this.grow();
    this.field.focus();
  }

  showQuote() {
    const shown = this.edited ?? this.reply;
    this.quote.hidden = !shown;
    const forced = this.chat?.forcesReply;
    const waits = shown && shown.id === forced?.message_id;
    this.field.placeholder = (waits && forced.placeholder) || this.chat?.keyboard?.placeholder || phrase("Message");
    if (!shown) return;
    replace(this.quote, icon("reply"),
      element("p", { dir: "auto" }, element("b", {}, this.edited ? phrase("Edit") : phrase("Reply to {name}", { name: shown.sender.name })), element("span", {}, firstLine(shown.text))),
      button({ class: "plain", "aria-label": phrase("Do not answer this"), on: { click: () => this.dismiss() } }, icon("close")));
  }

  dismiss() {
    const forced = this.chat.forcesReply;
    if (this.edited) this.field.value = "";
    else if (!this.answered && forced) this.dismissed.add(forced.message_id);
    this.answered = this.edited = null;
    this.showQuote();
    this.field.focus();
  }

  showKeys() {
    const { keyboard } = this.chat;
    this.toggle.hidden = !keyboard;
    const open = Boolean(keyboard) && !this.folded.has(keyboard.message_id);
    this.keys.hidden = !open || this.line.hidden;
    this.toggle.setAttribute("aria-expanded", String(open));
    // The same keys stay where they are, with the focus on them.
    if (!open || this.shownKeys === keyboard) return;
    this.shownKeys = keyboard;
    replace(this.keys, keyboard.rows.map((row, at) => element("div", { class: "keys" }, row.map((key, column) =>
      button({ class: "reply-key", dir: "auto", on: { click: () => this.on.key(at, column, key) } }, KEY_ICONS[key.kind] && icon(KEY_ICONS[key.kind]), element("span", {}, key.label))))));
  }

  // A key has been used: those that are for once fold away.
  used() {
    const { keyboard } = this.chat;
    if (!keyboard?.one_time) return;
    this.folded.add(keyboard.message_id);
    this.showKeys();
  }

  toggleKeys() {
    const { message_id: id } = this.chat.keyboard;
    if (this.folded.has(id)) this.folded.delete(id);
    else this.folded.add(id);
    this.showKeys();
  }

  typed() {
    this.grow();
    const start = /^\/(\w*)$/.exec(this.field.value);
    this.offer(start ? this.chat.commands.filter((each) => each.command.startsWith(start[1].toLowerCase())) : []);
  }

  grow() {
    this.field.style.height = "auto";
    if (this.field.value) this.field.style.height = `${Math.min(TALLEST, this.field.scrollHeight + 2)}px`;
    else this.field.style.height = "";
  }

  offerAll() {
    if (!this.menu.hidden) {
      this.offer([]);
      return;
    }
    this.offer(this.chat.commands);
    this.field.focus();
  }

  offer(matches) {
    this.matches = matches;
    this.chosen = 0;
    this.menu.hidden = !matches.length;
    replace(this.menu, matches.map((each, at) => element("li", { role: "option", id: `${this.id}-${at}`, on: { mousedown: (event) => event.preventDefault(), click: () => this.complete(at) } },
      element("b", {}, `/${each.command}`), element("span", { dir: "auto" }, each.description))));
    if (matches.length) {
      this.field.setAttribute("aria-controls", this.id);
      this.choose(0);
    } else {
      this.field.removeAttribute("aria-activedescendant");
      this.field.removeAttribute("aria-controls");
    }
  }

  choose(at) {
    this.chosen = (at + this.matches.length) % this.matches.length;
    [...this.menu.children].forEach((each, index) => each.setAttribute("aria-selected", String(index === this.chosen)));
    this.menu.children[this.chosen].scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", `${this.id}-${this.chosen}`);
  }

  complete(at) {
    const { command } = this.matches[at];
    this.offer([]);
    this.field.value = "";
    this.on.write(`/${command}`, null);
    this.grow();
  }

  fill() {
    this.field.value = `/${this.matches[this.chosen].command} `;
    this.offer([]);
  }

  keyed(event) {
    if (event.isComposing) return;
    const open = this.matches.length > 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (open && step) this.choose(this.chosen + step);
    else if (open && event.key === "Enter") this.complete(this.chosen);
    else if (open && event.key === "Tab" && !event.shiftKey) this.fill();
    else if (open && event.key === "Escape") this.offer([]);
    else if (event.key === "Escape" && !this.quote.hidden) this.dismiss();
    else if (event.key === "ArrowUp" && !this.field.value && this.on.editLast()) this.field.focus();
    else if (event.key === "Enter" && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
  }

  async submit() {
    const text = this.field.value.trim();
    if (!text) return;
    const { edited, reply } = this;
    this.field.value = "";
    this.answered = this.edited = null;
    this.offer([]);
    this.grow();
    const sent = edited ? this.on.rewrite(edited.id, text) : this.on.write(text, reply?.id ?? null);
    this.showQuote();
    // What was not sent is not lost.
    if (!(await sent) && !this.field.value) this.field.value = text;
  }
}

const KEY_ICONS = { contact: "person", location: "place", group: "person", person: "person" };

function firstLine(text) {
  return (text ?? "").split("\n").find((line) => line.trim()) ?? "";
}

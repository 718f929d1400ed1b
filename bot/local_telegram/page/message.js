// One message: its bubble, what is attached to it, and the buttons under it.

import { button, element, icon } from "./element.js";
import { phrase, sentence } from "./language.js";
import { StreetMap } from "./map.js";
import { poll } from "./poll.js";
import { rich } from "./rich.js";
import { clock, full, length } from "./time.js";
import { words } from "./words.js";

const COLOURS = 7;

// `chat` is whose view it is; `on` has press(bubble, place, button), link(address), menu(message).
export class Bubble {
  constructor(chat, message, on) {
    this.chat = chat;
    this.on = on;
    this.row = element("article", { class: "row", tabindex: "-1", "data-message": message.id });
    this.row.addEventListener("click", (event) => this.clicked(event));
    this.row.addEventListener("contextmenu", (event) => {
      if (!event.target.closest("a, input, textarea")) this.openMenu(event);
    });
    this.show(message);
  }

  get own() {
    return this.chat.own(this.message);
  }

  show(message) {
    const moved = this.map && message.attachment?.kind === "location";
    this.message = message;
    this.row.classList.toggle("draft", "until" in message);
    this.row.classList.toggle("out", this.own);
    this.row.classList.toggle("ephemeral", message.ephemeral);
    const kind = message.attachment?.kind === "notice" ? null : named(message.attachment?.kind);
    this.row.setAttribute("aria-label", [this.own ? phrase("You") : message.sender.name, kind, clock(message.date)].filter(Boolean).join(", "));
    if (message.attachment?.kind === "notice") {
      this.row.classList.add("notice");
      this.row.replaceChildren(element("p", { dir: "auto" }, message.attachment.words));
      return;
    }
    if (moved) this.move(message.attachment);
    const focused = this.row.contains(document.activeElement) ? position(this.row) : null;
    const folds = [...this.row.querySelectorAll("details")].map((each) => each.open);
    this.row.replaceChildren(...[this.bubble(), this.keyboard()].filter(Boolean));
    const after = this.row.querySelectorAll("details");
    if (after.length === folds.length) after.forEach((each, at) => { each.open = folds[at]; });
    if (focused !== null) (this.row.querySelectorAll("button")[focused] ?? this.row).focus({ preventScroll: true });
  }

  bubble() {
    const { message } = this;
    const bare = message.attachment?.kind === "sticker";
    return element("div", { class: bare ? "bubble bare" : "bubble", dir: message.direction },
      this.sender(), this.only(), this.forwarded(), this.reply(), this.attachment(), this.words(), this.reactions(), this.foot(),
      message.can_stop && button({ class: "small", on: { click: () => this.on.stop() } }, phrase("Stop")));
  }

  sender() {
    const { message, chat } = this;
    if (chat.kind === "private" || this.own) return null;
    const colour = Math.abs(message.sender.id) % COLOURS;
    return element("p", { class: `sender colour${colour}`, dir: "auto" }, message.sender.name,
      message.sender.is_bot && element("span", { class: "tag" }, phrase("bot")));
  }

  only() {
    return this.message.ephemeral ? element("p", { class: "origin" }, phrase("Only you and the bot see this")) : null;
  }

  forwarded() {
    const { forwarded_from: from, via } = this.message;
    if (!from && !via) return null;
    return element("p", { class: "origin" }, from ? phrase("Forwarded from {name}", { name: from }) : phrase("by way of @{name}", { name: via }));
  }

  reply() {
    const answered = this.message.reply_to;
    if (!answered) return null;
    return button({ class: "quoted", dir: "auto", "data-goto": answered.id },
      element("b", {}, answered.name), element("span", {}, answered.is_quote ? `“${answered.text}”` : answered.text || gist(this.chat.messages.get(answered.id))));
  }

  words() {
    const { message } = this;
    if (message.rich) return rich(message.rich, (key, number) => this.key(key, { number }));
    if (message.html) return element("div", { class: "words" }, words(message.html));
    return "until" in message ? element("div", { class: "words thinking" }, phrase("Thinking…")) : null;
  }

  reactions() {
    const all = this.message.reactions ?? [];
    return all.length ? element("p", { class: "reactions", "aria-label": phrase("Reactions: {all}", { all: all.join(" ") }) }, all.map((each) => element("span", {}, each))) : null;
  }

  foot() {
    const { message } = this;
    return element("p", { class: "foot", dir: "ltr" },
      message.topic && element("span", { class: "tag", dir: "auto" }, `# ${message.topic_name ?? message.topic}`),
      message.edited_at && message.attachment?.kind !== "location" && element("span", { title: full(message.edited_at) }, phrase("edited")),
      element("time", { datetime: message.date, title: full(message.date) }, clock(message.date)),
      this.own && element("span", { class: "ticks", role: "img", "aria-label": phrase("sent") }, "✓"));
  }

  attachment() {
    const what = this.message.attachment;
    const show = what && SHOWN[what.kind];
    return show ? show.call(this, what) : null;
  }

  place(what) {
    this.map ??= new StreetMap(what.latitude, what.longitude);
    return this.map.element;
  }

  move(what) {
    this.map.show(what.latitude, what.longitude, this.chat.tracks.get(this.message.id));
  }

  keyboard() {
    const { buttons } = this.message;
    if (!buttons.length) return null;
    return element("div", { class: "buttons", role: "group", "aria-label": phrase("Buttons") },
      buttons.map((row, at) => element("div", { class: "keys" }, row.map((key, column) => this.key(key, { row: at, column })))));
  }

  key(key, place) {
    const mark = { url: "link", web_app: "link", copy: "copy" }[key.kind];
    return button({
      class: "key", "data-style": key.style, dir: "auto", "data-place": Object.values(place).join(), disabled: key.kind === "disabled",
      on: { click: () => this.on.press(this, place, key) },
    }, element("span", {}, key.label), mark && icon(mark));
  }

  busy(place, on) {
    const key = this.row.querySelector(`.key[data-place="${Object.values(place).join()}"]`);
    if (on) key?.setAttribute("aria-busy", "true");
    else this.row.querySelectorAll(".key[aria-busy]").forEach((each) => each.removeAttribute("aria-busy"));
  }

  // The answer marks it as read.
  read() {
    const ticks = this.row.querySelector(".ticks");
    if (!ticks) return;
    ticks.textContent = "✓✓";
    ticks.setAttribute("aria-label", phrase("read"));
  }

  clicked(event) {
    const link = event.target.closest("a[href]");
    const goto = event.target.closest("[data-goto]");
    if (goto) this.on.goto(Number(goto.dataset.goto));
    if (!link) return;
    event.preventDefault();
    this.on.link(link.href, this.chat);
  }

  openMenu(event) {
    event.preventDefault();
    this.on.menu(this);
  }
}

const position = (row) => [...row.querySelectorAll("button")].indexOf(document.activeElement);

function meters(what) {
  return `${what.latitude.toFixed(5)}, ${what.longitude.toFixed(5)}`;
}

const SHOWN = {
  photo(what) {
    return element("img", { class: "photo", src: what.url, width: what.width, height: what.height, alt: this.message.album ? phrase("Photo of an album") : named("photo"), loading: "lazy" });
  },
  video(what) {
    return element("video", { class: "photo video", src: what.url, controls: true, preload: "metadata", "aria-label": `${named(what.kind)}, ${length(what.seconds)}` });
  },
  audio(what) {
    return element("audio", { src: what.url, controls: true, preload: "metadata", "aria-label": `${named("audio")}: ${what.name}, ${length(what.seconds)}` });
  },
  document(what) {
    return element("a", { class: "file", "aria-label": `${named("document")}: ${what.name}, ${size(what.size)}`, href: what.url, download: what.name }, icon("file"),
      element("span", {}, element("b", { dir: "auto" }, what.name), element("small", {}, size(what.size))));
  },
  voice(what) {
    return element("div", { class: "voice", role: "img", "aria-label": `${named("voice")}, ${length(what.seconds)}` }, icon("play"), element("span", { class: "wave" }), element("small", {}, length(what.seconds)));
  },
  sticker(what) {
    return element("p", { class: "sticker", role: "img", "aria-label": `${named("sticker")} ${what.emoji}`.trim() }, what.emoji || "🖼");
  },
  contact(what) {
    return element("div", { class: "file", role: "group", "aria-label": `${named("contact")}: ${what.name}, ${what.phone}` }, icon("person"),
      element("span", {}, element("b", { dir: "auto" }, what.name), element("small", { dir: "ltr" }, what.phone)));
  },
  location(what) {
    const live = what.live_until && new Date(what.live_until) > new Date(this.message.edited_at ?? this.message.date);
    const at = this.message.edited_at ?? this.message.date;
    return element("figure", { class: live ? "place live" : "place" }, this.place(what),
      element("figcaption", { dir: "ltr" },
        element("b", {}, live ? phrase("Live location") : what.live_until ? phrase("Live location, ended") : named("location")),
        element("small", {}, what.live_until ? phrase("updated {time}", { time: clock(at) }) : meters(what)),
        live && this.own && this.on.drive && button({ class: "small", on: { click: () => this.on.drive(this) } }, phrase("Drive"))));
  },
  invoice(what) {
    return element("div", { class: "invoice" }, element("b", { dir: "auto" }, what.title), element("p", { dir: "auto" }, what.description));
  },
  poll(what) {
    return poll(what, this.chat.userId, (options) => this.on.vote(this, options));
  },
  venue(what) {
    return element("figure", { class: "place", "aria-label": `${named("venue")}: ${what.title}, ${what.address}` }, this.place(what),
      element("figcaption", {}, element("b", { dir: "auto" }, what.title), element("small", { dir: "auto" }, what.address)));
  },
};
SHOWN.animation = SHOWN.video_note = SHOWN.video;

const NAMES = {
  photo: sentence("Photo"), video: sentence("Video"), animation: sentence("Animation"), video_note: sentence("Video message"), audio: sentence("Music"), document: sentence("File"),
  voice: sentence("Voice message"), sticker: sentence("Sticker"), contact: sentence("Contact"), location: sentence("Location"), venue: sentence("Venue"), poll: sentence("Poll"), invoice: sentence("Invoice"),
};

const named = (kind) => NAMES[kind] && phrase(NAMES[kind]);

// A message in a few words: its own, or else what it is.
export function gist(message) {
  return message?.text.split("\n")[0] || message?.attachment?.question || named(message?.attachment?.kind) || phrase("Message");
}

function size(bytes) {
  if (bytes === null || bytes === undefined) return "";
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

// The scrolling part of a chat. Messages stand in pages of forty; a page that is complete is only
// laid out while it is near the window, at the height that it was measured to have.

import { button, element, icon } from "./element.js";
import { phrase } from "./language.js";
import { Bubble } from "./message.js";
import { day } from "./time.js";

const PAGE = 40;
const NEAR_END = 60;
const NEAR_START = 900;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Log {
  // `on` is handed to the bubbles; on.earlier(chat, before) brings older messages.
  constructor(on) {
    this.on = on;
    this.chat = null;
    this.bubbles = new Map();
    this.atEnd = true;
    this.pages = element("div", { class: "pages" });
    this.scroller = element("div", { class: "log", role: "log", tabindex: "0", on: { keydown: (event) => this.keyed(event) } }, this.pages);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.count = element("span", { class: "count" });
    this.down = button({ class: "down", hidden: true, "aria-label": phrase("To the latest message"), on: { click: () => this.toEnd(true) } }, icon("down"), this.count);
    this.element = element("div", { class: "log-frame" }, this.scroller, this.down);
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(this.pages);
    sizes.observe(this.scroller);
  }

  resized() {
    const width = this.scroller.clientWidth;
    if (width && width !== this.width) settle(...this.pages.querySelectorAll(".settled"));
    this.width = width;
    if (this.atEnd) this.toEnd();
  }

  open(chat, label) {
    const again = this.chat === chat || (this.chat?.id === chat.id && this.chat?.userId === chat.userId);
    const stay = again && !this.atEnd ? this.scroller.scrollTop : null;
    this.chat = chat;
    this.bubbles.clear();
    this.quietly(() => {
      this.scroller.setAttribute("aria-label", label);
      this.pages.replaceChildren();
      for (const message of chat.messages.values()) this.add(message, true);
      if (!chat.messages.size) this.pages.append(element("p", { class: "empty" }, phrase("No messages here yet.")));
    });
    this.draft();
    if (stay !== null) this.scroller.scrollTop = stay;
    else this.toEnd();
    this.markRead();
  }

  // What was there before is not read out.
  quietly(change) {
    this.scroller.setAttribute("aria-busy", "true");
    change();
    requestAnimationFrame(() => this.scroller.removeAttribute("aria-busy"));
  }

  put(message, edited) {
    const bubble = this.bubbles.get(message.id);
    if (bubble) {
      bubble.show(message);
      if (this.readUpTo >= message.id) bubble.read();
      resettle(bubble.row.parentElement);
      if (edited) flash(bubble.row);
    } else this.add(message, false);
    this.markRead();
    if (this.atEnd) this.toEnd();
  }

  // What the bot is writing stands below everything, until its time is over or its message is there.
  draft() {
    clearTimeout(this.fading);
    this.drafted?.remove();
    const { draft } = this.chat;
    const left = draft ? new Date(draft.until) - Date.now() : 0;
    if (left <= 0) return;
    this.drafted = element("div", { class: "page" }, new Bubble(this.chat, draft, this.on).row);
    this.scroller.append(this.drafted);
    this.fading = setTimeout(() => this.draft(), left);
    if (this.atEnd) this.toEnd();
  }

  add(message, quiet) {
    this.pages.querySelector(":scope > .empty")?.remove();
    const former = [...this.bubbles.values()].at(-1)?.message;
    const bubble = this.bubble(message);
    const page = this.page();
    if (!former || day(former.date) !== day(message.date)) page.append(separator(message));
    join(bubble, former);
    if (!quiet && !still()) bubble.row.classList.add("new");
    const covered = this.bubbles.get(message.replaces);
    if (covered) covered.row.after(bubble.row);
    else page.append(bubble.row);
    covered?.row.toggleAttribute("hidden", true);
  }

  bubble(message) {
    const bubble = new Bubble(this.chat, message, this.on);
    this.bubbles.set(message.id, bubble);
    return bubble;
  }

  page() {
    const last = this.pages.lastElementChild;
    if (last && last.querySelectorAll(":scope > .row").length < PAGE) return last;
    if (last) settle(last);
    const page = element("div", { class: "page" });
    this.pages.append(page);
    return page;
  }

  // Everything own is read once the other side has said or done something after it.
  markRead() {
    const messages = [...this.chat.messages.values()];
    const answer = messages.findLast((message) => !this.chat.own(message));
    this.readUpTo = answer?.id ?? 0;
    for (const bubble of this.bubbles.values()) {
      if (bubble.own && bubble.message.id <= this.readUpTo) bubble.read();
    }
  }

  remove(messageId) {
    const bubble = this.bubbles.get(messageId);
    if (!bubble) return;
    this.bubbles.delete(messageId);
    this.bubbles.get(bubble.message.replaces)?.row.removeAttribute("hidden");
    const next = bubble.row.nextElementSibling;
    const page = bubble.row.parentElement;
    fold(bubble.row).then(() => this.tidy(next, page));
  }

  tidy(next, page) {
    const all = [...this.bubbles.values()];
    const at = all.findIndex((bubble) => bubble.row === next);
    if (at >= 0) join(all[at], all[at - 1]?.message);
    resettle(page);
  }

  async earlier() {
    if (this.loading || !this.chat?.hasEarlier) return;
    this.loading = true;
    const { chat } = this;
    const [{ replaces, id }] = chat.messages.values();
    const first = replaces ?? id;
    try {
      const { messages, has_earlier: more } = await this.on.earlier(chat, first);
      chat.hasEarlier = more && messages.length > 0;
      chat.prepend(messages);
      if (this.chat === chat) this.prepend(messages);
    } finally {
      this.loading = false;
    }
    this.scrolled();
  }

  // Put older messages on top, with what is in the window staying exactly where it is.
  prepend(messages) {
    const later = this.bubbles;
    this.bubbles = new Map();
    const before = document.createDocumentFragment();
    let page = null;
    let former = null;
    messages.forEach((message, at) => {
      if (at % PAGE === 0) before.append((page = element("div", { class: "page" })));
      if (!former || day(former.date) !== day(message.date)) page.append(separator(message));
      const bubble = this.bubble(message);
      join(bubble, former);
      page.append(bubble.row);
      former = message;
    });
    for (const [id, bubble] of later) this.bubbles.set(id, bubble);
    this.quietly(() => this.insertAbove(before, later, former));
    this.markRead();
  }

  insertAbove(pages, later, former) {
    const { scroller } = this;
    const made = [...pages.children];
    scroller.style.overflowAnchor = "none";
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    const first = later.values().next().value;
    if (first && former && day(former.date) === day(first.message.date)) first.row.previousElementSibling?.remove();
    if (first) join(first, former);
    this.pages.prepend(pages);
    scroller.scrollTop = scroller.scrollHeight - fromEnd;
    settle(...made);
    resettle(first?.row.parentElement);
    requestAnimationFrame(() => (scroller.style.overflowAnchor = ""));
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.down.hidden = this.atEnd;
    if (this.atEnd) this.on.seen?.();
    if (scrollTop < NEAR_START && clientHeight > 0) this.earlier().catch(() => {});
  }

  unread(count) {
    this.count.textContent = count ? String(count) : "";
    this.down.setAttribute("aria-label", count ? phrase("To the latest message, {count} unread", { count }) : phrase("To the latest message"));
  }

  toEnd(smooth) {
    const behavior = smooth && !still() ? "smooth" : "instant";
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior });
  }

  goto(messageId) {
    const row = this.bubbles.get(messageId)?.row;
    if (!row) return;
    row.scrollIntoView({ block: "center", behavior: still() ? "instant" : "smooth" });
    row.focus({ preventScroll: true });
    flash(row);
  }

  // Arrow keys go from message to message; Enter opens what can be done with one.
  keyed(event) {
    const rows = [...this.bubbles.values()].filter((bubble) => !bubble.row.classList.contains("notice"));
    const at = rows.findIndex((bubble) => bubble.row === document.activeElement);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step && !event.target.closest("button, a, .spoiler")) {
      event.preventDefault();
      const to = at < 0 ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + step));
      rows[to]?.row.focus();
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      this.on.menu(rows[at]);
    }
  }
}

function separator(message) {
  return element("p", { class: "day" }, element("span", {}, day(message.date)));
}

// Messages of one sender within five minutes stand together.
function join(bubble, former) {
  const { message } = bubble;
  const together = former && former.sender.id === message.sender.id && former.attachment?.kind !== "notice"
    && day(former.date) === day(message.date) && new Date(message.date) - new Date(former.date) < 300_000;
  bubble.row.classList.toggle("joined", Boolean(together));
  bubble.row.classList.toggle("album", Boolean(together && message.album && message.album === former.album));
}

// From now on a page is as high as it is now, whether it is drawn or not.
function settle(...pages) {
  for (const page of pages) page.classList.remove("settled");
  const heights = pages.map((page) => page.getBoundingClientRect().height);
  pages.forEach((page, at) => {
    page.style.containIntrinsicBlockSize = `${heights[at]}px`;
    page.classList.add("settled");
  });
}

function resettle(page) {
  if (page?.classList.contains("settled")) settle(page);
}

function flash(row) {
  row.classList.remove("flash");
  void row.offsetWidth;
  row.classList.add("flash");
  row.addEventListener("animationend", () => row.classList.remove("flash"), { once: true });
}

async function fold(row) {
  row.setAttribute("aria-hidden", "true");
  row.inert = true;
  if (!still() && row.animate) {
    const folded = { height: "0px", opacity: 0, marginTop: "0px" };
    const shown = { height: `${row.offsetHeight}px`, opacity: 1 };
    row.style.overflow = "clip";
    await row.animate([shown, folded], { duration: 260, easing: "ease-in-out" }).finished.catch(() => {});
  }
  row.remove();
}

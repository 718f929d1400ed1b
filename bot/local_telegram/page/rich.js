// A rich message: its blocks, and the buttons among them in the order in which they are met.

import { element } from "./element.js";
import { phrase } from "./language.js";
import { StreetMap } from "./map.js";
import { words } from "./words.js";

const MARKS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", subscript: "sub", superscript: "sup", marked: "mark", code: "code",
};

// `key` makes the button of a form and its number in the message.
export function rich(message, key) {
  return new Drawing(message.buttons, key).message(message);
}

class Drawing {
  constructor(buttons, key) {
    this.buttons = buttons;
    this.key = key;
    this.met = 0;
  }

  message({ blocks, is_rtl: rtl }) {
    return element("div", { class: "words rich", dir: rtl ? "rtl" : null }, this.blocks(blocks));
  }

  blocks(all) {
    return all.map((block) => BLOCKS[block.type].call(this, block));
  }

  button() {
    const number = this.met++;
    return this.key(this.buttons[number], number);
  }

  text(text) {
    if (text === null || text === undefined) return null;
    if (typeof text === "string") return text;
    if (Array.isArray(text)) return text.map((part) => this.text(part));
    if (text.type === "button") return this.button();
    if (text.type === "spoiler") return this.around(words("<tg-spoiler></tg-spoiler>").firstChild, text);
    if (text.type === "url") return this.link(text.url, text);
    if (text.type === "phone_number") return this.link(`tel:${text.phone_number}`, text);
    if (text.type === "email_address") return this.link(`mailto:${text.email_address}`, text);
    if (text.type === "date_time") return element("time", { title: new Date(text.unix_time * 1000).toLocaleString() }, this.text(text.text));
    if (MARKS[text.type]) return element(MARKS[text.type], {}, this.text(text.text));
    return this.text(text.text ?? text.alternative_text ?? text.expression);
  }

  // A link that may not be opened is only its words.
  link(address, { text }) {
    const anchor = element("a", { href: address });
    return this.around(words(anchor.outerHTML).firstChild ?? element("span"), { text });
  }

  around(made, { text }) {
    made.append(...[this.text(text)].flat(9).filter((part) => part !== null));
    return made;
  }

  credit(block) {
    return block.credit ? element("cite", {}, "— ", this.text(block.credit)) : null;
  }

  cell(cell) {
    return element(cell.is_header ? "th" : "td", {
      colspan: cell.colspan, rowspan: cell.rowspan, "data-align": cell.align, "data-valign": cell.valign,
    }, this.text(cell.text));
  }
}

const BLOCKS = {
  paragraph({ text }) {
    return element("p", { dir: "auto" }, this.text(text));
  },
  heading({ text, size }) {
    return element(`h${Math.min(6, size + 2)}`, { dir: "auto" }, this.text(text));
  },
  pre({ text }) {
    return element("pre", {}, this.text(text));
  },
  footer({ text }) {
    return element("footer", { dir: "auto" }, this.text(text));
  },
  thinking({ text }) {
    return element("p", { class: "thinking", dir: "auto" }, this.text(text));
  },
  divider() {
    return element("hr");
  },
  mathematical_expression({ expression }) {
    return element("code", {}, expression);
  },
  anchor() {
    return null;
  },
  list({ items }) {
    return element("ul", {}, items.map((item) => element("li", {},
      element("span", {}, item.has_checkbox ? (item.is_checked ? "☑" : "☐") : item.label), element("div", {}, this.blocks(item.blocks)))));
  },
  blockquote(block) {
    return element("blockquote", {}, this.blocks(block.blocks), this.credit(block));
  },
  expandable_blockquote(block) {
    return element("blockquote", {}, element("details", {}, element("summary", { dir: "auto" }, this.text(block.text))), this.credit(block));
  },
  pullquote(block) {
    return element("aside", {}, this.text(block.text), this.credit(block));
  },
  table({ cells, caption, is_bordered: bordered, is_striped: striped, is_compact: compact }) {
    const kinds = [bordered && "bordered", striped && "striped", compact && "compact"].filter(Boolean);
    return element("div", { class: "sideways", tabindex: "0", role: "group", "aria-label": phrase("Table") }, element("table", { class: kinds.join(" ") },
      caption ? element("caption", {}, this.text(caption)) : null,
      element("tbody", {}, cells.map((row) => element("tr", {}, row.map((cell) => this.cell(cell)))))));
  },
  details({ summary, blocks, is_open: open }) {
    return element("details", { open }, element("summary", { dir: "auto" }, this.text(summary)), this.blocks(blocks));
  },
  buttons({ buttons, align }) {
    return element("div", { class: "in-row", "data-align": align }, buttons.map(() => this.button()));
  },
  map({ location }) {
    return new StreetMap(location.latitude, location.longitude).element;
  },
};

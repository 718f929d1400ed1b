// The words of a message: what the server rendered, through a list of what is known. Everything
// else, be it a tag or an attribute, falls away and leaves its words.

import { element } from "./element.js";
import { phrase } from "./language.js";
import { clock } from "./time.js";

const PLAIN = new Map(Object.entries({
  B: "b", STRONG: "b", I: "i", EM: "i", U: "u", INS: "u", S: "s", STRIKE: "s", DEL: "s",
  CODE: "code", PRE: "pre", BLOCKQUOTE: "blockquote",
}));
const LINKS = new Set(["http:", "https:", "tg:", "mailto:", "tel:"]);
const SILENT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "IFRAME", "OBJECT", "TITLE", "TEXTAREA"]);

export function words(html) {
  const parsed = new DOMParser().parseFromString(`<body>${html}`, "text/html");
  const clean = document.createDocumentFragment();
  copy(parsed.body, clean);
  return clean;
}

function copy(from, to) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.append(node.data);
    else if (node.nodeType === Node.ELEMENT_NODE && !SILENT.has(node.tagName)) {
      const made = known(node);
      if (!made?.textContent) copy(node, made ?? to);
      if (made) to.append(made);
    }
  }
}

function known(node) {
  if (PLAIN.has(node.tagName)) return element(PLAIN.get(node.tagName));
  if (node.tagName === "A") return link(node.getAttribute("href"));
  if (node.tagName === "TIME") return time(node.getAttribute("datetime"), node.dataset.form);
  if (node.tagName === "TG-SPOILER") return spoiler();
  return null;
}

function link(address) {
  const parsed = URL.canParse(address ?? "") ? new URL(address) : null;
  if (!parsed || !LINKS.has(parsed.protocol)) return null;
  return element("a", { href: parsed.href, rel: "noreferrer", target: "_blank" });
}

// A time of day is the viewer's own, as Telegram shows it; any other keeps its words.
function time(at, form) {
  const date = new Date(at ?? "");
  if (Number.isNaN(date.getTime())) return null;
  return element("time", { datetime: at, title: date.toLocaleString(), "data-form": form }, form === "t" ? clock(at) : null);
}

function spoiler() {
  const open = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    made.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label"]) made.removeAttribute(name);
  };
  const made = element("span", {
    class: "spoiler", role: "button", tabindex: "0", "aria-label": phrase("Hidden words, show them"),
    on: { click: open, keydown: open },
  });
  return made;
}

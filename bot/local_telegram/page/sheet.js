// A small sheet over one phone: a question with its answers. Escape closes it, and the focus goes
// back to where it was.

import { button, element, icon } from "./element.js";
import { phrase } from "./language.js";

let count = 0;

export class Sheet {
  constructor(frame) {
    this.frame = frame;
    this.element = null;
  }

  get open() {
    return this.element !== null;
  }

  // Each action is {label, act, then, kind, first}: `first` has the focus at first; `act` may return a promise, whose refusal is shown;
  // `then` follows once the sheet is closed.
  show({ title, body = [], actions = [], alert = false }) {
    this.close();
    this.before = document.activeElement;
    const id = `sheet-${(count += 1)}`;
    this.refusal = element("p", { class: "refusal", role: "alert" });
    this.element = element("div", { class: "sheet-frame", on: { click: (event) => event.target === this.element && this.close(), keydown: (event) => this.keyed(event) } },
      element("div", { class: "sheet", role: alert ? "alertdialog" : "dialog", "aria-modal": "true", "aria-labelledby": id, tabindex: "-1" },
        element("header", {}, element("h3", { id, dir: "auto" }, title), !alert && button({ class: "plain", "aria-label": phrase("Close"), on: { click: () => this.close() } }, icon("close"))),
        element("div", { class: "sheet-body" }, body), this.refusal,
        element("div", { class: "actions" }, actions.map((action) => this.action(action)))));
    for (const other of this.frame.children) other.inert = true;
    this.frame.append(this.element);
    const first = this.element.querySelector("[data-first]")
      ?? this.element.querySelector(".sheet-body input:not([hidden]), .sheet-body select, .actions button, .sheet-body button");
    (first ?? this.element.firstElementChild).focus();
  }

  action({ label, act, then, kind = "", first = false }) {
    return button({ class: `action ${kind}`, "data-first": first, on: { click: () => this.run(act, then) } }, label);
  }

  async run(act, then) {
    const shown = this.element;
    try {
      await act?.();
      if (this.element === shown) this.close();
      then?.();
    } catch (problem) {
      this.refusal.textContent = problem.message;
    }
  }

  keyed(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      this.close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choices = [...this.element?.querySelectorAll(".actions button, .choices button") ?? []];
    const at = choices.indexOf(document.activeElement);
    if (step && at >= 0) {
      event.preventDefault();
      choices[(at + step + choices.length) % choices.length].focus();
    }
    if (event.key === "Tab") this.keep(event);
  }

  keep(event) {
    const all = [...this.element.querySelectorAll("button:not(:disabled), input, select, textarea, a[href], [tabindex='0']")];
    const edge = event.shiftKey ? all[0] : all.at(-1);
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  }

  close() {
    if (!this.element) return;
    this.element.remove();
    this.element = null;
    for (const other of this.frame.children) other.inert = false;
    if (this.before?.isConnected) this.before.focus();
  }
}

export function field(label, properties = {}, options = null) {
  const control = options
    ? element("select", properties, options.map(([value, words, chosen]) => element("option", { value, selected: chosen }, words)))
    : element("input", { type: "text", autocomplete: "off", ...properties });
  return { control, element: element("label", { class: "field" }, element("span", {}, label), control) };
}

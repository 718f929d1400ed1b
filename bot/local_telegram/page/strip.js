// Backstage: text messages with codes, webhooks as they pass, what waits, and switches.

import { button, element, replace } from "./element.js";
import { phrase, sentence } from "./language.js";
import { copy, roleName } from "./link.js";
import { seconds } from "./time.js";
import { post } from "./wire.js";

const SHOWN = 60;
const WAITING = [
  ["updates", sentence("updates")], ["events", sentence("events")], ["fleet_requests", sentence("requests")], ["notices", sentence("messages")],
  ["photos", sentence("photos")], ["fleet_webhooks", sentence("webhooks")], ["dead", sentence("given up")],
];

export class Strip {
  constructor(page) {
    this.page = page;
    this.world = page.world;
    this.said = element("p", { class: "said", role: "status" });
    this.sms = element("ol", { class: "items" });
    this.webhooks = element("ol", { class: "items hooks" });
    this.queue = element("dl", { class: "queue" });
    this.switches = element("div", { class: "switches" });
    this.element = element("aside", { class: "strip", id: "place-strip", "aria-labelledby": "strip-title" },
      element("h2", { id: "strip-title", tabindex: "-1" }, phrase("Backstage")), this.said, this.sections());
    this.listen();
  }

  sections() {
    return [
      part(phrase("Text messages"), phrase("The codes go by SMS. Tap a code to copy it."), feed(phrase("Text messages"), "polite", this.sms), "grows"),
      part(phrase("Webhooks"), phrase("Signed, from the delivery system to the bot."), feed(phrase("Webhooks"), "off", this.webhooks), "grows"),
      part(phrase("Waiting"), null, this.queue),
      part(phrase("Switches"), null, this.switches),
    ];
  }

  listen() {
    const { world } = this;
    world.listen("state", () => world.town && this.show());
    world.listen("sms", (sms) => this.add(this.sms, this.textMessage(sms)));
    world.listen("webhook", (webhook) => this.hook(webhook));
    world.listen("queue", () => this.showQueue());
    world.listen("switches", () => this.showSwitches());
    world.listen("user", () => this.showSwitches());
  }

  show() {
    const { town } = this.world;
    replace(this.sms, town.sms.slice(-SHOWN).reverse().map((sms) => this.textMessage(sms)));
    replace(this.webhooks, town.webhooks.slice(-SHOWN).reverse().map((webhook) => this.webhook(webhook)));
    this.empty(this.sms, phrase("None yet."));
    this.empty(this.webhooks, phrase("None yet."));
    this.showQueue();
    this.showSwitches();
  }

  empty(items, words) {
    if (!items.children.length) items.append(element("li", { class: "none" }, words));
  }

  add(items, item) {
    items.querySelector(".none")?.remove();
    item.classList.add("new");
    items.prepend(item);
    while (items.children.length > SHOWN) items.lastElementChild.remove();
  }

  textMessage({ at, phone, to, text }) {
    const pieces = text.split(/(?<=code:? )(\d{3,10})\b/i);
    const words = pieces.map((piece, index) => (index % 2 ? button({ class: "code", "aria-label": phrase("Copy the code {code}", { code: piece }), on: { click: () => this.copied(piece) } }, piece) : piece));
    return element("li", { class: words.length > 1 ? "has-code" : null }, element("p", { class: "who" }, element("b", {}, to ?? phone), element("time", { datetime: at }, seconds(at))), element("p", { dir: "auto" }, words));
  }

  copied(code) {
    copy(code).then(() => this.say(phrase("Copied {code}", { code })));
  }

  hook(webhook) {
    const item = this.webhook(webhook);
    const known = this.webhooks.querySelector(`[data-n="${webhook.n}"]`);
    if (known) known.replaceWith(item);
    else this.add(this.webhooks, item);
  }

  webhook({ n, at, event, order, attempt, status }) {
    const good = status !== null && status < 300;
    return element("li", { "data-n": n },
      element("p", { class: "who" }, element("b", { dir: "ltr" }, event), element("time", { datetime: at }, seconds(at))),
      element("p", {}, element("span", { class: "order" }, order), attempt > 1 && element("span", { class: "attempt" }, phrase("attempt {number}", { number: attempt })),
        element("span", { class: good ? "status good" : "status bad" }, status === null ? phrase("no answer") : status)));
  }

  showQueue() {
    const { queue } = this.world.town ?? {};
    if (!queue) return;
    replace(this.queue, WAITING.map(([name, words]) => element("div", { class: queue[name] ? (name === "dead" ? "some bad" : "some") : "" }, element("dd", {}, queue[name]), element("dt", {}, phrase(words)))));
  }

  showSwitches() {
    const { town } = this.world;
    if (!town) return;
    const focused = this.switches.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const { fleet, telegram, hours_passed: hours } = town.switches;
    replace(this.switches,
      this.toggle(phrase("Delivery system"), fleet, "fleet"), this.toggle(phrase("Telegram"), telegram, "telegram"),
      element("div", { class: "row-of" },
        this.act(phrase("An hour passes"), "hour", () => post("/api/town/hour"), hours ? phrase("+{hours} h", { hours }) : null),
        this.act(phrase("Add a rider"), "rider", () => this.addRider()),
        this.act(phrase("An order"), "order", () => post("/api/town/orders", { count: 1 })),
        this.act(phrase("Twenty orders"), "orders", () => post("/api/town/orders", { count: 20 }))),
      element("h4", {}, phrase("Languages")),
      [...this.world.users.values()].map((user) => this.language(user)));
    this.switches.querySelector(`[data-focus="${focused}"]`)?.focus();
  }

  toggle(label, on, name) {
    return button({
      class: "switch", role: "switch", "aria-checked": String(on), "data-focus": name,
      on: { click: () => this.try(() => post("/api/town/switches", { [name]: !on })) },
    }, element("span", {}, label), element("small", {}, on ? phrase("up") : phrase("down")), element("i", {}));
  }

  act(label, name, act, mark = null) {
    return button({ class: "small", "data-focus": name, on: { click: () => this.try(act) } }, label, mark && element("small", {}, mark));
  }

  language(user) {
    const chosen = element("select", { "data-focus": `language-${user.id}`, on: { change: () => this.try(() => this.page.hand.speak(chosen.value, user.id)) } },
      this.world.town.languages.map(({ code, name }) => element("option", { value: code, selected: code === user.language_code }, name)));
    return element("label", { class: "speaks", "data-role": this.world.roleOf(user.id) }, element("span", {}, this.world.nameOf(user.id), element("small", {}, roleName(this.world, user.id))), chosen);
  }

  async addRider() {
    const rider = await post("/api/town/riders");
    this.world.town.riders.push(rider.id);
    this.world.happened("user", rider);
    this.say(phrase("{name} rides now, too. Choose them at the rider’s phone.", { name: rider.first_name }));
  }

  async try(act) {
    try {
      await act();
    } catch (problem) {
      this.say(problem.message);
    }
  }

  say(words) {
    this.said.textContent = words;
  }
}

function feed(name, live, items) {
  return element("div", { class: "feed", tabindex: "0", role: "log", "aria-live": live, "aria-label": name }, items);
}

export function part(title, words, content, kind = "") {
  return element("section", { class: `part ${kind}` }, element("h3", {}, title), words && element("p", { class: "hint" }, words), content);
}


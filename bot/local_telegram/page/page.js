// The page: phones side by side, the strip, the tour, and what holds them together.

import { button, element, icon, replace } from "./element.js";
import { Hand } from "./hand.js";
import { Kept } from "./kept.js";
import { LABELS } from "./labels.js";
import { Phone } from "./phone.js";
import { Sound } from "./sound.js";
import { Strip } from "./strip.js";
import { Tour } from "./tour.js";
import { Events } from "./wire.js";
import { Workshop } from "./workshop.js";
import { World } from "./world.js";

const NARROW = matchMedia("(max-width: 759px)");
const THEMES = ["auto", "light", "dark"];
const ROLES = ["dispatcher", "rider", "customer"];

class Page {
  constructor() {
    this.kept = new Kept();
    this.world = new World();
    this.hand = new Hand(this.world);
    this.sound = new Sound(this.kept);
    this.phones = [];
    this.tab = 0;
    this.root = document.querySelector("main");
    this.lost = element("p", { class: "lost", role: "alert", hidden: true });
    this.stage = element("div", { class: "stage" });
    this.tabs = element("nav", { class: "tabs", "aria-label": "Phones" });
    this.tools = document.querySelector(".tools");
    this.theme(this.kept.read("theme") ?? "auto");
    this.world.listen("state", () => this.settle());
    this.world.listen("user", () => this.counts());
    NARROW.addEventListener("change", () => this.choose(this.tab));
    new Events({
      state: (state) => this.world.load(state),
      event: (kind, told) => this.world.happened(kind, told),
      connected: (on) => this.connection(on),
    }).start();
  }

  // Build once; a state that is read anew only fills what is there.
  settle() {
    if (this.strip) return;
    const { town, users } = this.world;
    this.strip = town ? new Strip(this) : new Workshop(this);
    this.tour = new Tour(this);
    replace(this.root, this.lost, this.tour.element, this.stage, this.tabs);
    this.stage.append(this.strip.element);
    document.body.classList.toggle("town", Boolean(town));
    if (!town) this.beAlone();
    const people = town ? ROLES.map((role) => town.cast[role]) : this.kept.phones([...users.keys()]);
    for (const userId of people) this.addPhone(userId);
    this.toolbar();
    for (const link of document.querySelectorAll(".skip a")) link.hidden = !document.querySelector(link.hash);
    this.choose(0);
    this.world.tell("state");
    performance.mark("ready");
    document.body.dataset.ready = "true";
  }

  addPhone(userId) {
    const phone = new Phone(this, userId, this.phones.length);
    this.phones.push(phone);
    this.strip.element.before(phone.element);
    phone.refresh();
    this.showTabs();
    this.keepPhones();
  }

  removePhone(phone) {
    phone.leave();
    this.phones = this.phones.filter((each) => each !== phone);
    this.showTabs();
    this.choose(0);
    this.keepPhones();
  }

  // Whose phones are shown is kept by this browser, where nobody has a role.
  keepPhones() {
    if (!this.world.town) this.kept.write("phones", this.phones.map((phone) => phone.userId).join(" "));
  }

  beAlone() {
    document.title = LABELS.title;
    document.querySelector(".top h1").textContent = LABELS.title;
    document.querySelector(".top p").textContent = LABELS.about;
  }

  // Bring somebody's phone to the front: the one they have, or else the last one.
  show(userId, botUsername) {
    const bot = this.world.bots.find((each) => each.username.toLowerCase() === botUsername?.toLowerCase());
    const phone = this.phones.find((each) => each.userId === userId) ?? this.phones.findLast(Boolean);
    phone.be(userId, bot?.id);
    if (NARROW.matches) this.choose(this.phones.indexOf(phone));
    phone.composer.field.focus();
  }

  shows(phone) {
    return !NARROW.matches || this.tab === this.phones.indexOf(phone);
  }

  get places() {
    return [...this.phones.map((phone) => phone.element), this.strip.element];
  }

  showTabs() {
    const names = [...this.phones.map((phone) => phone.role.textContent), this.world.town ? "Backstage" : "Workshop"];
    replace(this.tabs, names.map((name, at) => button({ class: "tab", "data-role": this.places[at].dataset.role, on: { click: () => this.choose(at) } },
      element("span", {}, name), element("span", { class: "badge" }))));
    this.counts();
  }

  choose(at) {
    this.tab = at;
    this.places.forEach((place, index) => place.classList.toggle("away", NARROW.matches && index !== at));
    [...this.tabs.children].forEach((tab, index) => tab.setAttribute("aria-current", String(index === at)));
    this.phones[at]?.log.toEnd();
    this.phones[at]?.seen();
  }

  counts() {
    [...this.tabs.children].forEach((tab, at) => {
      const phone = this.phones[at];
      const count = phone ? this.world.unreadOf(phone.userId) : 0;
      tab.lastElementChild.textContent = count || "";
      tab.setAttribute("aria-label", `${tab.firstElementChild.textContent}${count ? `, ${count} unread` : ""}`);
      if (phone) tab.dataset.role = phone.element.dataset.role;
    });
  }

  toolbar() {
    this.themeButton = button({ class: "plain", on: { click: () => this.theme(THEMES[(THEMES.indexOf(this.kept.read("theme") ?? "auto") + 1) % 3]) } });
    this.soundButton = button({ class: "plain", "aria-label": "Sound", on: { click: () => this.showSound(this.sound.toggle()) } });
    const strip = button({ class: "plain opens-strip", "aria-expanded": "false", "aria-controls": "place-strip", on: { click: () => {
      const open = this.stage.classList.toggle("strip-open");
      strip.setAttribute("aria-expanded", String(open));
    } } }, icon("strip"), this.world.town ? "Backstage" : "Workshop");
    replace(this.tools, strip, this.soundButton, this.themeButton);
    this.showSound(this.sound.on);
    this.theme(this.kept.read("theme") ?? "auto");
  }

  showSound(on) {
    replace(this.soundButton, icon(on ? "bell" : "mute"));
    this.soundButton.setAttribute("aria-pressed", String(on));
    this.soundButton.title = on ? "Sound is on" : "Sound is off";
  }

  theme(name) {
    this.kept.write("theme", name);
    document.documentElement.dataset.theme = name;
    if (!this.themeButton) return;
    const words = { auto: "Colours as the system has them", light: "Light colours", dark: "Dark colours" }[name];
    replace(this.themeButton, icon({ auto: "auto", light: "sun", dark: "moon" }[name]));
    this.themeButton.setAttribute("aria-label", `${words}; change`);
    this.themeButton.title = words;
  }

  ring() {
    this.sound.ring();
  }

  connection(on) {
    this.lost.hidden = on;
    this.lost.textContent = on ? "" : "The connection is lost. Trying again …";
    if (!this.strip && !on) replace(this.root, this.lost);
  }
}

new Page();

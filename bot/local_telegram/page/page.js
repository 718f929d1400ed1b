// The page: phones side by side, the strip, the tour, and what holds them together.

import { button, element, icon, replace } from "./element.js";
import { Hand } from "./hand.js";
import { Kept } from "./kept.js";
import { LABELS } from "./labels.js";
import { language, phrase, speak } from "./language.js";
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
    this.tabs = element("nav", { class: "tabs" });
    this.tools = document.querySelector(".tools");
    this.theme(this.kept.read("theme") ?? "auto");
    this.world.listen("state", () => this.settle());
    this.world.listen("language", () => location.reload());
    this.world.listen("user", () => this.counts());
    NARROW.addEventListener("change", () => this.choose(this.tab));
    new Events({
      state: (state) => this.load(state),
      event: (kind, told) => this.world.happened(kind, told),
      connected: (on) => this.connection(on),
    }).start();
  }

  // Every word is said once, as the page is built: another language builds it again.
  load(state) {
    const wanted = state.town?.language;
    if (this.strip && wanted && wanted.code !== language()) location.reload();
    else if (wanted) speak(wanted);
    this.world.load(state);
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
    this.tabs.setAttribute("aria-label", phrase("Phones"));
    this.name(town ? { title: phrase("Handover: three phones"), heading: "Handover", about: phrase("A delivery as everybody in it sees it") } : LABELS);
    const people = town ? ROLES.map((role) => town.cast[role]) : this.kept.phones([...users.keys()]);
    for (const userId of people) this.addPhone(userId);
    this.toolbar();
    this.skipLinks();
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

  name({ title, heading = title, about }) {
    document.title = title;
    document.querySelector(".top h1").textContent = heading;
    document.querySelector(".top p").textContent = about;
  }

  skipLinks() {
    const phones = [phrase("First phone"), phrase("Second phone"), phrase("Third phone")].slice(0, this.phones.length);
    const links = [...phones, this.backstage].map((name, at) => element("a", { href: `#${this.places[at].id}` }, name));
    const skip = document.querySelector(".skip");
    skip.setAttribute("aria-label", phrase("Skip to"));
    replace(skip, links);
  }

  get backstage() {
    return this.world.town ? phrase("Backstage") : LABELS.workshop;
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
    const names = [...this.phones.map((phone) => phone.role.textContent), this.backstage];
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
      tab.setAttribute("aria-label", count ? phrase("{name}, {count} unread", { name: tab.firstElementChild.textContent, count }) : tab.firstElementChild.textContent);
      if (phone) tab.dataset.role = phone.element.dataset.role;
    });
  }

  toolbar() {
    this.themeButton = button({ class: "plain", on: { click: () => this.theme(THEMES[(THEMES.indexOf(this.kept.read("theme") ?? "auto") + 1) % 3]) } });
    this.soundButton = button({ class: "plain", "aria-label": phrase("Sound"), on: { click: () => this.showSound(this.sound.toggle()) } });
    const strip = button({ class: "plain opens-strip", "aria-expanded": "false", "aria-controls": "place-strip", on: { click: () => {
      const open = this.stage.classList.toggle("strip-open");
      strip.setAttribute("aria-expanded", String(open));
    } } }, icon("strip"), this.backstage);
    replace(this.tools, this.languages(), strip, this.soundButton, this.themeButton);
    this.showSound(this.sound.on);
    this.theme(this.kept.read("theme") ?? "auto");
  }

  languages() {
    if (!this.world.town) return null;
    const chosen = element("select", { class: "language", "aria-label": phrase("Language"), on: { change: () => this.strip.try(() => this.hand.speak(chosen.value)) } },
      this.world.town.languages.map(({ code, name }) => element("option", { value: code, selected: code === language() }, name)));
    return chosen;
  }

  showSound(on) {
    replace(this.soundButton, icon(on ? "bell" : "mute"));
    this.soundButton.setAttribute("aria-pressed", String(on));
    this.soundButton.title = on ? phrase("Sound is on") : phrase("Sound is off");
  }

  theme(name) {
    this.kept.write("theme", name);
    document.documentElement.dataset.theme = name;
    if (!this.themeButton) return;
    const words = { auto: phrase("Colours as the system has them"), light: phrase("Light colours"), dark: phrase("Dark colours") }[name];
    replace(this.themeButton, icon({ auto: "auto", light: "sun", dark: "moon" }[name]));
    this.themeButton.setAttribute("aria-label", phrase("{words}; change", { words }));
    this.themeButton.title = words;
  }

  ring() {
    this.sound.ring();
  }

  connection(on) {
    this.lost.hidden = on;
    this.lost.textContent = on ? "" : phrase("The connection is lost. Trying again …");
    if (!this.strip && !on) replace(this.root, this.lost);
  }
}

new Page();

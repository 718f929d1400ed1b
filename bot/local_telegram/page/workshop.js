// The local Telegram without a town: people and groups are made here, and faults.

import { button, element, icon, replace } from "./element.js";
import { LABELS } from "./labels.js";
import { copy } from "./link.js";
import { field } from "./sheet.js";
import { part } from "./strip.js";
import { get, post } from "./wire.js";

const given = (name, { control }) => (control.value.trim() ? { [name]: control.value.trim() } : {});

export class Workshop {
  constructor(page) {
    this.page = page;
    this.world = page.world;
    this.said = element("p", { class: "said", role: "status" });
    this.element = element("aside", { class: "strip", id: "place-strip", "aria-labelledby": "strip-title" },
      element("h2", { id: "strip-title", tabindex: "-1" }, "Workshop"), this.said,
      part(LABELS.bots, LABELS.botsAbout, this.bots()), part(LABELS.phones, null, this.phone()),
      part("People", null, this.person()), part("Groups", null, this.group()),
      part("Limits and faults", "What Telegram does on a bad day.", this.faults()));
    this.world.listen("state", () => this.members());
    this.world.listen("user", () => this.members());
    this.world.listen("bot", () => this.members());
  }

  form(fields, label, act) {
    const send = async (event) => {
      event.preventDefault();
      try {
        this.said.textContent = (await act()) ?? "";
        event.target.reset();
      } catch (problem) {
        this.said.textContent = problem.message;
      }
    };
    return element("form", { on: { submit: send } }, fields.map((each) => each.element), element("button", { class: "small", type: "submit" }, label));
  }

  bots() {
    const username = field(LABELS.username, { required: true, placeholder: "my_bot" });
    const name = field(LABELS.botName, {});
    this.known = element("ul", { class: "items bots" });
    return element("div", {}, this.known, this.form([username, name], LABELS.makeBot, async () => {
      const bot = await post("/api/bots", { username: username.control.value.trim(), ...given("first_name", name) });
      return LABELS.botMade(bot.username);
    }));
  }

  bot({ id, username }) {
    const token = async () => {
      const { bots } = await get("/api/bots");
      await copy(bots.find((each) => each.id === id).token);
      this.said.textContent = LABELS.copied;
    };
    return element("li", {},
      button({ class: "small", "aria-label": LABELS.write(username), on: { click: () => this.page.show(this.page.phones[0]?.userId, username) } }, `@${username}`),
      button({ class: "plain", "aria-label": LABELS.copyToken(username), title: LABELS.copyToken(username), on: { click: token } }, icon("copy")));
  }

  phone() {
    this.owners = element("select", {});
    return this.form([{ element: element("label", { class: "field" }, element("span", {}, LABELS.person), this.owners) }], LABELS.showPhone,
      async () => this.page.addPhone(Number(this.owners.value)));
  }

  person() {
    const name = field("First name", { required: true });
    const language = field("Language", { placeholder: "en", maxlength: "8" });
    const phone = field("Phone number", { placeholder: "+234…" });
    return this.form([name, language, phone], "Make a person", async () => {
      const user = await post("/api/users", {
        first_name: name.control.value, ...given("language_code", language), ...given("phone", phone),
      });
      this.world.happened("user", user);
      this.page.addPhone(user.id);
      return `${user.first_name} has a phone now.`;
    });
  }

  group() {
    const title = field("Title", { required: true });
    this.choice = element("fieldset", { class: "members" });
    return this.form([title, { element: this.choice }], "Make a group", async () => {
      const chosen = [...this.choice.querySelectorAll("input:checked")].map((each) => Number(each.value));
      await post("/api/groups", { title: title.control.value, members: chosen });
      return `The group “${title.control.value}” is there.`;
    });
  }

  members() {
    const all = [...this.world.users.values(), ...this.world.bots];
    replace(this.known, this.world.bots.map((bot) => this.bot(bot)));
    replace(this.owners, [...this.world.users.values()].map((user) => element("option", { value: user.id }, this.world.nameOf(user.id))));
    this.choice.replaceChildren(element("legend", {}, "Members"), ...all.map((one) => element("label", {},
      element("input", { type: "checkbox", value: one.id, checked: true }), one.first_name)));
  }

  faults() {
    const method = field("Method", { value: "sendMessage", required: true });
    const code = field("Error code", { type: "number", value: "429", min: "400", max: "599" });
    const words = field("Description", { value: "Too Many Requests" });
    const times = field("Times", { type: "number", value: "1", min: "1" });
    const form = this.form([method, code, words, times], "Let it fail", async () => {
      await post("/api/faults", {
        method: method.control.value, error_code: Number(code.control.value), description: words.control.value, times: Number(times.control.value),
      });
      return `The next ${method.control.value} fails.`;
    });
    return element("div", {}, this.toggle("Telegram’s limits", false, (on) => post("/api/limits", { on })),
      this.toggle("Telegram", true, (on) => post("/api/telegram", { down: !on })),
      this.toggle("Rich messages", true, (on) => post("/api/telegram", { knows_rich: on })), form);
  }

  toggle(label, first, act) {
    let on = first;
    const words = element("small", {}, on ? "on" : "off");
    const made = button({ class: "switch", role: "switch", "aria-checked": String(on), on: { click: async () => {
      try {
        await act(!on);
        on = !on;
        made.setAttribute("aria-checked", String(on));
        words.textContent = on ? "on" : "off";
      } catch (problem) {
        this.said.textContent = problem.message;
      }
    } } }, element("span", {}, label), words, element("i", {}));
    return made;
  }
}

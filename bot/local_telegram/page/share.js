// What a person can share: a file, the own number, a place, a live place that moves on.

import { button, element, icon } from "./element.js";
import { phrase } from "./language.js";
import { StreetMap } from "./map.js";
import { field } from "./sheet.js";

const HERE = { latitude: 6.45407, longitude: 3.39467 };
const STEP = 0.00025;
const LIVE_FOR = 3600;
const EVERY = 1500;
const ARROWS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Sharing {
  constructor(phone) {
    this.phone = phone;
    this.drives = new Map();
  }

  get hand() {
    return this.phone.hand;
  }

  choose() {
    const { phone } = this;
    const input = element("input", { type: "file", hidden: true, on: { change: () => this.file(input) } });
    const choice = (name, label, act) => button({ class: "choice", on: { click: act } }, icon(name), label);
    phone.sheet.show({
      title: phrase("Share"),
      body: [input, element("div", { class: "choices" },
        choice("photo", phrase("Photo or file"), () => input.click()),
        choice("place", phrase("Location"), () => this.location()),
        phone.user.phone && choice("person", phrase("My phone number"), () => this.contact(() => this.hand.contact(phone.chat))))],
    });
  }

  async file(input) {
    const [file] = input.files;
    if (!file) return;
    const { chat, sheet } = this.phone;
    const caption = field(phrase("Caption"), { placeholder: phrase("May stay empty"), "data-first": true });
    sheet.show({
      title: file.name, body: [caption.element],
      actions: [{ label: phrase("Send"), kind: "main", act: () => this.hand.file(chat, file, caption.control.value.trim()) }],
    });
  }

  contact(send) {
    const { phone } = this;
    phone.sheet.show({
      title: phrase("Share your phone number?"),
      body: [element("p", {}, phrase("{name} will see your number:", { name: phone.chat.title }), " ", element("b", { dir: "ltr" }, phone.user.phone ?? ""))],
      actions: [{ label: phrase("Share"), kind: "main", act: send }, { label: phrase("Cancel") }],
    });
  }

  // Without `send` it is a message of its own; a key of the bot's sends it otherwise.
  location(send = null) {
    const { chat, sheet } = this.phone;
    const live = { label: phrase("Share it live for an hour"), act: () => this.hand.location(chat, { ...place, live_period: LIVE_FOR }) };
    const map = new StreetMap(HERE.latitude, HERE.longitude);
    const place = { ...HERE };
    const show = () => map.show(place.latitude, place.longitude);
    const picker = element("div", {
      class: "picker", tabindex: "0", role: "application", "data-first": true,
      "aria-label": phrase("Your place on the map. The arrow keys move it."),
      on: {
        keydown: (event) => {
          const step = ARROWS[event.key];
          if (!step) return;
          event.preventDefault();
          place.latitude += step[0] * STEP;
          place.longitude += step[1] * STEP;
          show();
        },
        click: (event) => {
          const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.element.getScreenCTM().inverse());
          Object.assign(place, map.place(spot.x, spot.y));
          show();
        },
      },
    }, map.element);
    sheet.show({
      title: phrase("Where are you?"),
      body: [picker, element("p", { class: "hint" }, phrase("Click on the map, or move with the arrow keys."))],
      actions: [
        { label: phrase("Send this place"), kind: "main", act: () => (send ? send({ ...place }) : this.hand.location(chat, { ...place })) },
        ...(send ? [] : [live]),
      ],
    });
  }

  // A live place: let it drive along the streets, or end it.
  drive(bubble) {
    const { message, chat } = bubble;
    const driving = this.drives.has(message.id);
    this.phone.sheet.show({
      title: phrase("Your live location"),
      actions: [
        driving ? { label: phrase("Stand still"), kind: "main", act: () => this.halt(message.id) } : { label: phrase("Drive on"), kind: "main", act: () => this.go(chat, message.id) },
        { label: phrase("Stop sharing"), kind: "danger", act: () => this.halt(message.id) ?? this.hand.move(chat, message.id, { stop: true }) },
      ],
    });
  }

  go(chat, messageId) {
    let heading = Math.random() < 0.5 ? [1, 0] : [0, 1];
    const step = () => {
      const message = chat.messages.get(messageId);
      if (!message) return this.halt(messageId);
      if (Math.random() < 0.2) heading = [heading[1], -heading[0]];
      const { latitude, longitude } = message.attachment;
      const next = { latitude: latitude + heading[0] * STEP * 1.6, longitude: longitude + heading[1] * STEP * 1.6 };
      return this.hand.move(chat, messageId, next).catch(() => this.halt(messageId));
    };
    this.drives.set(messageId, setInterval(step, EVERY));
    step();
  }

  halt(messageId) {
    clearInterval(this.drives.get(messageId));
    this.drives.delete(messageId);
  }
}

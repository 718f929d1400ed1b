// The guided tour: what happens, in a caption over the phones, and its player.

import { button, element, icon, replace } from "./element.js";
import { phrase, sentence } from "./language.js";

const AT = {
  playing: sentence("{step} of {steps}"), paused: sentence("{step} of {steps}"), waiting: sentence("Guided tour"),
  done: sentence("The end"), taken_over: sentence("By hand"), broken: sentence("Stopped"),
};

export class Tour {
  constructor(page) {
    this.page = page;
    this.world = page.world;
    this.step = element("p", { class: "step" });
    this.title = element("h2", { tabindex: "-1", id: "tour-title" });
    this.words = element("p", { class: "caption" });
    this.bar = element("progress", { max: "1", "aria-label": phrase("Progress of the tour") });
    this.player = element("div", { class: "player", role: "group", "aria-label": phrase("Player") });
    this.element = element("section", { class: "tour", "aria-labelledby": "tour-title" },
      element("div", { class: "told", role: "status" }, this.step, this.title, this.words), this.player, this.bar);
    this.world.listen("state", () => this.show());
    this.world.listen("tour", () => this.show());
  }

  show() {
    const tour = this.world.town?.tour;
    this.element.hidden = !tour;
    if (!tour) return;
    const { state, step, steps, title, words, values } = tour;
    this.element.dataset.state = state;
    this.step.textContent = phrase(AT[state], { step, steps });
    this.title.textContent = phrase(title);
    this.words.textContent = phrase(words, values);
    this.bar.max = steps || 1;
    this.bar.value = state === "done" ? this.bar.max : step;
    this.buttons(state);
  }

  buttons(state) {
    const focused = this.player.contains(document.activeElement) ? document.activeElement.dataset.does : null;
    const offered = {
      playing: [PAUSE, NEXT, STOP], waiting: [PLAY], paused: [PLAY, NEXT, STOP],
      done: [AGAIN], taken_over: [AGAIN], broken: [AGAIN],
    }[state] ?? [AGAIN];
    replace(this.player, offered.map(({ does, label, sign }) => button({
      class: "play", "data-does": does, on: { click: () => this.do(does) },
    }, icon(sign), element("span", {}, phrase(label)))));
    if (focused) (this.player.querySelector(`[data-does="${focused}"]`) ?? this.player.firstElementChild)?.focus();
  }

  async do(what) {
    try {
      await this.page.hand.tour(what);
    } catch (problem) {
      this.words.textContent = problem.message;
    }
  }
}

const PAUSE = { does: "pause", label: sentence("Pause"), sign: "pause" };
const PLAY = { does: "play", label: sentence("Play"), sign: "play" };
const NEXT = { does: "next", label: sentence("Next"), sign: "next" };
const STOP = { does: "stop", label: sentence("Take over"), sign: "hand" };
const AGAIN = { does: "again", label: sentence("Play again"), sign: "again" };

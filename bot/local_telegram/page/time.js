// Times as the viewer's own clock and calendar have them.

import { language } from "./language.js";

const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const SECONDS = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const DAY = { weekday: "long", day: "numeric", month: "long" };

export const clock = (at) => CLOCK.format(new Date(at));
export const seconds = (at) => SECONDS.format(new Date(at));
export const day = (at) => new Date(at).toLocaleDateString(language(), DAY);
export const full = (at) => new Date(at).toLocaleString();

export function length(total) {
  return `${Math.floor(total / 60)}:${String(Math.round(total % 60)).padStart(2, "0")}`;
}

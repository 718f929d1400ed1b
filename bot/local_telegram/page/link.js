// An address that somebody taps. The links of a bot start it, and whoever is to open it is asked;
// all others are shown, and open beside this page.

import { button, element, icon } from "./element.js";
import { phrase, sentence } from "./language.js";

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { class: "offscreen" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

// What a link asks of a bot: {bot, payload}, or null. A link that shares another stands for that.
export function started(address) {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === "tg:" && url.hostname === "resolve") return { bot: url.searchParams.get("domain"), payload: url.searchParams.get("start") };
  if (!["t.me", "telegram.me"].includes(url.hostname)) return null;
  if (url.pathname.startsWith("/share")) return started(url.searchParams.get("url") ?? "");
  const bot = url.pathname.slice(1);
  return /^\w+$/.test(bot) ? { bot, payload: url.searchParams.get("start") } : null;
}

export function openLink(phone, address) {
  const link = started(address);
  const known = link && phone.world.bots.some((bot) => bot.username.toLowerCase() === link.bot?.toLowerCase());
  const shown = element("p", { class: "address", dir: "ltr" }, address);
  const copied = { label: phrase("Copy"), act: () => copy(address).then(() => phone.say(phrase("Copied"))) };
  if (!known) {
    phone.sheet.show({ title: phrase("Link"), body: [shown], actions: [
      copied, /^https?:/.test(address) && { label: phrase("Open next to this page"), act: () => void window.open(address, "_blank", "noopener,noreferrer") },
    ].filter(Boolean) });
    return;
  }
  phone.sheet.show({ title: phrase("Who opens this link?"), actions: [copied], body: [shown, element("div", { class: "choices" }, people(phone, link))] });
}

function people(phone, { bot, payload }) {
  const { world } = phone;
  return [...world.users.values()].map((user) => button({
    class: "choice", "data-role": world.roleOf(user.id),
    on: { click: () => phone.sheet.run(() => phone.hand.start(user.id, bot, payload), () => phone.page.show(user.id, bot)) },
  }, icon("person"), element("span", { dir: "auto" }, world.nameOf(user.id)), element("small", {}, roleName(world, user.id))));
}

export function roleName(world, userId) {
  return phrase(ROLES[world.roleOf(userId)]);
}

const ROLES = { dispatcher: sentence("Dispatcher"), rider: sentence("Rider"), customer: sentence("Customer"), person: sentence("Person") };

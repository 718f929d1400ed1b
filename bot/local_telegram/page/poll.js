// A poll: its options are buttons, and a tap votes. Results show once one has voted or it is over.

import { button, element } from "./element.js";

// `vote` takes the options that are chosen then, by their places.
export function poll(what, userId, vote) {
  const own = what.votes.find((each) => each.user_id === userId)?.options ?? [];
  const settled = what.closed || (what.is_quiz && own.length > 0);
  const shown = settled || own.length > 0;
  const kind = `${what.anonymous ? "Anonymous " : ""}${what.is_quiz ? "quiz" : "poll"}`;
  const rules = [sentence(kind), what.several && "several answers", what.closed && "over"].filter(Boolean).join(", ");
  const options = what.options.map((text, at) => option({ what, text, at, own, shown, settled, vote }));
  return element("div", { class: "poll", role: "group", "aria-label": `${sentence(kind)}: ${what.question}` },
    element("b", { dir: "auto" }, what.question), element("small", {}, rules), options,
    shown && what.explanation && element("p", { class: "explained", dir: "auto" }, what.explanation),
    element("small", { class: "voters" }, counted(what.votes.length)));
}

function option({ what, text, at, own, shown, settled, vote }) {
  const chosen = own.includes(at);
  const count = what.votes.filter((each) => each.options.includes(at)).length;
  const share = what.votes.length ? Math.round((100 * count) / what.votes.length) : 0;
  const right = what.is_quiz && shown ? what.right.includes(at) : null;
  const judged = right ? "right" : right === false && chosen ? "wrong" : null;
  const name = [text, shown && `${share} %`, shown && counted(count), chosen && "your vote", judged].filter(Boolean).join(", ");
  const mark = { right: "✓", wrong: "✗" }[judged] ?? (chosen ? "✓" : shown ? "" : "○");
  const after = what.several ? (chosen ? own.filter((each) => each !== at) : [...own, at]) : chosen ? [] : [at];
  const bar = shown && element("i", { class: "bar" }, element("i", {}));
  if (bar) bar.firstChild.style.inlineSize = `${share}%`;
  return button({
    class: ["option", judged].filter(Boolean).join(" "), "aria-label": name, "aria-pressed": String(chosen), "aria-disabled": settled && "true",
    on: { click: () => !settled && vote(after) },
  }, element("span", { class: "mark", "aria-hidden": "true" }, mark), element("span", { dir: "auto" }, text), shown && element("small", {}, `${share} %`), bar);
}

const sentence = (words) => words[0].toUpperCase() + words.slice(1);
const counted = (votes) => (votes === 1 ? "1 vote" : votes ? `${votes} votes` : "no votes");

// Elements are only ever made here: words become text, never markup, and no style attribute is set.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [kind, listener] of Object.entries(value)) made.addEventListener(kind, listener);
    } else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function element(name, properties, ...children) {
  return fill(document.createElement(name), properties, children);
}

export function drawing(name, properties, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

// A button is never a submit button, and its name is always said.
export function button(properties, ...children) {
  return element("button", { type: "button", ...properties }, ...children);
}

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(3).filter(Boolean));
}

const PATHS = {
  send: "M4 12 20 4l-5 16-4-7-7-1Zm7 1 9-9",
  attach: "m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 4.8 4.8l-8.4 8.4a1.7 1.7 0 0 1-2.4-2.4L14.600 7.200",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8",
  commands: "M5 7h14M5 12h14M5 17h9",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4",
  mute: "M6 16V11a6 6 0 0 1 9-5.200M18 11v5l1.500 2h-15M10 20.500h4M4 4l16 16",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500Z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v18M12 7a5 5 0 0 1 0 10",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  next: "M6 5v14l9-7zM18 5v14",
  hand: "M8 13V5.500a1.500 1.500 0 0 1 3 0V11m0-6.500a1.500 1.500 0 0 1 3 0V11m0-5a1.500 1.500 0 0 1 3 0v7m0-4a1.500 1.500 0 0 1 3 0v5a7 7 0 0 1-7 7h-1c-3 0-4.500-1.500-6-4l-2.500-4.500a1.500 1.500 0 0 1 2.500-1.500L8 14",
  again: "M4 12a8 8 0 1 0 2.500-5.800M4 4v4.500h4.500",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  reply: "M10 7 4 12l6 5v-3.500c5 0 8 1 10 4.500-.500-6-4-9-10-9.500z",
  pin: "M9 3h6l-1 6 3 4H7l3-4zM12 13v8",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  place: "M12 21c5-5.500 7-8.500 7-11a7 7 0 0 0-14 0c0 2.500 2 5.500 7 11Zm0-8.500a2.500 2.500 0 1 1 0-5 2.500 2.500 0 0 1 0 5Z",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21c0-4 3.500-6 8-6s8 2 8 6",
  photo: "M3 5h18v14H3zM3 16l5-5 5 5 3-3 5 5M15.500 9.500h.01",
  more: "M5 11.500v1M12 11.500v1M19 11.500v1",
  add: "M12 5v14M5 12h14",
  strip: "M4 5h16v14H4zM14 5v14",
};

export function icon(name) {
  const filled = name === "play" ? "icon filled" : "icon";
  return drawing("svg", { class: filled, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    drawing("path", { d: PATHS[name] }));
}

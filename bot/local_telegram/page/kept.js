// What this browser keeps of the viewer's choices; without storage they last as long as the page.

const PREFIX = "handover.";

export class Kept {
  constructor() {
    this.here = new Map();
  }

  read(name) {
    try {
      return localStorage.getItem(PREFIX + name) ?? this.here.get(name) ?? null;
    } catch {
      return this.here.get(name) ?? null;
    }
  }

  // Whose phones were shown, as far as they are still there; at first everybody's.
  phones(all) {
    const kept = (this.read("phones") ?? "").split(" ").map(Number).filter((id) => all.includes(id));
    return kept.length ? kept : all;
  }

  write(name, value) {
    this.here.set(name, value);
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // The choice lasts as long as the page.
    }
  }
}

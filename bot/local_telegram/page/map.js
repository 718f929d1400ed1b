// A map without tiles: streets, blocks and greens that follow from the coordinates alone, so that
// the same place always looks the same. One unit of the drawing is about four metres.

import { drawing } from "./element.js";
import { phrase } from "./language.js";

const WIDTH = 260;
const HEIGHT = 140;
const METRES = 4;
const DEGREE = 111_320;
const BLOCK = 36;

function scatter(x, y, salt) {
  let value = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(salt, 2246822519);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

const east = (longitude, latitude) => (longitude * DEGREE * Math.cos((latitude * Math.PI) / 180)) / METRES;
const south = (latitude) => (-latitude * DEGREE) / METRES;

// Streets run near the lines of a grid; each line has its own shift, and some are wide.
const shift = (line, axis) => (scatter(line, axis, 1) - 0.5) * 14;
const wide = (line, axis) => scatter(line, axis, 2) < 0.22;

export class StreetMap {
  constructor(latitude, longitude) {
    this.scale = latitude;
    this.streets = drawing("g");
    this.track = drawing("polyline", { class: "track" });
    this.dot = drawing("g", { class: "dot" }, drawing("circle", { r: 13, class: "halo" }), drawing("circle", { r: 6 }));
    this.element = drawing("svg", {
      class: "map", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": phrase("Map"),
      preserveAspectRatio: "xMidYMid slice",
    }, this.streets, this.track, this.dot);
    this.centre(latitude, longitude);
    this.show(latitude, longitude);
  }

  point(latitude, longitude) {
    return [east(longitude, this.scale) - this.left, south(latitude) - this.top];
  }

  // The place under a point of the drawing.
  place(x, y) {
    const latitude = (-(y + this.top) * METRES) / DEGREE;
    const longitude = ((x + this.left) * METRES) / (DEGREE * Math.cos((this.scale * Math.PI) / 180));
    return { latitude, longitude };
  }

  centre(latitude, longitude) {
    this.left = Math.round(east(longitude, this.scale) - WIDTH / 2);
    this.top = Math.round(south(latitude) - HEIGHT / 2);
    this.draw();
  }

  show(latitude, longitude, passed = []) {
    let [x, y] = this.point(latitude, longitude);
    if (x < 40 || x > WIDTH - 40 || y < 30 || y > HEIGHT - 30) {
      this.centre(latitude, longitude);
      [x, y] = this.point(latitude, longitude);
    }
    this.dot.style.transform = `translate(${x}px, ${y}px)`;
    this.track.setAttribute("points", passed.map((place) => this.point(...place).map((each) => each.toFixed(1)).join(",")).join(" "));
  }

  draw() {
    const columns = lines(this.left, WIDTH, 7);
    const rows = lines(this.top, HEIGHT, 11);
    const greens = columns.flatMap((column) => rows.map((row) => this.green(column, row)));
    const streets = [...columns.map((column) => this.street(column, 7)), ...rows.map((row) => this.street(row, 11))];
    streets.sort((one, other) => one.wide - other.wide);
    this.streets.replaceChildren(...greens.filter(Boolean), ...streets.map((street) => street.line));
  }

  street(line, axis) {
    const at = line * BLOCK + shift(line, axis) - (axis === 7 ? this.left : this.top);
    const bend = (scatter(line, axis, 3) - 0.5) * 18;
    const ends = axis === 7
      ? { x1: at - bend, y1: -5, x2: at + bend, y2: HEIGHT + 5 }
      : { x1: -5, y1: at - bend, x2: WIDTH + 5, y2: at + bend };
    return { wide: wide(line, axis), line: drawing("line", { ...ends, class: wide(line, axis) ? "road" : "street" }) };
  }

  green(column, row) {
    const kind = scatter(column, row, 4);
    if (kind > 0.16) return null;
    return drawing("rect", {
      class: kind < 0.04 ? "water" : "green", x: column * BLOCK - this.left, y: row * BLOCK - this.top,
      width: BLOCK * (kind < 0.08 ? 2 : 1), height: BLOCK, rx: 5,
    });
  }
}

function lines(from, size) {
  const first = Math.floor(from / BLOCK) - 1;
  return Array.from({ length: Math.ceil(size / BLOCK) + 3 }, (_, index) => first + index);
}

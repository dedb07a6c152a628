// The world in the page: frames, the picture, the mouse, and pictures of what was.
import { letterWidths, Painter } from "./canvas.js";

const WIDE = 1280;
const HIGH = 720;
const SLOWEST = 0.1; // seconds of a frame that takes longer
const EVERY = 0.25; // seconds between two pictures that are kept
const KEPT = 1200;
const CLOSE = 1.9; // how near a game is looked at that has no view of its own
const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export class World {
  constructor(lua, canvas, told) {
    this.lua = lua;
    this.canvas = canvas;
    this.painter = new Painter(canvas);
    this.told = told;
    this.pace = 1;
    this.paused = false;
    this.at = null; // a time in the past that is shown
    this.frames = 0;
    lua.ask("measure", letterWidths());
    this.listen();
    new ResizeObserver(() => this.fit()).observe(canvas.parentElement);
    requestAnimationFrame((time) => this.tick(time));
  }

  /** Opens a game; throws what is wrong with it. */
  open(example) {
    this.example = null;
    this.painter.forget();
    this.kept = [];
    this.at = null;
    this.view = { zoom: 1, x: WIDE / 2, y: HIGH / 2 };
    this.following = false;
    this.resizes = example.resizes;
    this.fit();
    this.lua.beginPicture();
    const opened = this.lua.ask("open", example.game);
    this.painter.draw(this.lua.picture());
    this.example = example;
    return opened;
  }

  /** Fits the picture to the room that there is. */
  fit() {
    const room = this.canvas.parentElement;
    const sharp = window.devicePixelRatio || 1;
    let [width, height, scale] = [WIDE, HIGH, Math.min(room.clientWidth / WIDE, room.clientHeight / HIGH)];
    if (this.resizes) {
      scale = Math.max(0.5, Math.min(1, room.clientWidth / 900));
      [width, height] = [Math.round(room.clientWidth / scale), Math.round(room.clientHeight / scale)];
    }
    this.size = { width, height, scale };
    this.canvas.style.width = `${width * scale}px`;
    this.canvas.style.height = `${height * scale}px`;
    this.painter.resize(width, height, scale * sharp);
    this.lua.ask("resize", `${width} ${height}`);
    this.stale = true;
  }

  // ---- Frames ----

  tick(time) {
    requestAnimationFrame((next) => this.tick(next));
    const passed = Math.min(SLOWEST, (time - (this.last ?? time)) / 1000);
    this.last = time;
    if (!this.example || this.at !== null) return;
    const runs = !this.paused;
    if (!runs && !this.stale) return;
    this.frame(runs ? passed * this.pace : 0);
  }

  frame(seconds) {
    this.stale = false;
    this.frames += 1;
    this.lua.beginPicture();
    let told;
    try {
      told = this.lua.ask("frame", seconds.toFixed(5));
    } catch (error) {
      this.paused = true;
      this.told({ failed: error.message });
      return;
    }
    this.look(told);
    const picture = this.lua.picture();
    this.painter.draw(picture);
    this.keep(told.now, picture);
    this.told(told);
  }

  /** Draws it again, as it is. */
  refresh() {
    if (this.at === null) this.stale = true;
  }

  /** Looks closely at whoever is followed. */
  look(told) {
    const view = this.view;
    const close = this.following && told.x !== undefined && !this.resizes;
    const aim = close ? { zoom: CLOSE, x: told.x, y: told.y } : { zoom: 1, x: WIDE / 2, y: HIGH / 2 };
    for (const key of ["zoom", "x", "y"]) view[key] += (aim[key] - view[key]) * 0.08;
    if (Math.abs(view.zoom - aim.zoom) < 0.003) view.zoom = aim.zoom;
    this.painter.look(this.resizes ? null : view, this.size);
  }

  // ---- What was ----

  keep(now, { numbers, words }) {
    const last = this.kept[this.kept.length - 1];
    if (last && now - last.now < EVERY) return;
    let length = 0;
    for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1]) {
      if (numbers[at] === 21) length = Math.max(length, numbers[at + 2] + numbers[at + 3]);
    }
    this.kept.push({ now, numbers: numbers.slice(), words: words.slice(0, length) });
    if (this.kept.length > KEPT) this.kept.shift();
  }

  /** Shows a time in the past; null: now. */
  goTo(time) {
    this.at = time;
    this.canvas.classList.toggle("past", time !== null);
    if (time === null) return this.refresh();
    const picture = this.kept.findLast((each) => each.now <= time + 0.001) ?? this.kept[0];
    if (picture) this.painter.draw(picture);
  }

  // ---- The mouse and the keys ----

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / this.size.scale, (event.clientY - box.top) / this.size.scale];
    return this.painter.unlook(x, y);
  }

  point(what, event) {
    if (!this.example || this.at !== null) return;
    const { x, y } = this.place(event);
    this.told(this.lua.ask("pointer", `${what} ${x.toFixed(2)} ${y.toFixed(2)} 1`));
    this.refresh();
  }

  listen() {
    const canvas = this.canvas;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.focus();
      canvas.setPointerCapture(event.pointerId);
      this.point("press", event);
    });
    canvas.addEventListener("pointerup", (event) => this.point("release", event));
    canvas.addEventListener("pointermove", (event) => {
      if (this.resizes || event.buttons) this.point("move", event);
    });
    canvas.addEventListener("pointerleave", () => {
      if (this.example) this.lua.ask("pointer", "leave 0 0");
    });
    canvas.addEventListener("wheel", (event) => {
      if (!this.resizes || !this.example) return;
      event.preventDefault();
      this.lua.ask("pointer", `wheel 0 ${event.deltaY < 0 ? 1 : -1}`);
      this.refresh();
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event, true));
    canvas.addEventListener("keyup", (event) => this.key(event, false));
  }

  key(event, down) {
    if (!this.example || event.ctrlKey || event.metaKey || event.altKey) return;
    if (KEYS[event.key]) {
      event.preventDefault();
      this.lua.ask("hold", `${KEYS[event.key]} ${down ? 1 : 0}`);
    } else if (down && /^[a-z0-9]$/.test(event.key)) {
      this.lua.ask("press", event.key);
    }
    this.refresh();
  }
}

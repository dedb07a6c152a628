// A lane for everybody, with what they did when; the cursor goes back and forth.

const LANE = 14;
const LEFT = 112;
const SPAN = 60; // seconds that are seen at once
const KEPT = 20_000; // bars

/** The colour of an action: the same one in every lane. */
export function colourOf(name, dark) {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) % 3600;
  return `hsl(${hash / 10} ${dark ? "36% 52%" : "42% 66%"})`;
}

export class Timeline {
  constructor(canvas, { onSeek, onSelect, styles }) {
    this.canvas = canvas;
    this.styles = styles;
    this.clear([]);
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (event.offsetX < LEFT) {
        const person = this.people[Math.floor((event.offsetY + this.top) / LANE)];
        if (person) onSelect(person.number);
      } else {
        this.held = true;
        onSeek(this.timeAt(event.offsetX));
      }
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.held) onSeek(this.timeAt(event.offsetX));
    });
    canvas.addEventListener("pointerup", () => { this.held = false; });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.top = Math.max(0, Math.min(this.people.length * LANE - this.height, this.top + event.deltaY));
      this.draw();
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onSeek(Math.max(0, Math.min(this.now, (this.at ?? this.now) + step)));
    });
  }

  clear(people) {
    this.people = people;
    this.lanes = new Map(people.map((person, i) => [person.number, i]));
    this.bars = [];
    this.running = new Map();
    this.marks = [];
    this.now = 0;
    this.at = null;
    this.top = 0;
  }

  /** What happened. */
  add(events, now) {
    this.now = now;
    for (const event of events) {
      const running = this.running.get(event.npc);
      if (event.kind === "start" || event.kind === "stop") {
        if (running) running.to = event.time;
        this.running.delete(event.npc);
      }
      if (event.kind === "start" && this.lanes.has(event.npc)) {
        const bar = { npc: event.npc, what: event.what, target: event.target, from: event.time, to: null };
        this.bars.push(bar);
        this.running.set(event.npc, bar);
      } else if (event.kind === "interrupt" && this.lanes.has(event.npc)) {
        this.marks.push(event);
      }
    }
    if (this.bars.length > KEPT) this.bars.splice(0, this.bars.length - KEPT);
    if (this.marks.length > KEPT) this.marks.splice(0, this.marks.length - KEPT);
  }

  /** What somebody did at a time. */
  barAt(number, time) {
    return this.bars.findLast((bar) => bar.npc === number && bar.from <= time && (bar.to ?? Infinity) > time);
  }

  timeAt(x) {
    const { from, width } = this.view();
    return Math.max(0, Math.min(this.now, from + ((x - LEFT) / width) * SPAN));
  }

  view() {
    const width = this.canvas.clientWidth - LEFT - 12;
    const end = this.at === null ? this.now : Math.min(this.now, Math.max(this.at + SPAN / 2, Math.min(SPAN, this.now)));
    return { from: Math.max(0, end - SPAN), width };
  }

  /** Lets somebody's lane be seen. */
  reveal(number) {
    const y = (this.lanes.get(number) ?? 0) * LANE;
    if (y < this.top || y > this.top + this.height - LANE) this.top = Math.max(0, y - this.height / 2);
    this.selected = number;
  }

  draw() {
    const { canvas } = this;
    const scale = window.devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(wide * scale)) canvas.width = Math.round(wide * scale);
    if (canvas.height !== Math.round(high * scale)) canvas.height = Math.round(high * scale);
    const context = canvas.getContext("2d");
    const style = this.styles();
    this.height = high - 18;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, wide, high);
    const { from, width } = this.view();
    const x = (time) => LEFT + ((time - from) / SPAN) * width;
    this.drawScale(context, style, from, x, high);
    context.save();
    context.beginPath();
    context.rect(0, 0, wide, this.height);
    context.clip();
    this.drawNames(context, style);
    this.drawBars(context, style, from, x);
    context.restore();
    const cursor = x(this.at ?? this.now);
    context.fillStyle = style.accent;
    context.fillRect(Math.round(cursor) - 0.5, 0, 1.5, high - 4);
  }

  drawScale(context, style, from, x, high) {
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (let time = Math.ceil(from / 10) * 10; time <= from + SPAN; time += 10) {
      context.fillStyle = style.line;
      context.fillRect(Math.round(x(time)), 0, 1, this.height);
      context.fillStyle = style.faint;
      context.fillText(`${time} s`, x(time), high - 5);
    }
  }

  drawNames(context, style) {
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const [i, person] of this.people.entries()) {
      const y = i * LANE - this.top;
      if (y < -LANE || y > this.height) continue;
      context.fillStyle = person.number === this.selected ? style.accent : style.soft;
      context.fillText(person.name, LEFT - 10, y + LANE / 2 + 0.5, LEFT - 14);
    }
  }

  drawBars(context, style, from, x) {
    for (const bar of this.bars) {
      const end = bar.to ?? this.now;
      const y = this.lanes.get(bar.npc) * LANE - this.top;
      if (end < from || bar.from > from + SPAN || y < -LANE || y > this.height) continue;
      const left = Math.max(LEFT, x(bar.from));
      const right = Math.max(left + 1.5, x(end) - 1);
      context.fillStyle = colourOf(bar.what, style.dark);
      context.globalAlpha = this.selected && bar.npc !== this.selected ? 0.55 : 1;
      context.beginPath();
      context.roundRect(left, y + 2, right - left, LANE - 4, 3);
      context.fill();
    }
    context.globalAlpha = 1;
    context.fillStyle = style.wrong;
    for (const mark of this.marks) {
      if (mark.time < from) continue;
      context.beginPath();
      context.arc(x(mark.time), this.lanes.get(mark.npc) * LANE - this.top + LANE / 2, 2, 0, 7);
      context.fill();
    }
  }
}

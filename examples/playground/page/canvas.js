// Draws what lua/love.lua has written: a list of operations, each its number, how many numbers follow, and these.

const BLENDS = ["source-over", "lighter", "multiply"];
const FONT = "system-ui, sans-serif";
const SHARP = 4_000_000; // points up to which a picture is kept at twice its size
const LARGE = 400_000; // pixels of a piece
const TINTS = 4000; // tinted pieces of pictures that are kept

const decoder = new TextDecoder();

/** How wide the letters from " " to "~" are at a size of 1, as lua/fonts.lua takes them. */
export function letterWidths() {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `100px ${FONT}`;
  const widths = [];
  for (let code = 32; code < 127; code++) widths.push(context.measureText(String.fromCharCode(code)).width / 100);
  return widths.join(" ");
}

function css(red, green, blue, alpha = 1) {
  const part = (value) => Math.round(Math.max(0, Math.min(1, value)) * 255);
  return `rgba(${part(red)},${part(green)},${part(blue)},${Math.max(0, Math.min(1, alpha))})`;
}

export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.screen = { context: canvas.getContext("2d"), scale: 1 };
    this.view = { zoom: 1, left: 0, top: 0 };
    this.forget();
  }

  /** The pictures of another game come. */
  forget() {
    this.pictures = new Map();
    this.pieces = 0;
  }

  /** The size of the game's window, and how many pixels a point of it has. */
  resize(width, height, scale) {
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.screen.scale = scale;
  }

  /** From now on the game's window is seen through a view, { zoom, x, y } with its middle, or whole. */
  look(view, size) {
    const { zoom, x, y } = view ?? { zoom: 1, x: size.width / 2, y: size.height / 2 };
    const left = Math.max(0, Math.min(size.width - size.width / zoom, x - size.width / zoom / 2));
    const top = Math.max(0, Math.min(size.height - size.height / zoom, y - size.height / zoom / 2));
    this.view = { zoom, left, top };
  }

  /** Where a point of the picture is in the game's window. */
  unlook(x, y) {
    const { zoom, left, top } = this.view;
    return { x: x / zoom + left, y: y / zoom + top };
  }

  draw({ numbers, words }) {
    this.words = words;
    this.target = this.screen;
    this.context = this.screen.context;
    this.saved = [];
    this.reset();
    let at = 0;
    while (at < numbers.length) {
      const count = numbers[at + 1];
      this.operate(numbers[at], numbers, at + 2, count);
      at += 2 + count;
    }
  }

  origin() {
    const { context, scale } = this.target;
    const { zoom, left, top } = this.target === this.screen ? this.view : { zoom: 1, left: 0, top: 0 };
    context.setTransform(scale * zoom, 0, 0, scale * zoom, -left * scale * zoom, -top * scale * zoom);
  }

  reset() {
    const { context } = this.target;
    this.origin();
    context.globalCompositeOperation = "source-over";
    context.globalAlpha = 1;
    context.lineWidth = 1;
    this.colour(1, 1, 1, 1);
  }

  colour(red, green, blue, alpha) {
    this.red = red;
    this.green = green;
    this.blue = blue;
    this.alpha = alpha;
    this.context.fillStyle = this.context.strokeStyle = css(red, green, blue, alpha);
  }

  operate(operation, n, i, count) {
    const context = this.context;
    switch (operation) {
      case 1: return this.make(n[i], n[i + 1], n[i + 2]);
      case 2: return this.aim(n[i]);
      case 3: return this.put(n, i);
      case 4: return this.stamp(n, i);
      case 5: return this.rectangle(n[i], n[i + 1], n[i + 2], n[i + 3], n[i + 4], n[i + 5]);
      case 6:
        context.beginPath();
        context.ellipse(n[i + 1], n[i + 2], Math.max(0, n[i + 3]), Math.max(0, n[i + 4]), 0, 0, 2 * Math.PI);
        return this.finish(n[i]);
      case 7:
        this.trace(n, i + 1, count - 1);
        context.closePath();
        return this.finish(n[i]);
      case 8:
        this.trace(n, i, count);
        return context.stroke();
      case 9:
        context.beginPath();
        context.moveTo(n[i + 1], n[i + 2]);
        context.arc(n[i + 1], n[i + 2], n[i + 3], n[i + 4], n[i + 5]);
        context.closePath();
        return this.finish(n[i]);
      case 10: return this.colour(n[i], n[i + 1], n[i + 2], n[i + 3]);
      case 11: context.lineWidth = n[i]; return;
      case 12: return this.push();
      case 13: return this.pop();
      case 14: return context.translate(n[i], n[i + 1]);
      case 15: return context.scale(n[i], n[i + 1]);
      case 16: return context.rotate(n[i]);
      case 17: return context.transform(1, n[i + 1], n[i], 1, 0, 0);
      case 18: return this.reset();
      case 19: return this.clear(n[i], n[i + 1], n[i + 2], n[i + 3]);
      case 20: return this.blend(n[i], n[i + 1]);
      case 21: return this.print(n, i);
      case 22: return this.origin();
      case 23:
        if (n[i]) this.mask = new Path2D();
        this.masking = Boolean(n[i]);
        return;
      case 24: return this.keepOut(n[i]);
    }
  }

  // ---- Pictures ----

  make(id, width, height) {
    const canvas = document.createElement("canvas");
    const scale = width * height <= SHARP ? 2 : 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const picture = { canvas, scale, context: canvas.getContext("2d"), width, height, tinted: new Map() };
    picture.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.pictures.set(id, picture);
  }

  aim(id) {
    this.target = id === 0 ? this.screen : this.pictures.get(id);
    this.context = this.target.context;
    this.target.tinted?.clear();
    this.colour(this.red, this.green, this.blue, this.alpha);
  }

  /** A row of pixels. */
  put(n, i) {
    const { context, width } = this.pictures.get(n[i]);
    const row = n[i + 1];
    for (let x = 0; x < width; x++) {
      const at = i + 2 + x * 4;
      context.fillStyle = css(n[at], n[at + 1], n[at + 2], n[at + 3]);
      context.fillRect(x, row, 1, 1);
    }
  }

  stamp(n, i) {
    const picture = this.pictures.get(n[i]);
    const [x, y, width, height] = [n[i + 1], n[i + 2], n[i + 3], n[i + 4]];
    const alpha = this.alpha;
    // What is premultiplied has its colour multiplied already.
    const part = this.premultiplied && alpha > 0 ? alpha : 1;
    const piece = this.piece(picture, x, y, width, height, this.red / part, this.green / part, this.blue / part);
    const context = this.context;
    context.save();
    context.globalAlpha = Math.max(0, Math.min(1, alpha));
    context.translate(n[i + 5], n[i + 6]);
    if (n[i + 7]) context.rotate(n[i + 7]);
    context.scale(n[i + 8], n[i + 9]);
    if (n[i + 12]) context.transform(1, 0, n[i + 12], 1, 0, 0);
    context.drawImage(piece.canvas, piece.x, piece.y, piece.width, piece.height, -n[i + 10], -n[i + 11], width, height);
    context.restore();
  }

  /** A piece of a picture in a colour; those of few pixels are kept. */
  piece(picture, x, y, width, height, red, green, blue) {
    const scale = picture.scale;
    const plain = { canvas: picture.canvas, x: x * scale, y: y * scale, width: width * scale, height: height * scale };
    const step = (value) => Math.round(Math.max(0, Math.min(1, value)) * 24);
    const [r, g, b] = [step(red), step(green), step(blue)];
    if (r === 24 && g === 24 && b === 24) return plain;
    const key = `${x} ${y} ${r} ${g} ${b}`;
    let piece = picture.tinted.get(key);
    if (!piece) {
      // Of large ones there is one at a time, in the colour of the hour.
      if (plain.width * plain.height > LARGE) picture.tinted.clear();
      if (++this.pieces > TINTS) this.letGo();
      piece = tint(plain, css(r / 24, g / 24, b / 24));
      picture.tinted.set(key, piece);
    }
    return piece;
  }

  letGo() {
    this.pieces = 0;
    for (const picture of this.pictures.values()) picture.tinted.clear();
  }

  // ---- Shapes ----

  finish(filled) {
    if (filled) this.context.fill();
    else this.context.stroke();
  }

  trace(n, i, count) {
    this.context.beginPath();
    this.context.moveTo(n[i], n[i + 1]);
    for (let at = 2; at < count; at += 2) this.context.lineTo(n[i + at], n[i + at + 1]);
  }

  rectangle(filled, x, y, width, height, round) {
    if (this.masking) {
      const path = new Path2D();
      path.rect(x, y, width, height);
      this.mask.addPath(path, this.context.getTransform());
      return;
    }
    this.context.beginPath();
    if (round > 0) this.context.roundRect(x, y, width, height, Math.min(round, Math.abs(width) / 2, Math.abs(height) / 2));
    else this.context.rect(x, y, width, height);
    this.finish(filled);
  }

  clear(red, green, blue, alpha) {
    const context = this.context;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    context.fillStyle = css(red, green, blue, alpha);
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.restore();
  }

  print(n, i) {
    const text = decoder.decode(this.words.slice(n[i], n[i] + n[i + 1]));
    const [size, x, y, limit, align] = [n[i + 2], n[i + 3], n[i + 4], n[i + 5], n[i + 6]];
    const context = this.context;
    context.font = `${size}px ${FONT}`;
    context.textBaseline = "top";
    context.textAlign = ["left", "center", "right"][align];
    context.fillText(text, x + (limit * align) / 2, y + size * 0.12);
  }

  // ---- State ----

  blend(mode, premultiplied) {
    this.context.globalCompositeOperation = BLENDS[mode];
    this.premultiplied = premultiplied === 1 && mode === 0;
  }

  /** From now on nothing is drawn within the mask; or everywhere again. */
  keepOut(masked) {
    const context = this.context;
    const transform = context.getTransform();
    if (masked && !this.masked) {
      context.save();
      const all = new Path2D(this.mask);
      all.rect(0, 0, context.canvas.width, context.canvas.height);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clip(all, "evenodd");
    } else if (!masked && this.masked) {
      context.restore();
      this.colour(this.red, this.green, this.blue, this.alpha);
    }
    this.masked = Boolean(masked);
    context.setTransform(transform);
  }

  push() {
    this.context.save();
    const { target, red, green, blue, alpha, premultiplied } = this;
    this.saved.push({ target, red, green, blue, alpha, premultiplied });
  }

  pop() {
    const saved = this.saved.pop();
    const leaves = this.context;
    leaves.restore();
    // The target was changed since: it has a state of its own to return to.
    Object.assign(this, saved);
    this.context = this.target.context;
    if (this.context !== leaves) this.context.restore();
    this.colour(this.red, this.green, this.blue, this.alpha);
  }
}

function tint(plain, colour) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(plain.width);
  canvas.height = Math.ceil(plain.height);
  const context = canvas.getContext("2d");
  const draw = () =>
    context.drawImage(plain.canvas, plain.x, plain.y, plain.width, plain.height, 0, 0, plain.width, plain.height);
  draw();
  context.globalCompositeOperation = "multiply";
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = "destination-in";
  draw();
  return { canvas, x: 0, y: 0, width: plain.width, height: plain.height };
}

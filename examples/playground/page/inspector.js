// The inspector: one NPC or thing from inside, as lua/bustle/inspector/probe.lua tells it.

const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:") ? document.createElementNS(SVG, name.slice(4)) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const spoken = (name) => String(name ?? "").replace(/^.*\./, "").replace(/_/g, " ");
const ago = (seconds) => (seconds < 60 ? `${Math.round(seconds)} s ago` : `${Math.round(seconds / 60)} min ago`);
/** An empty list of Lua is an empty list here too; a lone table may be either. */
const list = (value) => (Array.isArray(value) ? value : []);

function section(title, ...children) {
  const kept = children.flat().filter(Boolean);
  return kept.length ? element("section", {}, element("h3", {}, title), ...kept) : null;
}

function row(left, right, mark) {
  return element("div", { class: `row ${mark ?? ""}` }, element("span", {}, left), element("em", {}, right ?? ""));
}

// ---- Parts of the panel ----

function head(probe) {
  const now = probe.now ?? {};
  const part = now.duration ? Math.min(1, (now.spent ?? 0) / now.duration) : 0;
  const what = now.action ? spoken(now.action) : spoken(probe.words ?? "");
  return element("header", {},
    element("h2", {}, probe.name, " ", element("small", {}, probe.role ? `${probe.kind}, ${spoken(probe.role)}` : probe.kind)),
    probe.now ? element("p", { class: "doing" }, what, now.target ? element("span", {}, `  ${spoken(now.target)}`) : "",
      now.remaining ? element("em", {}, `${now.remaining.toFixed(1)} s`) : "") : null,
    now.duration ? element("div", { class: "bar" }, element("i", { style: `width:${part * 100}%` })) : null,
    probe.now && !now.action ? element("p", { class: "soft" }, probe.words) : null);
}

function states(probe) {
  const cells = list(probe.states).map((state) => {
    const bounded = typeof state.value === "number" && state.max > (state.min ?? 0);
    const part = bounded ? (state.value - (state.min ?? 0)) / (state.max - (state.min ?? 0)) : 0;
    return element("div", { class: "state", title: state.name }, element("span", {}, state.name),
      bounded ? element("div", { class: "bar" }, element("i", { style: `width:${part * 100}%` })) : null,
      element("em", {}, { true: "yes", false: "no" }[state.value] ?? String(state.value)));
  });
  return cells.length ? section("State", element("div", { class: "states" }, ...cells)) : null;
}

function plan(probe) {
  if (!probe.plan) return null;
  const entries = list(probe.plan.entries);
  const bar = element("div", { class: "plan", role: "img", "aria-label": "its day" });
  const levels = [...new Set(entries.map((entry) => entry.priority))].sort((a, b) => b - a);
  bar.style.height = `${levels.length * 18}px`;
  for (const entry of entries) {
    if (entry.to <= entry.from) continue;
    bar.append(element("div", {
      class: entry.holds ? "holds" : "", title: spoken(entry.sequence),
      style: `left:${entry.from * 100}%;width:${(entry.to - entry.from) * 100}%;top:${levels.indexOf(entry.priority) * 18}px`,
    }, spoken(entry.sequence)));
  }
  bar.append(element("b", { style: `left:${probe.plan.now * 100}%` }));
  const holds = entries.find((entry) => entry.holds);
  return section("Its day", bar, holds ? element("p", { class: "soft" }, `now: ${spoken(holds.sequence)}`) : null);
}

function stack(probe) {
  return section("Activities", list(probe.stack).map((activity) => {
    const why = activity.main ? "main" : activity.interruption ? `on ${spoken(activity.interruption)}`
      : activity.cue ? `cue ${spoken(activity.cue)}` : activity.undo ? "undo" : "";
    return element("div", { class: activity.running ? "activity running" : "activity" },
      ...list(activity.sequences).map((each, i) => row(
        `${spoken(each.sequence)} › ${spoken(each.node ?? "…")}`,
        i > 0 ? "" : each.scene ? `in ${spoken(each.scene)}` : why + (activity.sunk ? ", sunk" : ""))));
  }));
}

function scenes(probe) {
  return list(probe.scenes).map((scene) => {
    const lanes = list(scene.lanes);
    const behind = Math.min(...lanes.map((lane) => (lane.ended ? Infinity : lane.phase)));
    const cells = (lane) => Array.from({ length: scene.phases }, (_, phase) => element("i", {
      class: phase < lane.phase || lane.ended ? "done" : phase === lane.phase ? "now" : "",
    }));
    const table = element("div", { class: "lanes" }, ...lanes.flatMap((lane) => [
      element("span", { class: lane.npc === probe.name ? "own" : "" }, lane.npc),
      element("div", { class: lane.phase > behind && !lane.ended ? "cells waits" : "cells" }, ...cells(lane)),
      element("em", {}, lane.phase > behind && !lane.ended ? `${lane.part}, waits` : lane.part)]));
    return section(`Scene: ${scene.scene}`, table);
  });
}

function graph(probe) {
  if (!probe.graph) return null;
  const { layers, node } = probe.graph;
  const [width, high, gap] = [300, 22, 20];
  const height = layers.length * (high + gap) - gap + 2;
  const at = new Map();
  layers.forEach((layer, i) => layer.forEach((name, j) => {
    const wide = Math.min(name.length * 6.6 + 16, width / layer.length - 6);
    at.set(name, { x: (width * (j + 0.5)) / layer.length, y: i * (high + gap) + 1, wide, layer: i });
  }));
  const svg = element("svg:svg", { viewBox: `-6 0 ${width + 12} ${height}`, role: "img", "aria-label": "its sequence" });
  const ways = list(probe.graph.ways);
  const been = new Set(ways.filter((way) => way.taken).flatMap((way) => [way.from, way.to]));
  for (const way of [...ways].sort((a, b) => (a.taken ? 1 : 0) - (b.taken ? 1 : 0))) {
    const [from, to] = [at.get(way.from), at.get(way.to)];
    if (!from || !to) continue;
    const [y1, y2] = [from.y + high, to.y];
    let path = `M${from.x} ${y1}L${to.x} ${y2}`;
    if (to.layer !== from.layer + 1) {
      const aside = (from.x + to.x) / 2 < width / 2 ? -1 : 1;
      const bow = Math.max(-4, Math.min(width + 4, (from.x + to.x) / 2 + aside * (40 + 24 * Math.abs(to.layer - from.layer))));
      path = `M${from.x} ${y1}C${bow} ${y1 + 16} ${bow} ${y2 - 16} ${to.x} ${y2}`;
    }
    svg.append(element("svg:path", { d: path, class: way.taken ? "way taken" : way.failed ? "way failed" : "way" }));
  }
  for (const [name, place] of at) {
    const mark = name === node ? "node here" : been.has(name) ? "node been" : "node";
    const label = element("svg:text", { x: place.x, y: place.y + 15, class: mark }, spoken(name));
    if (name.length * 6.6 > place.wide - 6) label.setAttribute("textLength", place.wide - 8);
    if (name.length * 6.6 > place.wide - 6) label.setAttribute("lengthAdjust", "spacingAndGlyphs");
    svg.append(element("svg:rect", {
      x: place.x - place.wide / 2, y: place.y, width: place.wide, height: high, rx: 7, class: mark,
    }), label);
  }
  return section(`Sequence: ${spoken(probe.graph.sequence)}`, svg);
}

function decisions(probe) {
  return section("What it decided", list(probe.decisions).slice(0, 8).map((decision) => {
    const about = list(decision.about);
    const words = element("div", { class: "row" }, element("span", {}, decision.text),
      element("em", {}, `${decision.time.toFixed(1)} s`));
    if (about.length === 0) return words;
    return element("details", {}, element("summary", {}, words), element("pre", {}, about.join("\n")));
  }));
}

function memories(probe) {
  const lines = list(probe.memories).slice(0, 14).map((memory) => {
    const what = memory.why ? spoken(memory.why) : memory.action ? spoken(memory.action)
      : `${spoken(memory.sequence)}: ${spoken(memory.from)} › ${spoken(memory.node)}`;
    return row(memory.target ? `${what}: ${spoken(memory.target)}` : what, ago(memory.age));
  });
  return section("Memories", lines);
}

function links(probe) {
  const named = list(probe.links).map((link) => {
    const to = list(link.to).map((each) => (each.value === undefined ? each.name : `${each.name} (${each.value})`));
    return row(link.kind, to.join(", ") + (link.count > to.length ? `, ${link.count - to.length} more` : ""));
  });
  const areas = list(probe.areas);
  const offers = list(probe.offers).map((offer) => row(`offers ${offer.offer}`,
    `${offer.taken}${offer.holders ? ` of ${offer.holders}` : ""}${list(offer.by).length ? `: ${offer.by.join(", ")}` : ""}`));
  const holds = list(probe.places).map((place) => row(`holds ${spoken(place.offer)}`, spoken(place.provider)));
  const inboxes = list(probe.inboxes).map((message) => row(`message in ${spoken(message.inbox)}`, message.sender));
  return section("Ties", areas.length ? row("in", areas.map(spoken).join(", ")) : null, named, offers, holds, inboxes);
}

// ---- The panel ----

/** Shows a probe; without one, how to get one. */
export function showProbe(panel, probe) {
  const open = new Set([...panel.querySelectorAll("details[open] > summary")].map((each) => each.textContent));
  const top = panel.scrollTop;
  panel.replaceChildren(...(probe
    ? [head(probe), states(probe), plan(probe), stack(probe), ...scenes(probe), graph(probe), decisions(probe),
      memories(probe), links(probe)].filter(Boolean)
    : [element("p", { class: "soft" }, "Click somebody, or a name in the timeline, to look inside.")]));
  for (const summary of panel.querySelectorAll("summary")) {
    if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
  panel.scrollTop = top;
}

// A running game, seen through `bustle.remote`: who there is, and whoever is looked at, from inside. The game is asked
// about nobody else.
import { showProbe } from "./inspector.js";
import { Stops } from "./stops.js";
import { readStyles } from "./styles.js";
import { Timeline } from "./timeline.js";

const AGAIN = 2000; // milliseconds until a game that does not answer is asked again
const KEPT = 3000; // looks that are kept of each

const $ = (id) => document.getElementById(id);

/** The port and the token of a fragment, or null. */
export function readAddress(fragment) {
  const [, port, token] = /^#live=(\d{1,5})\.([0-9a-f]+)$/.exec(fragment) ?? [];
  return port ? { base: `http://127.0.0.1:${port}`, token } : null;
}

/** The events of a stream as they come, each an object. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) if (part.startsWith("data: ")) yield JSON.parse(part.slice(6));
  }
}

class Game {
  constructor({ base, token }) {
    this.base = base;
    this.token = token;
    this.people = [];
    this.looks = new Map();
    this.doing = new Map();
    this.watched = [];
    this.now = 0;
    this.timeline = new Timeline($("timeline"), {
      onSeek: (time) => this.seek(time), onSelect: (number) => this.select(number), styles: readStyles,
    });
    document.body.classList.add("live");
    $("search").addEventListener("input", () => this.list());
    $("interrupt").addEventListener("click", () => this.interrupt());
    new ResizeObserver(() => this.timeline.draw()).observe($("timeline"));
    showProbe($("inspector"), null);
    this.begin();
  }

  url(path) {
    return `${this.base}${path}${path.includes("?") ? "&" : "?"}token=${this.token}`;
  }

  async command(name, body) {
    const answer = await fetch(this.url(`/${name}`), { method: "POST", body });
    return answer.json();
  }

  say(text, wrong = false) {
    $("said").textContent = text;
    $("said").classList.toggle("wrong", wrong);
  }

  async begin() {
    let world;
    try {
      world = await (await fetch(this.url("/world"))).json();
    } catch {
      // A page that is refused is not told more than one that asks where nobody is.
      this.say("No game answers, or it refuses this page: open the address that the game prints.", true);
      setTimeout(() => this.begin(), AGAIN);
      return;
    }
    this.say(world.commands ? "Looking into a running game." : "Looking into a running game, which takes no commands.");
    this.people = world.people;
    this.now = world.now;
    document.body.classList.toggle("commands", world.commands);
    $("what").replaceChildren(...world.interruptions.map((name) => new Option(name.replace(/_/g, " "), name)));
    if (world.commands && !this.stops) {
      this.stops = new Stops($("stops"), (list) => {
        this.command("stops", list.join("\n"));
        return [];
      });
      this.stops.suggest(this.people, []);
      this.command("stops", this.stops.list.join("\n"));
      $("pause").addEventListener("click", () => this.command("go-on", ""));
    }
    this.list();
    if (this.selected) this.select(this.selected);
  }

  list() {
    const wanted = $("search").value.toLowerCase();
    const found = this.people.filter((each) => `${each.name} ${each.kind}`.toLowerCase().includes(wanted)).slice(0, 300);
    $("people").replaceChildren(...found.map((person) => {
      const line = document.createElement("li");
      const button = document.createElement("button");
      button.textContent = person.name;
      button.append(Object.assign(document.createElement("small"), { textContent: ` ${person.kind}` }));
      button.setAttribute("aria-pressed", person.number === this.selected);
      button.addEventListener("click", () => this.select(person.number));
      line.append(button);
      return line;
    }));
  }

  // ---- Somebody ----

  async select(number) {
    this.stream?.abort();
    this.selected = number;
    this.at = null;
    const person = this.people.find((each) => each.number === number);
    if (person && !this.watched.includes(person)) {
      this.watched.push(person);
      this.timeline.people = this.watched;
      this.timeline.lanes.set(number, this.watched.length - 1);
    }
    this.timeline.reveal(number);
    this.list();
    const stream = (this.stream = new AbortController());
    try {
      const answer = await fetch(this.url(`/watch?number=${number}`), { signal: stream.signal });
      for await (const told of eventsOf(answer.body)) this.take(number, told);
    } catch (error) {
      if (stream.signal.aborted) return;
    }
    this.say("The game has ended, or lets nobody look.", true);
    setTimeout(() => this.begin(), AGAIN);
  }

  take(number, told) {
    this.now = told.now;
    $("clock").textContent = `${told.now.toFixed(0)} s`;
    $("stopped").hidden = !told.stopped;
    if (told.stopped) $("stopped").textContent = `${told.stopped.text}: ${told.stopped.npc ?? ""} at ${told.stopped.time.toFixed(1)} s`;
    $("pause").disabled = !told.stopped;
    this.timeline.add(told.probe ? this.events(number, told) : [], told.now);
    const looks = this.looks.get(number) ?? [];
    this.looks.set(number, looks);
    looks.push(told);
    if (looks.length > KEPT) looks.shift();
    if (this.at === null) showProbe($("inspector"), told.probe);
    this.timeline.draw();
  }

  /** What has begun or ended since the last look at somebody. */
  events(number, { now, probe }) {
    const { action, target, spent } = probe.now ?? {};
    const from = action && spent !== undefined ? now - spent : now;
    const before = this.doing.get(number);
    if (before && before.action === action && Math.abs(before.from - from) < 0.25) return [];
    this.doing.set(number, { action, from });
    const time = Math.max(from, before?.from ?? 0);
    return action ? [{ kind: "start", npc: number, what: action, target, time }] : [{ kind: "stop", npc: number, time: now }];
  }

  seek(time) {
    this.at = time < this.now - 0.3 ? time : null;
    this.timeline.at = this.at;
    this.timeline.draw();
    const looks = this.looks.get(this.selected) ?? [];
    const look = this.at === null ? looks[looks.length - 1] : looks.findLast((each) => each.now <= time) ?? looks[0];
    showProbe($("inspector"), look?.probe ?? null);
  }

  async interrupt() {
    const { queued, problem } = await this.command("interrupt", `${$("what").value}\n${this.selected ?? ""}`);
    this.say(problem ?? `${$("what").value.replace(/_/g, " ")}: ${queued} will hear it.`, Boolean(problem));
  }
}

/** Begins to watch a game. */
export function watchGame(address) {
  window.playground = new Game(address);
}

// The playground: what was edited, the world that runs, and the parts of the page that show them.
import { Editor, problemText } from "./editor.js";
import { EXAMPLES, fileTitle } from "./examples.js";
import { showProbe } from "./inspector.js";
import { openLua } from "./lua.js";
import { fragmentOf, readFragment } from "./share.js";
import { Stops } from "./stops.js";
import { onStyles, readStyles } from "./styles.js";
import { Timeline } from "./timeline.js";
import { World } from "./world.js";

const PACES = [0.25, 0.5, 1, 2, 4, 8];
const AFTER = 300; // milliseconds from an edit to the reload
const PROBED = 125; // milliseconds between two looks at somebody

const $ = (id) => document.getElementById(id);

const [files, compiled] = await Promise.all([
  fetch("files.json").then((answer) => answer.json()),
  WebAssembly.compileStreaming(fetch("bustle.wasm")),
]);
const lua = await openLua(files, compiled);

const state = { example: EXAMPLES[0], edits: {}, problems: [], selected: null, people: [], told: {} };
const world = new World(lua, $("world"), whenTold);
const editor = new Editor($("editor"), whenEdited);
const stops = new Stops($("stops"), (list) => lua.ask("stops", list.join("\n")).wrong);
const timeline = new Timeline($("timeline"), { onSeek: seek, onSelect: (number) => select(number), styles: readStyles });

function say(text, wrong = false) {
  $("said").textContent = text;
  $("said").classList.toggle("wrong", wrong);
}

// ---- Files ----

const original = (path) => files[`game/${path}`];
const edited = () => state.edits[state.example.id] ?? {};
const textOf = (path) => edited()[path] ?? original(path);

function paths() {
  const { edited: folders, game } = state.example;
  const all = Object.keys(files).filter((path) => path.startsWith("game/")).map((path) => path.slice(5));
  const shown = all.filter((path) => folders.some((each) => path === each || (each.endsWith("/") && path.startsWith(each))));
  // The game itself comes last.
  return shown.sort((a, b) => a.startsWith(game + "/main") - b.startsWith(game + "/main")
    || folders.findIndex((each) => a.startsWith(each)) - folders.findIndex((each) => b.startsWith(each)) || (a < b ? -1 : 1));
}

function showFiles() {
  const broken = new Set(state.problems.filter((each) => each.severity === "error").map((each) => each.file));
  const groups = new Map();
  for (const path of paths()) {
    const { group, name } = fileTitle(path);
    if (!groups.has(group)) groups.set(group, Object.assign(document.createElement("optgroup"), { label: group }));
    const marks = (path in edited() ? " • edited" : "") + (broken.has(path) ? " ⚠" : "");
    groups.get(group).append(new Option(name + marks, path, false, path === editor.path));
  }
  $("file").replaceChildren(...groups.values());
  $("file").classList.toggle("wrong", broken.size > 0);
}

function showFile(path) {
  editor.show(path);
  showFiles();
}

let waiting;
function whenEdited(path, text) {
  const edits = (state.edits[state.example.id] ??= {});
  if (text === original(path)) delete edits[path];
  else edits[path] = text;
  lua.write(path, text);
  clearTimeout(waiting);
  waiting = setTimeout(() => (path.startsWith(state.example.game + "/main") ? begin() : reload()), AFTER);
}

function check() {
  state.problems = lua.ask("check", state.example.packs.join("\n")).findings;
  editor.mark(state.problems);
  showFiles();
  $("problems").replaceChildren(...state.problems.map((problem) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    button.className = problem.severity;
    button.textContent = problemText(problem);
    const place = document.createElement("small");
    place.textContent = `${problem.file ?? ""}, line ${problem.line ?? "?"}`;
    button.prepend(place);
    button.addEventListener("click", () => {
      if (textOf(problem.file) !== undefined) showFile(problem.file);
      editor.goTo(problem.file, problem.line);
    });
    line.append(button);
    return line;
  }));
  return !state.problems.some((problem) => problem.severity === "error");
}

/** Takes what was edited into the world that runs. */
function reload() {
  if (!check()) return say("The world goes on with what it had.", true);
  if (!world.example) return begin();
  const { refused, changes } = lua.ask("reload");
  if (refused) return say(refused.split("\n")[0], true);
  const lost = changes.length ? ` ${changes.length} things did not come through: ${changes[0]}` : "";
  say(`Taken up at ${lua.ask("hash").now.toFixed(1)} s.${lost}`);
}

// ---- The world ----

/** Begins the example again, with its files as they are. */
function begin() {
  select(null);
  if (!check()) return say("These files make no world yet.", true);
  let opened;
  try {
    opened = world.open(state.example);
  } catch (error) {
    return say(error.message.split("\n")[0], true);
  }
  state.people = opened.people;
  timeline.clear(opened.people);
  $("what").replaceChildren(...opened.interruptions.map((name) => new Option(name.replace(/_/g, " "), name)));
  $("what").value = state.example.interruption;
  for (const [id, none] of [["whom", "everybody"], ["follow", "nobody"]]) {
    $(id).replaceChildren(new Option(none, ""), ...opened.people.map((each) => new Option(each.name, each.number)));
  }
  lua.ask("stops", stops.list.join("\n"));
  stops.suggest(opened.people, opened.actions);
  pause(false);
  say("");
  showProbe($("inspector"), null);
}

function choose(example, edits) {
  state.example = example;
  if (edits) state.edits[example.id] = edits;
  for (const path of paths()) lua.write(path, textOf(path));
  for (const button of $("examples").children) button.setAttribute("aria-pressed", button.dataset.id === example.id);
  state.problems = [];
  editor.open(Object.fromEntries(paths().map((path) => [path, textOf(path)])));
  const first = Object.keys(edited())[0] ?? example.first;
  showFile(textOf(first) === undefined ? example.first : first);
  begin();
}

let drawn = 0;
function whenTold(told) {
  if (told.failed) return say(told.failed.split("\n")[0], true);
  const error = told.events?.find?.((event) => event.kind === "error");
  if (error) say(error.what ?? "An error.", true);
  state.told = told;
  timeline.add(told.events ?? [], told.now);
  $("clock").textContent = told.clock ?? `${told.now.toFixed(0)} s`;
  if ((told.selected ?? null) !== state.selected) selected(told.selected ?? null);
  if (told.stopped && !world.paused) stopAt(told.stopped);
  if (performance.now() - drawn > PROBED) {
    drawn = performance.now();
    timeline.draw();
    probe();
  }
}

function stopAt(stopped) {
  pause(true);
  $("stopped").textContent = `${stopped.text}: ${stopped.npc ?? ""} at ${stopped.time.toFixed(1)} s`;
  $("stopped").hidden = false;
  if (stopped.number !== undefined) select(stopped.number);
  timeline.draw();
}

function pause(paused) {
  world.paused = paused;
  $("pause").setAttribute("aria-pressed", paused);
  $("pause").textContent = paused ? "Go on" : "Pause";
  if (paused) return;
  lua.ask("go_on");
  $("stopped").hidden = true;
  if (world.at !== null) seek(Infinity);
}

// ---- Somebody ----

function select(number) {
  if (!world.example) return;
  lua.ask("select", number ?? "");
  selected(number);
  world.refresh();
}

/** Somebody is looked at, here or by a click in the world. */
function selected(number) {
  state.selected = number;
  if (number === null || Number($("follow").value) !== number) {
    world.following = false;
    $("follow").value = "";
  }
  $("whom").value = number ?? "";
  if ($("whom").selectedIndex < 0) $("whom").value = "";
  timeline.reveal(number);
  timeline.draw();
  probe();
}

function probe() {
  if (!world.example) return;
  const number = state.selected;
  if (number === null) return showProbe($("inspector"), null);
  showProbe($("inspector"), world.at === null ? lua.ask("probe", number) : lua.ask("back", `${world.at} ${number}`));
}

/** Shows a time in the past; the present, if it is none. */
function seek(time) {
  const past = time < state.told.now - 0.01 ? time : null;
  if (past !== null && !world.paused) pause(true);
  timeline.at = past;
  world.goTo(past);
  timeline.draw();
  probe();
}

// ---- The page ----

for (const example of EXAMPLES) {
  const button = document.createElement("button");
  button.textContent = example.title;
  button.dataset.id = example.id;
  button.addEventListener("click", () => choose(example));
  $("examples").append(button);
}

function changePace(step) {
  const i = Math.max(0, Math.min(PACES.length - 1, PACES.indexOf(world.pace) + step));
  world.pace = PACES[i];
  $("pace").textContent = `${PACES[i]}×`;
}

$("file").addEventListener("change", (event) => showFile(event.target.value));
$("pause").addEventListener("click", () => pause(!world.paused));
$("slower").addEventListener("click", () => changePace(-1));
$("faster").addEventListener("click", () => changePace(1));
$("restart").addEventListener("click", begin);
$("interrupt").addEventListener("click", () => {
  const { queued, problem } = lua.ask("interrupt", `${$("what").value}\n${$("whom").value}`);
  say(problem ?? `${$("what").value.replace(/_/g, " ")}: ${queued} will hear it.`, Boolean(problem));
});
$("follow").addEventListener("change", (event) => {
  const number = event.target.value === "" ? null : Number(event.target.value);
  select(number);
  $("follow").value = number ?? "";
  world.following = number !== null;
});
$("share").addEventListener("click", async () => {
  location.hash = await fragmentOf(state.example.id, edited());
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  say(`The link is in the address bar${navigator.clipboard ? ", and copied" : ""}.`);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("#editor, input, select, button")) return;
  if (event.key === " ") pause(!world.paused);
  else if (event.key === "+" || event.key === "=") changePace(1);
  else if (event.key === "-") changePace(-1);
  else if (event.key === "Escape") select(null);
  else return;
  event.preventDefault();
});
onStyles(() => timeline.draw());
new ResizeObserver(() => timeline.draw()).observe($("timeline"));

async function chooseByFragment() {
  const { example, files: edits, damaged } = await readFragment(location.hash);
  choose(EXAMPLES.find((each) => each.id === example) ?? EXAMPLES[0], edits);
  if (damaged) say("The link is damaged: these are the files as they were.", true);
}
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#live=")) location.reload();
  else if (!location.hash.startsWith(`#${state.example.id}=`)) chooseByFragment();
});
await chooseByFragment();

// For whoever tests the page or looks into it from the console.
window.playground = { lua, world, editor, state, seek, select };

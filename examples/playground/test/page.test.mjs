// The page in Chromium: node --test page.test.mjs. BUSTLE_PAGE is the folder of the page, BUSTLE_HASHES what hashes.lua
// says elsewhere, BUSTLE_PICTURES a folder for pictures.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../serve.mjs";
import { openBrowser } from "./browser.mjs";

const folder = process.env.BUSTLE_PAGE;
const PARK = "examples/playground/park/park/park.lua";
let server, base, browser;

before(async () => {
  server = await serve(folder);
  base = `http://127.0.0.1:${server.address().port}/`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page with an example that runs; at its end nothing has gone wrong in it. */
function inPage(name, fragment, body) {
  test(name, async () => {
    const page = await browser.openPage();
    await page.go(base + fragment);
    await page.until("playground.world.frames > 2");
    await body(page);
    assert.deepEqual(page.errors, []);
    await page.call("Page.close");
  });
}

const said = (page) => page.value("document.querySelector('#said').textContent");
const now = (page) => page.value("playground.lua.ask('hash').now");
const pause = (page) => page.value("playground.world.paused || document.querySelector('#pause').click()");

inPage("decisions in the page hash to what they hash to elsewhere", "#park", async (page) => {
  const script = fs.readFileSync(new URL("hashes.lua", import.meta.url), "utf8");
  assert.equal(await page.value(`playground.lua.ask("run", ${JSON.stringify(script)})`), process.env.BUSTLE_HASHES.trim());
});

inPage("a mistake is underlined and told with its cure, and the world goes on before and after it is mended", "#market",
  async (page) => {
    const before = await now(page);
    const right = await page.value("playground.editor.view.state.doc.toString()");
    const wrong = right.replace('sequence = "visit_stall"', 'sequence = "visit_stal"');
    assert.notEqual(wrong, right);
    await page.value(`playground.editor.replace(${JSON.stringify(wrong)})`);
    await page.until("document.querySelector('#problems button.error')");
    assert.match(await page.value("document.querySelector('#problems').textContent"),
      /unknown sequence "visit_stal"[\s\S]*visit_stall/);
    await page.until("document.querySelector('.cm-lintRange-error')");
    assert.equal(await page.value("document.querySelector('.cm-lintRange-error').textContent"), "visit_stal");
    const during = await now(page);
    await page.until(`playground.lua.ask("hash").now > ${during} + 0.5`);
    await page.value(`playground.editor.replace(${JSON.stringify(right.replace('energy < 8', 'energy < 9'))})`);
    await page.until("document.querySelector('#said').textContent.startsWith('Taken up at')");
    assert.equal(await page.value("document.querySelectorAll('#problems .error').length"), 0);
    const reloaded = await now(page);
    await page.until(`playground.lua.ask("hash").now > ${reloaded} + 0.5`);
    assert.ok(before < reloaded, "it is the same world");
  });

inPage("an edit reaches an NPC in the middle of what it does", "#park", async (page) => {
  await page.until("playground.lua.ask('probe', 3).now.action === 'walk'");
  await page.value(`playground.editor.replace(playground.editor.view.state.doc.toString()
    .replace('duration = { 6, 9 }', 'duration = 1'))`);
  await page.until("document.querySelector('#said').textContent.startsWith('Taken up at')");
  assert.equal(await page.value("playground.lua.ask('probe', 3).now.action"), "walk");
  await page.value("playground.world.pace = 8");
  await page.until("playground.lua.ask('probe', 3).now.duration === 1");
});

inPage("a link contains what was edited, and nothing of it is sent", "#park", async (page) => {
  await page.value(`playground.editor.replace(playground.editor.view.state.doc.toString() + "-- mine: ä\\n")`);
  await page.click("#share");
  await page.until("location.hash.length > 20");
  const link = await page.value("location.href");
  const other = await browser.openPage();
  await other.go(link);
  await other.until("playground.world.frames > 2");
  assert.match(await other.value("playground.editor.view.state.doc.toString()"), /-- mine: ä\n$/);
  assert.equal(await other.value("playground.editor.path"), PARK);
  for (const url of [...page.asked, ...other.asked].filter((each) => !each.startsWith("data:"))) {
    assert.ok(url.startsWith(base), url);
    assert.doesNotMatch(url, /[?=]/);
  }
});

inPage("a damaged link shows the files as they were", "#park=broken!", async (page) => {
  assert.match(await said(page), /damaged/);
  assert.match(await page.value("playground.editor.view.state.doc.toString()"), /interruption "thunder"/);
});

inPage("pause stops the world, pace changes it, an interruption is heard", "#park", async (page) => {
  await page.until("playground.lua.ask('probe', 3).now.action === 'walk'");
  await page.click("#interrupt");
  assert.match(await said(page), /1 will hear it/);
  await page.until("playground.lua.ask('probe', 3).now.action === 'look_round'");
  await page.click("#pause");
  const paused = await now(page);
  const frames = await page.value("new Promise((done) => { let n = 0; const next = () => ++n > 5 ? done(n) : requestAnimationFrame(next); next(); })");
  assert.ok(frames > 5);
  assert.equal(await now(page), paused);
  await page.click("#faster");
  assert.equal(await page.value("playground.world.pace"), 2);
  await page.click("#pause");
  await page.until(`playground.lua.ask("hash").now > ${paused}`);
});

inPage("whoever is clicked is explained, and followed", "#park", async (page) => {
  await page.until("playground.lua.ask('probe', 3).now.action === 'walk'");
  await pause(page);
  const at = await page.value(`(() => { playground.lua.ask("select", 3); const told = playground.lua.ask("draw", "");
    const { x, y } = playground.lua.ask("pointer", "move 0 0"); playground.select(null);
    const box = document.querySelector("#world").getBoundingClientRect();
    const scale = playground.world.size.scale; return { x: box.x + x * scale, y: box.y + y * scale }; })()`);
  await page.clickAt(at.x, at.y);
  await page.until("document.querySelector('#inspector h2')?.textContent.startsWith('Ada')");
  const panel = await page.value("document.querySelector('#inspector').textContent");
  for (const words of ["walk", "rest › go", "Sequence: rest", "What it decided", "drawn among the 2 not used lately"]) {
    assert.ok(panel.includes(words), words);
  }
  assert.equal(await page.value("document.querySelectorAll('#inspector rect.here').length"), 1);
  await page.value("document.querySelector('#follow').value = '3'; document.querySelector('#follow').dispatchEvent(new Event('change'))");
  await page.click("#pause");
  await page.until("playground.world.view.zoom > 1.5");
});

inPage("the timeline goes back to what somebody did, and on again", "#park", async (page) => {
  await page.value("playground.world.pace = 8; playground.select(3)");
  await page.until("playground.lua.ask('hash').now > 14");
  await page.value("playground.seek(2)");
  assert.equal(await page.value("playground.world.paused"), true);
  assert.match(await page.value("document.querySelector('#inspector .doing').textContent"), /^walk/);
  await page.value("playground.seek(6)");
  assert.match(await page.value("document.querySelector('#inspector .doing').textContent"), /^sit/);
  const last = await now(page);
  await page.click("#pause");
  await page.until(`playground.lua.ask("hash").now > ${last}`);
});

inPage("going back reaches behind an edit", "#park", async (page) => {
  await page.value("playground.world.pace = 8; playground.select(3)");
  await page.until("playground.lua.ask('hash').now > 3");
  await page.value(`playground.editor.replace(playground.editor.view.state.doc.toString().replace('action = "sit"', 'action = "look_round"').replace(', target = "same"', ''))`);
  await page.until("document.querySelector('#said').textContent.startsWith('Taken up at')");
  await page.until("playground.lua.ask('hash').now > 7");
  await page.value("playground.seek(2)");
  assert.match(await page.value("document.querySelector('#inspector .doing').textContent"), /^walk/);
});

inPage("the world stops at a breakpoint, also after the page was loaded again", "#park", async (page) => {
  await page.value("playground.world.pace = 8");
  await page.value("document.querySelector('#stop').value = 'Ada starts sit'; document.querySelector('#stops').requestSubmit()");
  const stopped = "!document.querySelector('#stopped').hidden";
  await page.until(stopped);
  assert.match(await page.value("document.querySelector('#stopped').textContent"), /^Ada starts sit: Ada at 4\.\d s/);
  assert.equal(await now(page), await page.value("playground.state.told.stopped.time"));
  await page.call("Page.reload");
  await page.until("window.playground && playground.world.frames > 2");
  await page.value("playground.world.pace = 8");
  await page.until(stopped);
  await page.click("#pause");
  await page.until(`playground.lua.ask("hash").now > 5`);
  await page.value("document.querySelector('#stop').value = 'whenever'; document.querySelector('#stops').requestSubmit()");
  assert.equal(await page.value("document.querySelector('#stop').validity.valid"), false);
  await page.click("#stop-list button");
  assert.equal(await page.value("localStorage.getItem('bustle.stops')"), "[]");
});

inPage("a broken scene can be stopped at", "#market", async (page) => {
  await page.value("playground.lua.ask('stops', 'any scene breaks')");
  await page.value("playground.world.pace = 8");
  const leaves = `for _, npc in ipairs(require("stage").world():find { kind = "visitor" }) do
    if npc.scene and npc.scene.phase > 0 then return npc:leave_scene() end end return false`;
  await page.until(`playground.lua.ask("run", ${JSON.stringify(leaves)}) === "true"`);
  await page.until("playground.state.told.stopped");
  assert.equal(await page.value("playground.state.told.stopped.text"), "any scene breaks");
});

inPage("every control is reached by the keyboard, which also pauses", "#park", async (page) => {
  const reached = new Set();
  for (let i = 0; i < 60; i++) {
    await page.press("Tab");
    // From the editor, where the key indents, Escape leads on.
    if (await page.value("document.activeElement.classList.contains('cm-content')")) await page.press("Escape");
    reached.add(await page.value("document.activeElement.id || document.activeElement.className"));
  }
  const wanted = await page.value(`[...document.querySelectorAll("button, select, input, canvas, aside")]
    .filter((each) => each.id && each.offsetParent).map((each) => each.id)`);
  assert.deepEqual(wanted.filter((id) => !reached.has(id)), []);
  await page.value("document.querySelector('#world').focus()");
  await page.press(" ", "Space");
  assert.equal(await page.value("playground.world.paused"), true);
});

inPage("once it is there, the page needs no network", "#park", async (page) => {
  await page.call("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
  await page.click("#examples [data-id=village]");
  await page.until("playground.state.example.id === 'village' && playground.world.frames > 40");
  await page.value("playground.world.pace = 8");
  await page.until("playground.state.told.clock >= '06:04'");
  const asked = page.asked.filter((url) => !url.startsWith("data:"));
  assert.deepEqual(asked.filter((url) => !url.startsWith(base)), []);
});

inPage("it is looked at in three sizes, light and dark", "#village", async (page) => {
  await page.value("playground.select(playground.state.people[3].number)");
  await page.until("playground.state.told.clock >= '06:05'");
  for (const [width, height] of [[1440, 900], [1024, 768], [420, 900]]) {
    for (const dark of [false, true]) {
      await page.resize(width, height, dark);
      const { wide, fits } = await page.value(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        done({ wide: document.documentElement.scrollWidth, fits: document.querySelector("#world").clientWidth > 200 }))))`);
      assert.ok(wide <= width, `${wide} points are too wide for ${width}`);
      assert.ok(fits);
      const { BUSTLE_PICTURES: pictures } = process.env;
      if (pictures) await page.picture(path.join(pictures, `playground-${width}-${dark ? "dark" : "light"}.png`));
    }
  }
});

test("the page is small, and names the licences of what is in it", () => {
  const licences = fs.readFileSync(path.join(folder, "licences.txt"), "utf8");
  for (const name of ["bustle", "Lua 5.4", "Emscripten", "@codemirror/view", "@lezer/common"]) assert.ok(licences.includes(name), name);
});

test("the server serves the page to this machine, and nothing else", async () => {
  const ask = (name, headers) => new Promise((resolve) => {
    http.get(base, { path: name, headers }, (answer) => { answer.resume(); resolve(answer.statusCode); });
  });
  assert.equal(await ask("/", {}), 200);
  assert.equal(await ask("/../../README.md", {}), 404);
  assert.equal(await ask("/%2e%2e/%2e%2e/README.md", {}), 404);
  assert.equal(await ask("/nothing", {}), 404);
  assert.equal(await ask("/%", {}), 400);
  assert.equal(await ask("/", { Host: "elsewhere.example" }), 403);
  assert.equal(server.address().address, "127.0.0.1");
});


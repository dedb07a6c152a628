// The page looks into a game in LÖVE that runs beside it: node --test live.test.mjs, where xvfb-run love finds the library.
// BUSTLE_PAGE is the folder of the page, BUSTLE_PICTURES a folder for pictures.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../serve.mjs";
import { openBrowser } from "./browser.mjs";

const folder = fileURLToPath(new URL("game", import.meta.url));
let server, base, browser;

before(async () => {
  server = await serve(process.env.BUSTLE_PAGE);
  base = `http://127.0.0.1:${server.address().port}/`;
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A game, the address that it prints, and its end. */
async function startGame(...options) {
  const child = spawn("xvfb-run", ["-a", "-s", "-screen 0 640x360x24", "love", folder, ...options],
    { stdio: ["ignore", "pipe", "inherit"], detached: true });
  let printed = "";
  const fragment = await new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error(`the game has ended: ${printed}`)));
    child.stdout.on("data", (text) => {
      printed += text;
      const found = /#live=\d+\.[0-9a-f]+/.exec(printed);
      if (found) resolve(found[0]);
    });
  });
  const end = () => new Promise((resolve) => {
    child.removeAllListeners("exit");
    child.on("exit", resolve);
    process.kill(-child.pid, "SIGTERM");
  });
  return { fragment, end };
}

/** Plays a test with a game that takes such options. */
function withGame(name, options, body) {
  test(name, async () => {
    const game = await startGame(...options);
    const page = await browser.openPage();
    try {
      await page.go(base + game.fragment);
      await page.until("document.querySelectorAll('#people li').length === 30");
      await body(page, game);
      assert.deepEqual(page.errors, []);
    } finally {
      await page.call("Page.close");
      await game.end();
    }
  });
}

const look = (page, name) => page.value(`document.querySelector("#search").value = ${JSON.stringify(name)};
  document.querySelector("#search").dispatchEvent(new Event("input")); document.querySelector("#people button").click()`);

withGame("somebody in a running game is seen from inside, live and in what was", [], async (page) => {
  await look(page, "Ada");
  await page.until("document.querySelector('#inspector h2')?.textContent.startsWith('Ada')");
  await page.until("playground.looks.get(playground.selected)?.length > 5");
  await page.until("playground.timeline.bars.length > 1");
  const { BUSTLE_PICTURES: pictures } = process.env;
  if (pictures) await page.picture(path.join(pictures, "playground-live.png"));
  const first = await page.value("playground.looks.get(playground.selected)[0].probe.time");
  await page.value(`playground.seek(${first})`);
  assert.ok(await page.value("playground.at !== null"));
  assert.equal(await page.value("getComputedStyle(document.querySelector('#interrupt')).display"), "none");
  const refused = await page.value("playground.command('interrupt', 'player_shouts\\n')");
  assert.match(refused.problem, /takes no commands/);
});

withGame("a page without the token is refused", [], async (page, game) => {
  const other = await browser.openPage();
  await other.go(base + game.fragment.replace(/\.[0-9a-f]+$/, `.${"0".repeat(32)}`));
  await other.until("document.querySelector('#said').textContent.includes('refuses')");
  assert.equal(await other.value("document.querySelectorAll('#people li').length"), 0);
});

withGame("a game that takes commands is interrupted, stopped, and goes on", ["commands"], async (page) => {
  await look(page, "Ada");
  await page.until("playground.looks.get(playground.selected)?.length > 1");
  await page.value("document.querySelector('#stop').value = 'Ada starts gasp'; document.querySelector('#stops').requestSubmit()");
  await page.value("document.querySelector('#what').value = 'player_shouts'");
  await page.click("#interrupt");
  await page.until("!document.querySelector('#stopped').hidden");
  assert.match(await page.value("document.querySelector('#stopped').textContent"), /^Ada starts gasp: Ada at/);
  const at = await page.value("playground.now");
  await page.click("#pause");
  await page.until(`playground.now > ${at} + 0.2`);
  await page.click("#stop-list button");
});

test("a page says that a game does not answer", async () => {
  const page = await browser.openPage();
  await page.go(`${base}#live=1.00`);
  await page.until("document.querySelector('#said').textContent.includes('No game answers')");
});

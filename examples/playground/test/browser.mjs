// Chromium without a window, driven through the DevTools protocol over a pipe.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const KEYS = { Tab: 9, Escape: 27 };
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

function program() {
  for (const folder of (process.env.PATH ?? "").split(":")) {
    for (const name of NAMES) if (fs.existsSync(path.join(folder, name))) return path.join(folder, name);
  }
  throw new Error("there is no Chromium");
}

export async function openBrowser() {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
  const child = spawn(program(), ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--mute-audio",
    "--no-first-run", "--disable-extensions", "--disable-background-networking", `--user-data-dir=${profile}`,
    "--force-color-profile=srgb", "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [to, from] = [child.stdio[3], child.stdio[4]];
  const waiting = new Map();
  const listeners = new Set();
  let [last, rest] = [0, ""];
  from.setEncoding("utf8");
  from.on("data", (text) => {
    const parts = (rest + text).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) {
        const { resolve, reject } = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      } else {
        for (const listener of listeners) listener(message);
      }
    }
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser has ended"));
  });

  function send(method, params = {}, sessionId = undefined) {
    last += 1;
    to.write(JSON.stringify({ id: last, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
  }

  async function openPage(url, { width = 1440, height = 900, dark = false } = {}) {
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const errors = [];
    const asked = [];
    listeners.add((message) => {
      if (message.sessionId !== sessionId) return;
      if (message.method === "Runtime.exceptionThrown") {
        errors.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
      } else if (message.method === "Network.requestWillBeSent") {
        asked.push(message.params.request.url);
      }
    });
    const call = (method, params) => send(method, params, sessionId);
    await call("Runtime.enable");
    await call("Network.enable");
    await call("Page.enable");
    const page = {
      errors, asked, call,
      async go(address) {
        await call("Page.navigate", { url: address });
        await page.until("window.playground && true");
      },
      /** The value of an expression, which may be a promise. */
      async value(expression) {
        const { result, exceptionDetails } = await call("Runtime.evaluate",
          { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      },
      /** Waits until an expression is true; half a minute at the most, and then it says what has not come. */
      async until(expression) {
        for (let i = 0; i < 600; i++) {
          if (await page.value(`Boolean(${expression})`).catch(() => false)) return;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`it has not come: ${expression}\n${errors.join("\n")}`);
      },
      async resize(wide, high, isDark) {
        await call("Emulation.setDeviceMetricsOverride",
          { width: wide, height: high, deviceScaleFactor: 1, mobile: false });
        await call("Emulation.setEmulatedMedia",
          { features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }] });
      },
      async click(selector) {
        const { x, y } = await page.value(`(() => { const box = document.querySelector(${JSON.stringify(selector)})
          .getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`);
        await page.clickAt(x, y);
      },
      async clickAt(x, y) {
        for (const type of ["mousePressed", "mouseReleased"]) {
          await call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
        }
      },
      async press(key, code = key) {
        for (const type of ["keyDown", "keyUp"]) {
          await call("Input.dispatchKeyEvent", { type, key, code, windowsVirtualKeyCode: KEYS[key],
            text: key.length === 1 && type === "keyDown" ? key : undefined });
        }
      },
      async picture(file) {
        const { data } = await call("Page.captureScreenshot", { format: "png" });
        fs.writeFileSync(file, Buffer.from(data, "base64"));
      },
    };
    await page.resize(width, height, dark);
    if (url) await page.go(url);
    return page;
  }

  async function close() {
    await send("Browser.close").catch(() => {});
    await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve()));
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  return { openPage, close };
}

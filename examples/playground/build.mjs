// Builds the page: node build.mjs MODULE PACKAGES LUA OUTPUT, all of them folders: what CMake has made (native/), what npm
// has installed, the sources of Lua, and where the page goes.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const [module, packages, lua, output] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { build } = createRequire(path.join(packages, "package.json"))("esbuild");

/** The Lua files below a folder, { path: text }, but for specs. */
function luaFiles(folder, prefix, wanted = () => true) {
  const found = {};
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const inner = `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== "spec") {
      Object.assign(found, luaFiles(inner, `${prefix}${entry.name}/`, wanted));
    } else if (entry.name.endsWith(".lua") && wanted(inner)) {
      found[prefix + entry.name] = fs.readFileSync(path.join(root, inner), "utf8");
    }
  }
  return found;
}

// Of the tools, only what checks packs is asked for.
const TOOLS = /^lua\/bustle\/tool\/(check|load|terminal)\.lua$/;
const UNUSED = /^lua\/bustle\/(tool|testing|love\/|stats\/|inspector\/(choice|days|failure|graph|pen|ties)\.lua)|meta\.lua$/;

function allFiles() {
  const files = luaFiles("lua/bustle", "lua/bustle/", (file) => TOOLS.test(file) || !UNUSED.test(file));
  Object.assign(files, luaFiles("examples/playground/lua", "page/"));
  for (const folder of ["examples/love", "examples/market-love", "examples/village-love", "examples/playground/park",
    "behaviours/common", "behaviours/market", "behaviours/village"]) {
    Object.assign(files, luaFiles(folder, `game/${folder}/`));
  }
  return files;
}

/** The licences of all that the page consists of. */
function licences(inputs) {
  const names = new Set();
  for (const input of Object.keys(inputs)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name) names.add(name);
  }
  const parts = [["bustle", fs.readFileSync(path.join(root, "LICENSE"), "utf8")],
    ["Lua 5.4", fs.readFileSync(path.join(lua, "lua.h"), "utf8").match(/Copyright \(C\)[\s\S]*?SOFTWARE\./)[0].replace(/^\* ?/gm, "")],
    ["Emscripten's runtime and musl, within bustle.wasm and playground.js", EMSCRIPTEN]];
  for (const name of [...names].sort()) {
    const folder = path.join(packages, "node_modules", name);
    const file = fs.readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (!file) throw new Error(`${name} has no licence`);
    parts.push([name, fs.readFileSync(path.join(folder, file), "utf8")]);
  }
  return parts.map(([name, text]) => `${name}\n${"-".repeat(name.length)}\n\n${text.trim()}\n`).join("\n\n");
}

const EMSCRIPTEN = `Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file. MIT licence.
musl: Copyright (c) 2005-2020 Rich Felker, et al. MIT licence.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

fs.rmSync(output, { recursive: true, force: true });
fs.mkdirSync(output, { recursive: true });
const built = await build({
  absWorkingDir: here, entryPoints: ["page/page.js"], outfile: path.join(output, "playground.js"), bundle: true,
  format: "esm", target: "es2022", minify: true, metafile: true, logLevel: "warning", legalComments: "none",
  nodePaths: [path.join(packages, "node_modules")],
  plugins: [{ name: "module", setup: (made) => made.onResolve({ filter: /\/bustle\.mjs$/ },
    () => ({ path: path.join(module, "bustle.mjs") })) }],
});
fs.writeFileSync(path.join(output, "files.json"), JSON.stringify(allFiles()));
fs.writeFileSync(path.join(output, "licences.txt"), licences(built.metafile.inputs));
fs.copyFileSync(path.join(module, "bustle.wasm"), path.join(output, "bustle.wasm"));
for (const name of ["index.html", "style.css"]) fs.copyFileSync(path.join(here, "page", name), path.join(output, name));

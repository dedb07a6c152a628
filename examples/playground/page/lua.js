// Lua with the library inside, in the page or in Node: files, requests, and the picture that a game has drawn.
import load from "./bustle.mjs";

const FOLDERS = { "lua/": "/bustle/lua/", "page/": "/bustle/page/", "game/": "/" };

/** Opens Lua with the library's files, { path: text }; `compiled` is bustle.wasm, a WebAssembly.Module. */
export async function openLua(files, compiled) {
  const module = await load({
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
  const fs = module.FS;

  function write(path, text) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (folder) fs.mkdirTree(folder);
    fs.writeFile(path, text);
  }

  for (const [path, text] of Object.entries(files)) {
    const place = Object.keys(FOLDERS).find((prefix) => path.startsWith(prefix));
    write(FOLDERS[place] + path.slice(place.length), text);
  }
  const problem = module.ccall("page_open", "string", ["string"], ["/bustle/page/page.lua"]);
  if (problem) throw new Error(problem);

  /** The answer to a request, an object. */
  function ask(name, argument = "") {
    const answer = module.ccall("page_call", "string", ["string", "string"], [name, String(argument)]);
    if (answer === null || (answer === "" && name !== "run")) {
      throw new Error(module.ccall("page_error", "string", [], []));
    }
    return name === "run" ? answer : JSON.parse(answer);
  }

  /** What has been drawn since the last call: numbers and the bytes of words, both valid until the next request. */
  function picture() {
    const start = module._page_numbers() >> 3;
    const numbers = module.HEAPF64.subarray(start, start + module._page_number_count());
    const words = module.HEAPU8.subarray(module._page_words());
    return { numbers, words };
  }

  return {
    ask,
    picture,
    beginPicture: () => module._page_begin_picture(),
    write: (path, text) => write("/" + path, text),
    read: (path) => fs.readFile("/" + path, { encoding: "utf8" }),
  };
}

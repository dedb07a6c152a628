// Serves a folder: node serve.mjs FOLDER [HOST] [PORT]. Only this machine reaches it, unless HOST says otherwise.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".txt": "text/plain",
  ".wasm": "application/wasm",
};
const LOCAL = ["127.0.0.1", "::1", "localhost"];

/** A server of the files in a folder. Port 0: any that is free. */
export function serve(folder, host = "127.0.0.1", port = 0) {
  const root = path.resolve(folder);
  const server = http.createServer((request, response) => {
    const refuse = (status) => response.writeHead(status).end();
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405);
    // A page from elsewhere that calls itself by another name does not get at what is here.
    if (LOCAL.includes(host) && !LOCAL.includes((request.headers.host ?? "").replace(/:\d+$/, ""))) return refuse(403);
    let name;
    try {
      name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    } catch {
      return refuse(400);
    }
    const file = path.join(root, name.endsWith("/") ? `${name}index.html` : name);
    if (!file.startsWith(root + path.sep) || !fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return refuse(404);
    const type = TYPES[path.extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8`.replace("/wasm; charset=utf-8", "/wasm"),
      "Cache-Control": "no-store" });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, host, port] = process.argv.slice(2);
  try {
    const server = await serve(folder, host || undefined, Number(port ?? 8080));
    const { address, port: at, family } = server.address();
    console.log(`http://${family === "IPv6" ? `[${address}]` : address}:${at}/`);
  } catch (error) {
    console.error(`bustle: the page cannot be served: ${error.message}`);
    process.exit(1);
  }
}

// A link that contains what was edited: in the fragment, which browsers send to nobody.

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes);
  writer.close();
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

function toText(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function toBytes(text) {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The fragment for an example and its edited files, { path: text }. */
export async function fragmentOf(example, files) {
  if (Object.keys(files).length === 0) return `#${example}`;
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(files)));
  return `#${example}=${toText(packed)}`;
}

/** The example and files of a fragment; files that cannot be read are as if they had not been edited. */
export async function readFragment(fragment) {
  const [, example, packed] = /^#?([a-z]*)=?(.*)$/.exec(fragment) ?? [];
  if (!packed) return { example, files: {} };
  try {
    const text = new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), toBytes(packed)));
    const files = Object.entries(JSON.parse(text)).filter(([path, each]) => path && typeof each === "string");
    return { example, files: Object.fromEntries(files) };
  } catch {
    return { example, files: {}, damaged: true };
  }
}

// What there is to choose. `game` has the main.lua; `packs` are checked; files below `edited` are in the editor.
export const EXAMPLES = [
  {
    id: "park", title: "Park", first: "examples/playground/park/park/park.lua",
    game: "examples/playground/park", packs: ["examples/playground/park/park"],
    edited: ["examples/playground/park/park/", "examples/playground/park/main.lua"], interruption: "thunder",
  },
  {
    id: "market", title: "Market", first: "behaviours/market/sequences.lua",
    game: "examples/market-love", packs: ["behaviours/market"],
    edited: ["behaviours/market/", "behaviours/common/", "examples/market-love/main.lua"],
    interruption: "player_shouts",
  },
  {
    id: "village", title: "Village", first: "behaviours/village/tavern.lua",
    game: "examples/village-love", packs: ["behaviours/village"], resizes: true,
    edited: ["behaviours/village/", "behaviours/common/", "examples/village-love/main.lua"],
    interruption: "player_shouts",
  },
];

/** Under which group the editor lists a file, and as what. */
export function fileTitle(path) {
  const parts = path.split("/");
  const name = parts.pop();
  const folder = parts.pop();
  return { group: name === "main.lua" ? "the game" : `pack ${folder}`, name: `${folder}/${name}` };
}

// The page is a playground, or looks into a game that runs elsewhere on this machine: #live=PORT.TOKEN.
import { readAddress } from "./live.js";

if (readAddress(location.hash)) await import("./live.js").then((live) => live.watchGame(readAddress(location.hash)));
else await import("./play.js");

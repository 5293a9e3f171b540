/** Runs after npm ci. */

import path from "node:path";
import { fileURLToPath } from "node:url";
import { applyPatches } from "./patches.mjs";

applyPatches(path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../.."));

/**
 * Whether the installed packages have what patches/ adds to them. npm ci leaves it out where scripts are switched off, and
 * an update that changes nothing but a patch installs no package anew. Plain JavaScript, as the set-up asks it.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @param {string} root of the repository
 * @returns {string[]} the patches that are not applied as they are now, by file name
 */
export function missingPatches(root) {
  const folder = path.join(root, "patches");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".patch"))
    .filter((name) => !isApplied(root, readFileSync(path.join(folder, name), "utf8")));
}

/** Every hunk's result stands in its file. */
function isApplied(root, patch) {
  return patch
    .split(/^diff --git .*$/m)
    .slice(1)
    .every((change) => {
      const [, name] = /^\+\+\+ b\/(.+)$/m.exec(change) ?? [];
      const file = path.join(root, name ?? "");
      const hunks = change.split(/^@@ .*$/m).slice(1);
      return existsSync(file) && hunks.every((hunk) => holds(readFileSync(file, "utf8"), hunk));
    });
}

function holds(text, hunk) {
  const lines = hunk.split("\n").slice(1, -1);
  const result = lines.filter((line) => line === "" || " +".includes(line[0]));
  return text.includes(result.map((line) => line.slice(1)).join("\n"));
}

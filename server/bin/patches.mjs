/**
 * Checks that the installed packages contain the changes of patches/. npm ci does not apply them if scripts are
 * switched off, and an update that changes only a patch reinstalls no package. This file is plain JavaScript, because
 * the set-up runs it.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @param {string} root of the repository
 * @returns {string[]} the names of the patches that are not applied in their current form
 */
export function missingPatches(root) {
  const folder = path.join(root, "patches");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".patch"));
  // A patch can change lines that an earlier patch added. So the last patch is checked first, and undone before
  // the next.
  let texts = new Map();
  const missing = [];
  for (const name of names.toSorted().toReversed()) {
    const undone = undo(root, readFileSync(path.join(folder, name), "utf8"), texts);
    if (undone === null) missing.unshift(name);
    else texts = undone;
  }
  return missing;
}

/** Returns the texts of the files before the patch, or null if the result of a hunk is not in its file. */
function undo(root, patch, texts) {
  const undone = new Map(texts);
  for (const change of patch.split(/^diff --git .*$/m).slice(1)) {
    const [, name] = /^\+\+\+ b\/(.+)$/m.exec(change) ?? [];
    const file = path.join(root, name ?? "");
    if (!existsSync(file)) return null;
    let text = undone.get(file) ?? readFileSync(file, "utf8");
    for (const hunk of change.split(/^@@ .*$/m).slice(1)) {
      const lines = hunk.split("\n").slice(1, -1);
      const result = textOf(lines, " +");
      if (!text.includes(result)) return null;
      text = text.replace(result, () => textOf(lines, " -"));
    }
    undone.set(file, text);
  }
  return undone;
}

const textOf = (lines, signs) =>
  lines
    .filter((line) => line === "" || signs.includes(line[0]))
    .map((line) => line.slice(1))
    .join("\n");

/**
 * Applies the changes of patches/ to the installed packages, and checks that the packages contain the changes. npm ci
 * does not apply the patches if scripts are switched off, and an update that changes only a patch reinstalls no
 * package. This file is plain JavaScript for Node.js 20, because the set-up runs it.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Applies the patches that are not applied yet.
 * @param {string} root of the repository
 */
export function applyPatches(root) {
  for (const name of missingPatches(root)) {
    for (const [file, text] of patched(root, name)) writeFileSync(file, text);
  }
}

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
    const undone = undo(root, name, texts);
    if (undone === null) missing.unshift(name);
    else texts = undone;
  }
  return missing;
}

/** Returns the texts of the files with the patch. Each change must be at its line, as packages have exact versions. */
function patched(root, name) {
  const texts = new Map();
  for (const { file, hunks } of changes(root, name)) {
    const lines = readFileSync(file, "utf8").split("\n");
    for (const { line, before, after } of hunks) {
      const replaced = lines.splice(line - 1, before.length, ...after);
      if (replaced.join("\n") !== before.join("\n")) {
        throw new Error(`${name} does not fit line ${line} of ${file}. Run npm ci.`);
      }
    }
    texts.set(file, lines.join("\n"));
  }
  return texts;
}

/** Returns the texts of the files before the patch, or null if the result of a hunk is not in its file. */
function undo(root, name, texts) {
  const undone = new Map(texts);
  for (const { file, hunks } of changes(root, name)) {
    if (!existsSync(file)) return null;
    let text = undone.get(file) ?? readFileSync(file, "utf8");
    for (const { before, after } of hunks) {
      const result = after.join("\n");
      if (!text.includes(result)) return null;
      text = text.replace(result, () => before.join("\n"));
    }
    undone.set(file, text);
  }
  return undone;
}

/** Returns the changed files. Each hunk has its line in the result, and its lines before and after. */
function changes(root, patch) {
  const text = readFileSync(path.join(root, "patches", patch), "utf8");
  return text
    .split(/^diff --git .*$/m)
    .slice(1)
    .map((change) => {
      const [head, ...parts] = change.split(/^@@ /m);
      const [, name] = /^\+\+\+ b\/(.+)$/m.exec(head) ?? [];
      return { file: path.join(root, name ?? ""), hunks: parts.map(hunk) };
    });
}

function hunk(text) {
  const [head, ...lines] = text.split("\n").slice(0, -1);
  const [, line] = /^\S+ \+(\d+)/.exec(head) ?? [];
  return { line: Number(line), before: linesOf(lines, " -"), after: linesOf(lines, " +") };
}

const linesOf = (lines, signs) =>
  lines.filter((line) => line === "" || signs.includes(line[0])).map((line) => line.slice(1));

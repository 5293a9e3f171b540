/** Fingerprints of sources tell whether something was made from them. This file is plain JavaScript for Node.js 20. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Returns a hash of files and of all files in folders.
 * @param {string} root
 * @param {readonly string[]} names from the root
 */
export function fingerprint(root, names) {
  const hash = createHash("sha256");
  for (const file of names.flatMap((name) => filesOf(path.join(root, name)))) {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Returns the file itself, or all files of a folder. */
function filesOf(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .toSorted((a, b) => a.localeCompare(b));
}

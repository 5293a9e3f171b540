/** Finds a bundle of the server that is still current. This file is plain JavaScript for Node.js 20. */

import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "./fingerprint.mjs";

/**
 * Returns the file to run of the bundle that server/release/start-bundle.ts built into the folder, or null if the
 * bundle is older than a source, or not whole.
 * @param {string} root of the repository
 * @param {string} folder
 * @returns {string | null}
 */
export function bundledFile(root, folder) {
  try {
    const list = readFileSync(path.join(folder, "contents.json"), "utf8");
    const { folder: name, sources, outputs } = JSON.parse(list);
    const isOfSources = Object.entries(sources).every(
      ([source, made]) => fingerprint(root, [source]) === made,
    );
    const isWhole = Object.entries(outputs).every(
      ([output, size]) => statSync(path.join(folder, name, output)).size === size,
    );
    return isOfSources && isWhole ? path.join(folder, name, "server/main.mjs") : null;
  } catch {
    return null;
  }
}

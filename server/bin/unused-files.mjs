/**
 * Removes files of packages that this machine never uses. These are headers for compiling against Node.js,
 * uWebSockets.js for other platforms and unused style sheets. Node.js itself is removed too if a new enough one
 * already runs. This file is plain JavaScript, because the set-up runs it.
 */

import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** The package that contains Node.js. */
export const nodePackage = `node_modules/node-${process.platform}-${process.arch}`;

/** Style sheets of the library that highlights code in the guides. The guides have their own. */
const styles = ["styles", "scss"].map((name) => `server/node_modules/highlight.js/${name}`);

/** uWebSockets.js has a binary for each ABI of Node.js. 137 is the ABI of Node.js 24. */
const oldestAbi = 137;

/**
 * @param {string} root of the repository
 * @param {boolean} keepsNode whether Tepat runs here with the Node.js of the packages
 * @returns {number} the number of freed bytes
 */
export function removeUnusedFiles(root, keepsNode) {
  const unused = [
    `${nodePackage}/include`,
    ...(keepsNode ? [] : [`${nodePackage}/bin`]),
    ...styles,
    ...foreignBinaries(root),
  ].map((name) => path.join(root, name));
  const freed = unused.reduce((sum, place) => sum + sizeOf(place), 0);
  for (const place of unused) rmSync(place, { recursive: true, force: true });
  return freed;
}

function foreignBinaries(root) {
  const folder = "node_modules/uWebSockets.js";
  if (!existsSync(path.join(root, folder))) return [];
  const own = `uws_${process.platform}_${process.arch}_`;
  return readdirSync(path.join(root, folder))
    .filter((name) => /^uws_.*\.node$/.test(name))
    .filter((name) => !name.startsWith(own) || Number.parseInt(name.slice(own.length)) < oldestAbi)
    .map((name) => `${folder}/${name}`);
}

function sizeOf(place) {
  if (!existsSync(place)) return 0;
  const status = lstatSync(place);
  if (!status.isDirectory()) return status.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}

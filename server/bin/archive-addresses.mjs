/**
 * Gives npm the address of each locked package's archive. The lock file names no registry, so that it fits every one.
 * For each package, npm would therefore ask the registry for the document of all its versions, only to find that
 * address. Loaded into npm's process (set-up.mjs), this module adds the addresses to what npm reads from the lock
 * file. It writes no file. This file is plain JavaScript for Node.js 20.
 */

import fs from "node:fs";

const { TEPAT_LOCK_FILE: lockFile, TEPAT_REGISTRY: registry } = process.env;
const { readFile } = fs.promises;

fs.promises.readFile = async (file, ...options) => {
  const content = await readFile(file, ...options);
  return file === lockFile ? withAddresses(String(content)) : content;
};

/** Registries keep archives where npm's own does: NAME/-/NAME-VERSION.tgz, the second time without the scope. */
function withAddresses(text) {
  const lock = JSON.parse(text);
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes("node_modules/") || entry.link || entry.resolved || entry.inBundle)
      continue;
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + 13);
    const [base] = name.split("/").slice(-1);
    entry.resolved = `${registry}${name}/-/${base}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}

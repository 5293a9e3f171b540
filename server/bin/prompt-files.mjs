/**
 * Lets npm unpack with less work. It unpacks 15,000 files, and Node.js hands each of the short calls for a file to
 * another thread, which takes longer than the call. Loaded into npm's process (set-up.mjs), this module makes those
 * calls at once. It still reports their results later, as npm expects. This file is plain JavaScript for Node.js 20.
 */

import fs from "node:fs";

for (const name of ["lstat", "mkdir", "open", "write", "writev", "close"]) {
  const later = fs[name];
  const atOnce = fs[`${name}Sync`];
  fs[name] = (...args) => {
    const report = args.pop();
    if (typeof report !== "function") return later(...args, report);
    try {
      const result = atOnce(...args);
      process.nextTick(() => report(null, result, args[1])); // the third is what was written
    } catch (error) {
      process.nextTick(() => report(error));
    }
  };
}

#!/usr/bin/env node
// Plain JavaScript, so that an old Node.js can say what it lacks. A clone runs its sources; an installed package runs
// what was built from them, because Node.js does not strip types below node_modules.
import { existsSync } from "node:fs";

const oldestNode = 24;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`tepat-worker needs Node.js ${oldestNode}; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  const source = new URL("../src/main.ts", import.meta.url);
  await import(existsSync(source) ? source.href : new URL("../dist/main.js", import.meta.url).href);
}

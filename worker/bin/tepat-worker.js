#!/usr/bin/env node
// This file is plain JavaScript, so that an old Node.js can print a clear message. In a clone it runs the
// sources. An installed package runs the built files, because Node.js does not strip types below node_modules.
import { existsSync } from "node:fs";

const oldestNode = 24;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(`tepat-worker needs Node.js ${oldestNode}; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  const source = new URL("../src/main.ts", import.meta.url);
  await import(existsSync(source) ? source.href : new URL("../dist/main.js", import.meta.url).href);
}

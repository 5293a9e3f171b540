#!/usr/bin/env node
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { programToRun, runFile } from "./node-24.mjs";

/** `tepat` of the npm package, whose folder is replaced with each update: its data are in the home directory. */

process.env.TEPAT_DATA_DIR ??= path.join(homedir(), ".tepat");
process.env.TEPAT_COMMAND ??= process.env.npm_command === "exec" ? "npx @tepat/gateway" : "tepat";
const { entry, nodeOptions } = programToRun();
await runFile(
  path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..", entry),
  nodeOptions,
);

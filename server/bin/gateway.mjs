#!/usr/bin/env node
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { programToRun, runFile } from "./node-24.mjs";

/**
 * Runs as `tepat` of the npm package. Each update replaces the package's folder, so the data are in the home
 * directory.
 */

process.env.TEPAT_DATA_DIR ??= path.join(homedir(), ".tepat");
process.env.TEPAT_COMMAND ??= process.env.npm_command === "exec" ? "npx @tepat/gateway" : "tepat";
const { entry, nodeOptions } = programToRun();
await runFile(
  path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..", entry),
  nodeOptions,
);

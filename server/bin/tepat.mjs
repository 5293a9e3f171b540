#!/usr/bin/env node
import { runOnNode24 } from "./set-up.mjs";

// A statement may have a million rows, and each lives for a moment: with the default space for young objects they take
// 317 MB, with this 164 MB (measured). The space is fixed when Node.js starts.
const nodeOptions = process.argv[2] === "statement" ? ["--max-semi-space-size=1"] : [];

await runOnNode24("server/cli/main.mjs", { nodeOptions });

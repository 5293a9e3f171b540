#!/usr/bin/env node
import { runOnNode24 } from "./set-up.mjs";

const [entry] = process.argv.splice(2, 1);
await runOnNode24(entry, { needsTools: true });

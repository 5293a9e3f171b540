#!/usr/bin/env node
import { programToRun } from "./node-24.mjs";
import { runOnNode24 } from "./set-up.mjs";

const { entry, ...options } = programToRun();
await runOnNode24(entry, options);

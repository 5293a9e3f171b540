#!/usr/bin/env node
import { runOnNode24 } from "./set-up.mjs";

await runOnNode24("server/scripts/test.ts", { needsTools: true, showsPages: true });

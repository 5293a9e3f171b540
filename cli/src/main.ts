import { run } from "./run.ts";

/** Runs as `npx @tepat/cli`. */

process.exitCode = await run(process.argv.slice(2), "npx @tepat/cli");

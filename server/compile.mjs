import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** Loads the program without running it. The code that Node.js compiles stays in .cache/compiled, and starts are shorter. */

enableCompileCache(join(import.meta.dirname, "../.cache/compiled"));

/** The two programs, and what they load later in every gateway with a database of its own. */
const parts = [
  "./serve.ts",
  "./server.ts",
  "./procedures/shared-limits.ts",
  "./outside/webhook-connector.ts",
  "./cli/run.ts",
  "./cli/database.ts",
  "node-pg-migrate",
  "pg-boss",
];
for (const part of parts) await import(part);

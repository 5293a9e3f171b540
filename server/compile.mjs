import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** Loads the program without running it. The code that Node.js compiles stays in .cache/compiled, and starts are shorter. */

enableCompileCache(join(import.meta.dirname, "../.cache/compiled"));

/** The two programs, and what they load later in every gateway with its own database. */
await Promise.all([
  import("./serve.ts"),
  import("./server.ts"),
  import("./procedures/shared-limits.ts"),
  import("./outside/webhook-connector.ts"),
  import("./cli/run.ts"),
  import("./cli/database.ts"),
  import("node-pg-migrate"),
  import("pg-boss"),
]);

import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Loads the program without running it. Node.js stores the compiled code in .cache/compiled, which makes starts
 * shorter.
 */

enableCompileCache(join(import.meta.dirname, "../.cache/compiled"));

/** The two programs, and the modules that every gateway with its own database loads later. */
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

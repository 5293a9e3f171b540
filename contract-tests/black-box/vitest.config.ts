import { defineConfig } from "vitest/config";
import type { Deployment } from "./deployment.ts";

/**
 * The configuration of the tests that the command runs (main.ts). The command tells them about the gateway in
 * TEPAT_DEPLOYMENT.
 */

/** A test may have to wait for a window of the rate limit. */
const testMilliseconds = 150_000;

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    provide: { deployment: JSON.parse(process.env["TEPAT_DEPLOYMENT"] ?? "{}") as Deployment },
    // Requests are sent one after the other, because the gateway might be in use.
    fileParallelism: false,
    // A separate process would go on for a moment when the command is interrupted.
    pool: "threads",
    isolate: false,
    testTimeout: testMilliseconds,
    hookTimeout: testMilliseconds,
  },
});

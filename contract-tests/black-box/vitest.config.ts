import { defineConfig } from "vitest/config";
import type { Deployment } from "./deployment.ts";

/** Of the tests that the command runs (main.ts), which tells them of the gateway in TEPAT_DEPLOYMENT. */

/** A test may wait for a window of the rate limit. */
const testMilliseconds = 150_000;

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    provide: { deployment: JSON.parse(process.env["TEPAT_DEPLOYMENT"] ?? "{}") as Deployment },
    // One request after the other: the gateway may be in use.
    fileParallelism: false,
    isolate: false,
    testTimeout: testMilliseconds,
    hookTimeout: testMilliseconds,
  },
});

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import type { Deployment } from "./deployment.ts";

/**
 * The configuration of the tests that the command runs (main.ts). The command passes the gateway's data in
 * TEPAT_DEPLOYMENT.
 */

/** A test might have to wait for a window of the rate limit. */
const testMilliseconds = 150_000;

/**
 * Runs the tests that wait last. The proof runs a test with every fault that no earlier test has caught, so the
 * slowest tests should come last.
 */
class WaitingLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => moduleId.endsWith("/deadline.test.ts");
    // oxlint-disable-next-line unicorn/no-array-sort -- no array has this method
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !waits(file)), ...sorted.filter(waits)];
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    provide: { deployment: JSON.parse(process.env["TEPAT_DEPLOYMENT"] ?? "{}") as Deployment },
    // Requests are sent one after the other, because the gateway might be in use.
    fileParallelism: false,
    sequence: { sequencer: WaitingLast },
    // A separate process would continue for a moment after the command is interrupted.
    pool: "threads",
    isolate: false,
    testTimeout: testMilliseconds,
    hookTimeout: testMilliseconds,
  },
});

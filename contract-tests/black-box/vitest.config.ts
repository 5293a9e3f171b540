import path from "node:path";
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
 * The proof runs a test with every fault that no earlier test has caught. So the files that catch the faults of every
 * operation run first, and the file that waits runs last.
 */
const order = ["headers", "accounts", "", "deadline"];

class SlowestLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = order.indexOf(path.basename(moduleId, ".test.ts"));
      return place < 0 ? order.indexOf("") : place;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- no array has this method
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    provide: { deployment: JSON.parse(process.env["TEPAT_DEPLOYMENT"] ?? "{}") as Deployment },
    // Requests are sent one after the other, because the gateway might be in use.
    fileParallelism: false,
    sequence: { sequencer: SlowestLast },
    // A separate process would continue for a moment after the command is interrupted.
    pool: "threads",
    isolate: false,
    testTimeout: testMilliseconds,
    hookTimeout: testMilliseconds,
  },
});

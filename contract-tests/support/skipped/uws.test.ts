import { inject, test } from "vitest";

/** Runs in place of the tests of a transport that cannot run here. */
test.skip(`skipped: ${inject("obstacle")}`, () => {});

import { inject, test } from "vitest";

/** Runs in place of the tests of a transport that cannot run here. */
const obstacle = inject("obstacle");
test.skipIf(obstacle)(`skipped: ${obstacle}`, () => {});

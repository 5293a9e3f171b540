import { inject, test } from "vitest";

/** Replaces the tests of a transport that cannot run here. */
const obstacle = inject("obstacle");
test.skipIf(obstacle)(`skipped: ${obstacle}`, () => {});

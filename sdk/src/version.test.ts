import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { version } from "./index.ts";

test("the version is the package's", () => {
  expect(version).toBe(manifest.version);
});

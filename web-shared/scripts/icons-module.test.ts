import { expect, test } from "vitest";
import { pathOf } from "./icons-module.ts";

test.each([
  ['<path fill="none" d="M4 5h16"/>', "M4 5h16"],
  // The second path begins at its own point, not at the end of the first.
  ['<g fill="none"><path d="M1 2h3"/><path d="m5 6l1 1"/></g>', "M1 2h3M0 0m5 6l1 1"],
  ['<circle cx="9" cy="7" r="4"/>', "M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"],
  [
    '<rect width="7" height="9" x="3" y="3" rx="1"/>',
    "M4 3h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1z",
  ],
])("%s is one path", (body, path) => {
  expect(pathOf(body)).toBe(path);
});

test("an unknown shape is refused rather than left out", () => {
  expect(() => pathOf('<ellipse cx="1" cy="1" rx="2" ry="3"/>')).toThrow(/ellipse/u);
});

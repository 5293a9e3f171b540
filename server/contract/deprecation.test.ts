import { expect, test } from "vitest";
import { deprecationHeaders } from "./deprecation.ts";
import { merchantOperations, workerOperations } from "./index.ts";
import type { OperationMeta } from "./operation.ts";

test("the headers for several deprecated parts have the earliest days, in the form of each RFC", () => {
  expect(
    deprecationHeaders([
      { field: "a", since: "2027-02-01", sunset: "2028-02-29" },
      { since: "2027-01-31", sunset: "2028-03-01" },
    ]),
  ).toEqual({
    deprecation: "@1801353600",
    sunset: "Tue, 29 Feb 2028 00:00:00 GMT",
    link: '</docs/api-changes>; rel="deprecation"; type="text/html"',
  });
  expect(deprecationHeaders()).toEqual({});
});

test("a deprecated part stays for a year", () => {
  const year = 365 * 24 * 3600 * 1000;
  for (const { meta } of Object.values({ ...merchantOperations, ...workerOperations })) {
    for (const { since, sunset } of (meta as OperationMeta).deprecations ?? []) {
      expect(Date.parse(sunset) - Date.parse(since), meta.operationId).toBeGreaterThanOrEqual(year);
    }
  }
});

import { expect, test } from "vitest";
import { merchant, newCode, paymentPath } from "./gateway.ts";

/** Tests the headers of every response (specification 8, and "Rate limits" in the document). */

const number = (headers: Headers, name: string) => Number(headers.get(name) ?? Number.NaN);

test("each response states the remaining requests and the time of the reset", async () => {
  const [first, second] = [
    await merchant.get("/gateway/payments?per_page=1"),
    await merchant.get("/gateway/payments?per_page=1"),
  ];
  for (const { headers } of [first, second]) {
    expect(number(headers, "x-ratelimit-limit")).toBeGreaterThan(0);
    expect(number(headers, "x-ratelimit-reset")).toBeGreaterThanOrEqual(1);
    expect(number(headers, "x-ratelimit-reset")).toBeLessThanOrEqual(60);
  }
  const left = [first, second].map(({ headers }) => number(headers, "x-ratelimit-remaining"));
  const isNextWindow =
    number(second.headers, "x-ratelimit-reset") > number(first.headers, "x-ratelimit-reset");
  if (!isNextWindow) expect(left[1]).toBeLessThan(left[0] ?? 0);
  expect(left[0]).toBeLessThan(number(first.headers, "x-ratelimit-limit"));
});

test("no response can be cached", async () => {
  for (const path of ["/gateway/accounts", paymentPath(newCode())]) {
    expect((await merchant.get(path)).headers.get("cache-control")).toBe("no-store");
  }
});

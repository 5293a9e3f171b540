import { expect, test } from "vitest";
import { matchRoute } from "./match-route.ts";

const route = (pattern: string) => ({
  pattern,
  load: () => Promise.reject(new Error("not asked")),
});
const routes = [
  route("/"),
  route("/accounts"),
  route("/accounts/new"),
  route("/accounts/:account_id"),
];

test.each([
  ["/", "/", {}],
  ["/accounts", "/accounts", {}],
  ["/accounts/new", "/accounts/new", {}],
  ["/accounts/a%2Fb", "/accounts/:account_id", { account_id: "a/b" }],
])("%s is the page of %s", (path, pattern, parameters) => {
  const found = matchRoute(routes, path);
  expect(found?.route.pattern).toBe(pattern);
  expect(found?.parameters).toEqual(parameters);
});

test.each(["/accounts/", "/accounts/new/more", "/nothing", "//", "/accounts/%E0%A4%A"])(
  "%s is not a page",
  (path) => {
    expect(matchRoute(routes, path)).toBeNull();
  },
);

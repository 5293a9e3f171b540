import { describe, expect, test } from "vitest";
import { dashboardOperations, merchantOperations, workerOperations } from "../contract/index.ts";
import { allRoutes, createRoutes } from "./routes.ts";

describe("the route table", () => {
  test("has every operation of the contract, with its input, and nothing else", () => {
    const operations = { ...merchantOperations, ...workerOperations, ...dashboardOperations };
    const routes = allRoutes();
    expect(routes.map(({ meta }) => meta.operationId).toSorted()).toEqual(
      Object.values(operations)
        .map(({ meta }) => meta.operationId)
        .toSorted(),
    );
    const list = routes.find(({ meta }) => meta.operationId === "listMutations");
    expect([...(list?.queryKeys.keys() ?? [])]).toEqual(["page", "per_page", "only_unmatched"]);
  });

  const match = createRoutes();
  const operationAt = (method: string, path: string) => {
    const found = match(method, path);
    return found && "route" in found ? [found.route.meta.operationId, ...found.parameters] : found;
  };

  test.each([
    ["GET", "/gateway/payments", ["listPayments"]],
    ["GET", "/gateway/payments/INV%2F1", ["getPayment", "INV%2F1"]],
    ["DELETE", "/gateway/payments/..", ["cancelPayment", ".."]],
    ["POST", "/gateway/payments/match/match", ["matchPayment", "match"]],
    ["GET", "/gateway/channels//instructions", ["getChannelInstructions", ""]],
    ["GET", "/gateway/payments/", undefined],
    ["POST", "/gateway/payments/", undefined],
    ["POST", "/gateway/channels//instructions", { allow: ["GET", "HEAD"] }],
    ["GET", "/gateway", undefined],
    ["GET", "//gateway/payments", undefined],
    ["GET", "/gateway/payments/a/b", undefined],
    ["PUT", "/gateway/payments", { allow: ["POST", "GET", "HEAD"] }],
    ["HEAD", "/gateway/accounts", ["listAccounts"]],
    ["HEAD", "/gateway/payments/a/match", { allow: ["POST"] }],
    ["GET", "/gateway/payments/constructor", ["getPayment", "constructor"]],
  ])("%s %s", (method, path, expected) => {
    expect(operationAt(method, path)).toEqual(expected);
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateOpenApiDocument } from "trpc-to-openapi";
import { describe, expect, test } from "vitest";
import {
  dashboardOperations,
  developerOperations,
  merchantOperations,
  mutationReasonOperations,
  workerOperations,
} from "../contract/index.ts";
import { apiRouter } from "../procedures/router.ts";
import type { Context } from "../procedures/trpc.ts";
import { allRoutes, createRoutes } from "./routes.ts";

describe("the route table", () => {
  test("has every operation of the contract, with its input, and nothing else", () => {
    const operations = {
      ...merchantOperations,
      ...workerOperations,
      ...mutationReasonOperations,
      ...developerOperations,
      ...dashboardOperations,
    };
    const routes = allRoutes();
    expect(routes.map(({ meta }) => meta.operationId).toSorted()).toEqual(
      Object.values(operations)
        .map(({ meta }) => meta.operationId)
        .toSorted(),
    );
    const list = routes.find(({ meta }) => meta.operationId === "listMutations");
    expect([...(list?.queryKeys.keys() ?? [])]).toEqual([
      "page",
      "per_page",
      "since",
      "until",
      "updated_since",
      "cursor",
      "only_unmatched",
    ]);
  });

  test("equals the published operations, and those that trpc-to-openapi reads from the router", async () => {
    const { paths } = generateOpenApiDocument(apiRouter, { title: "", version: "", baseUrl: "" });
    const published = await Promise.all(["openapi.json", "internal.json"].map(publishedPaths));
    const operations = operationsIn(paths);
    expect(operations.length).toBe(allRoutes().length);
    expect(operations).toEqual(published.flatMap(operationsIn).toSorted());
    expect(operations).toEqual(
      allRoutes()
        .map(({ meta }) => `${meta.operationId}: ${meta.method.toLowerCase()} ${meta.path}`)
        .toSorted(),
    );
  });

  test("passes on the procedure's answer unchanged", async () => {
    const route = allRoutes().find(({ meta }) => meta.operationId === "listPayments");
    const answer = { items: [{ no: "payment" }] };
    const services = {
      merchantOfApiKey: () => "a merchant",
      rateLimits: { take: () => ({}) },
      listPayments: () => Promise.resolve(answer),
    };
    const merchants: string[] = [];
    const noteMerchant = (merchant_id: string) => merchants.push(merchant_id);
    const checkAgainWith = () => {};
    const call = { services, header: () => "key", answerHeaders: {}, noteMerchant, checkAgainWith };
    const ctx = call as unknown as Context;
    expect(await route?.call(ctx, () => Promise.resolve({ page: 1 }))).toBe(answer);
    await expect(route?.call(ctx, () => Promise.resolve({ page: "one" }))).rejects.toThrow("page");
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

type Paths = Readonly<Record<string, object>>;

/** Lists the operations as `listAccounts: get /gateway/accounts`, in order. */
const operationsIn = (paths: Paths = {}): string[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>).map(
        ([method, { operationId }]) => `${operationId}: ${method} ${path}`,
      ),
    )
    .toSorted();

async function publishedPaths(name: string): Promise<Paths> {
  const text = await readFile(join(import.meta.dirname, "../../openapi", name), "utf8");
  return (JSON.parse(text) as { paths: Paths }).paths;
}

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dashboardOperation } from "../contract/dashboard/operation.ts";
import { tableOf } from "../domain/base/table.ts";
import { callProcedure, type ProcedureDefinition } from "./call.ts";
import { sessionProcedure } from "./dashboard/session-procedure.ts";
import { implement } from "./implement.ts";
import { merchantProcedure, procedure } from "./trpc.ts";

/** `npx tsc` is the test of each line marked `@ts-expect-error`: it fails when the mistake compiles. */

const about = {
  path: "/shops",
  roles: "anybody",
  tag: "Shops",
  summary: "A shop",
  description: "A shop.",
} as const;
const shop = z.object({ name: z.string(), owner: z.object({ email: z.string().nullable() }) });

const getShop = dashboardOperation({
  meta: { ...about, operationId: "getShop", method: "GET" },
  input: z.object({ shop_id: z.string() }),
  output: shop,
});
const listShops = dashboardOperation({
  meta: { ...about, operationId: "listShops", method: "GET", envelope: "page" },
  input: z.object({}),
  output: z.array(shop),
});
const exportShops = dashboardOperation({
  meta: { ...about, operationId: "exportShops", method: "GET", envelope: "csv" },
  input: z.object({}),
  output: z.string(),
});
const closeShop = dashboardOperation({
  meta: { ...about, operationId: "closeShop", method: "POST" },
  input: z.object({ shop_id: z.string() }),
  output: z.null(),
});

const given = { name: "Kopi", owner: { email: null } };
const pagination = { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 };
const withoutEmail = { ...given, owner: { email: undefined } };
const withNote = { ...given, note: "" };
const withOwnersName = { ...given, owner: { email: null, name: "" } };
const names = tableOf(
  { columns: [{ name: "name", kind: "text" }], time_zone: "Asia/Jakarta" },
  (async function* () {
    yield await Promise.resolve([["Kopi"]]);
  })(),
);

const ignore = (_read: unknown) => {};

test("a mistake in a handler does not compile", () => {
  expect([
    // @ts-expect-error -- a handler is missing
    implement(procedure, { getShop, closeShop }, { getShop: () => given }),
    // @ts-expect-error -- a handler without an operation
    implement(procedure, { getShop }, { getShop: () => given, openShop: () => given }),
    // @ts-expect-error -- a wrong answer
    implement(procedure, { getShop }, { getShop: () => "Kopi" }),
    // @ts-expect-error -- a wrong answer, later
    implement(procedure, { getShop }, { getShop: async () => ({ ...given, name: 1 }) }),
    // @ts-expect-error -- undefined for null
    implement(procedure, { getShop }, { getShop: () => withoutEmail }),
    // @ts-expect-error -- no answer where there is data
    implement(procedure, { getShop }, { getShop: () => {} }),
    // @ts-expect-error -- an answer where there is no data
    implement(procedure, { closeShop }, { closeShop: async () => given }),
    // @ts-expect-error -- a list without its pagination
    implement(procedure, { listShops }, { listShops: () => [given] }),
    // @ts-expect-error -- a table as one text
    implement(procedure, { exportShops }, { exportShops: () => "name\r\n" }),
    // @ts-expect-error -- a field that the input does not have
    implement(procedure, { closeShop }, { closeShop: ({ input }) => ignore(input.shop_code) }),
    // @ts-expect-error -- a session with the builder for a merchant's key
    implement(merchantProcedure, { closeShop }, { closeShop: ({ ctx }) => ignore(ctx.session) }),
    // @ts-expect-error -- a key's merchant with the builder for a session
    implement(sessionProcedure, { closeShop }, { closeShop: ({ ctx }) => ignore(ctx.merchant_id) }),
    // @ts-expect-error -- a field too many
    implement(procedure, { getShop }, { getShop: () => withNote }),
    // @ts-expect-error -- a field too many, later and deeper
    implement(procedure, { getShop }, { getShop: async () => withOwnersName }),
    // @ts-expect-error -- a field too many in a list
    implement(procedure, { listShops }, { listShops: () => ({ items: [withNote], pagination }) }),
  ]).toHaveLength(15);
});

describe("a procedure", () => {
  const procedures = implement(
    procedure,
    { getShop, listShops, exportShops, closeShop },
    {
      getShop: ({ input }) => ({ ...given, name: input.shop_id }),
      listShops: () => ({ items: [given], pagination }),
      exportShops: () => names,
      closeShop: () => {},
    },
  );
  const definitionOf = (name: keyof typeof procedures) =>
    Reflect.get(procedures[name], "_def") as unknown as ProcedureDefinition;
  const call = (name: keyof typeof procedures, input: object) =>
    callProcedure(definitionOf(name), {} as never, () => Promise.resolve(input));

  test("is a query for GET and a mutation for everything else", () => {
    const types = (["getShop", "listShops", "exportShops", "closeShop"] as const).map(
      (name) => definitionOf(name).type,
    );
    expect(types).toEqual(["query", "query", "query", "mutation"]);
  });

  test("has the operation's metadata, checks its input and returns the handler's result", async () => {
    expect(definitionOf("getShop").meta).toBe(getShop.meta);
    expect(await call("getShop", { shop_id: "Teh" })).toMatchObject({ name: "Teh" });
    await expect(call("getShop", { shop_id: 1 })).rejects.toThrow("shop_id");
  });

  test("returns null if its handler returns nothing", async () => {
    expect(await call("closeShop", { shop_id: "Teh" })).toBeNull();
  });
});

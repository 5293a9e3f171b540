import { once } from "node:events";
import { createConnection, createServer, type AddressInfo } from "node:net";

import { afterAll, describe, expect, test } from "vitest";

import { createTestDatabase } from "../testing/database.ts";
import { connect, refusingLostResults } from "./client.ts";

const database = await createTestDatabase();
const { sql } = database;

afterAll(database.drop);

const answer = async (rows: PromiseLike<{ [column: string]: unknown }[]>): Promise<unknown> =>
  (await rows)[0]?.["answer"];

test("an int8 is a number as long as a number can hold it", async () => {
  expect(await answer(sql`select 9007199254740991::int8 as answer`)).toBe(Number.MAX_SAFE_INTEGER);
  expect(await answer(sql`select -9007199254740991::int8 as answer`)).toBe(-9007199254740991);
});

test("an int8 beyond the safe integers is refused, and the connection goes on", async () => {
  const one = connect(database.url, { connections: 1 });
  await expect(one`select 9007199254740992::int8 as answer`).rejects.toThrow("not a safe integer");
  await expect(one`select array[9007199254740992] as answer`).rejects.toThrow("not a safe integer");
  expect(await answer(one`select 1 as answer`)).toBe(1);
  await one.end({ timeout: 1 });
});

test("a bound number keeps every digit of a safe integer", async () => {
  const bound = answer(sql`select ${Number.MAX_SAFE_INTEGER}::int8::text as answer`);
  expect(await bound).toBe("9007199254740991");
});

test("text that already is JSON is bound as it is, and a value is encoded once", async () => {
  expect(await answer(sql`select ${'{"a":1}'}::json->'a' as answer`)).toBe(1);
  expect(await answer(sql`select ${sql.json({ a: 1 })}->'a' as answer`)).toBe(1);
});

test("a timestamp is a Date of the same instant", async () => {
  const instant = new Date("2026-11-21T04:00:00.123Z");
  expect(await answer(sql`select ${instant}::timestamptz as answer`)).toEqual(instant);
});

describe("a list survives the way there and back", () => {
  test.each([
    ["text", ["", "null", "NULL", 'a"b', "a\\b", "{a,b}", " padded ", "line\nbreak", "🙂"]],
    ["text", [null, "after null"]],
    ["text", []],
    ["int8", [0, -1, Number.MAX_SAFE_INTEGER]],
    ["int4", [1, 2, 3]],
    ["uuid", ["00000000-0000-4000-8000-000000000001"]],
    ["jsonb", [{ a: ['"', "\\"] }, { b: null }]],
    [
      "int8",
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ])("%s[] %j", async (type, values) => {
    const rows = sql.unsafe<{ answer: unknown }[]>(`select $1::${type}[] as answer`, [
      values as never,
    ]);
    expect(await answer(rows)).toEqual(values);
  });

  test("timestamptz[] is written as text and read as Dates", async () => {
    const text = ["2026-11-21T04:00:00.123Z"];
    expect(await answer(sql`select ${text}::timestamptz[] as answer`)).toEqual([
      new Date(text[0] ?? ""),
    ]);
  });
});

test("a statement that runs too long is cancelled", async () => {
  const hasty = connect(database.url, { connections: 1, statementMilliseconds: 50 });
  await expect(hasty`select pg_sleep(5)`).rejects.toMatchObject({ code: "57014" });
  await hasty.end({ timeout: 1 });
});

/** The library's own first statement would end our process if it failed: see the arrays in types.ts. */
test("a new connection asks the catalogue nothing", async () => {
  const { hostname, port } = new URL(database.url);
  let sent = "";
  const proxy = createServer((client) => {
    const server = createConnection(Number(port), hostname);
    client.on("data", (chunk) => (sent += chunk.toString("latin1")));
    client.pipe(server).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const proxiedUrl = new URL(database.url);
  proxiedUrl.port = String((proxy.address() as AddressInfo).port);

  const proxied = connect(proxiedUrl.href, { connections: 1 });
  expect(await answer(proxied`select 1 as answer`)).toBe(1);
  expect(sent).toContain("select 1 as answer");
  expect(sent).not.toContain("pg_type");
  await proxied.end({ timeout: 1 });
  proxy.close();
});

test("the client connects again after its sessions were ended", async () => {
  const victim = connect(database.url, { connections: 2, applicationName: "victim" });
  await Promise.all([victim`select 1`, victim`select 1`]);
  await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where application_name = 'victim'`;
  await expect.poll(() => victim`select 1`.catch(() => []), { timeout: 5_000 }).toHaveLength(1);
  await victim.end({ timeout: 1 });
});

describe("a result that a lost connection left incomplete", () => {
  const answering = (command: string | null) =>
    refusingLostResults((() => Promise.resolve(Object.assign([], { command }))) as never);

  test("is an error, not an empty table", async () => {
    await expect(answering(null)`select 1`).rejects.toThrow("was lost");
  });

  test("is told from a complete one without rows", async () => {
    expect(await answering("SELECT")`select 1`).toHaveLength(0);
  });
});

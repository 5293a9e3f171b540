import { nextTick } from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate, setTimeout } from "node:timers/promises";
import { getHeapSpaceStatistics } from "node:v8";

import { afterAll, afterEach, describe, expect, test } from "vitest";

import { createTestDatabase } from "../testing/database.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { connect } from "./client.ts";
import { dropDatabase } from "./drop-database.ts";

const database = await createTestDatabase();
const { sql } = database;

afterAll(database.drop);

const answer = async (rows: PromiseLike<{ [column: string]: unknown }[]>): Promise<unknown> =>
  (await rows)[0]?.["answer"];

test("an int8 is a number up to the safe integers", async () => {
  expect(await answer(sql`select 9007199254740991::int8 as answer`)).toBe(Number.MAX_SAFE_INTEGER);
  expect(await answer(sql`select -9007199254740991::int8 as answer`)).toBe(-9007199254740991);
});

test("an int8 beyond the safe integers is refused, and the connection stays usable", async () => {
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

test("JSON text is bound unchanged, and a value is encoded once", async () => {
  expect(await answer(sql`select ${'{"a":1}'}::json->'a' as answer`)).toBe(1);
  expect(await answer(sql`select ${sql.json({ a: 1 })}->'a' as answer`)).toBe(1);
});

test("each text of an array arrives unchanged, with any characters", async () => {
  const texts = [
    '{"a":"b\\\\c\\n","d":"\\ud800"}',
    "a\nb\t\r\b\f\v\u0001\u001f\u007f\u0085",
    'quoted "\n" and \\ in two\nlines',
    "🛒 é \u2028 \u202e",
    "",
    "null",
    "NULL",
    "{,}",
    " spaces ",
    "'",
  ];
  expect(await answer(sql`select ${texts}::text[] as answer`)).toEqual(texts);
  expect(await answer(sql`select ${[null, ...texts]}::text[] as answer`)).toEqual([null, ...texts]);
  expect(await answer(sql`select ${["half \ud83d", "b"]}::text[] as answer`)).toEqual([
    "half \ufffd",
    "b",
  ]);
});

test("a timestamp is a Date of the same instant", async () => {
  const instant = new Date("2026-11-21T04:00:00.123Z");
  expect(await answer(sql`select ${instant}::timestamptz as answer`)).toEqual(instant);
});

test("a timestamp is the same instant on a server that writes dates in another order", async () => {
  await sql`alter database ${sql(new URL(database.url).pathname.slice(1))} set datestyle = 'SQL, DMY'`;
  const one = connect(database.url, { connections: 1 });
  expect(await answer(one`select '2026-04-03T10:00:00Z'::timestamptz as answer`)).toEqual(
    new Date("2026-04-03T10:00:00Z"),
  );
  await one.end({ timeout: 1 });
});

describe("a list is the same after a round trip", () => {
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

test("a slow statement is cancelled", async () => {
  const hasty = connect(database.url, { connections: 1, statementMilliseconds: 50 });
  await expect(hasty`select pg_sleep(5)`).rejects.toMatchObject({ code: "57014" });
  await hasty.end({ timeout: 1 });
});

/** A proxy to the server that records the clients' bytes. */
async function startTap() {
  const heard = { connections: 0, sent: "" };
  const proxy = await startTcpProxy(database.url, 0, (client) => {
    heard.connections += 1;
    client.on("data", (chunk) => (heard.sent += chunk.toString("latin1")));
  });
  return { heard, through: proxy.through, close: proxy.close };
}

/** If the library's own first statement failed, it would end our process: see the arrays in types.ts. */
test("a new connection sends no catalogue queries", async () => {
  const { heard, ...tap } = await startTap();
  const proxied = connect(tap.through(database.url), { connections: 1 });
  expect(await answer(proxied`select 1 as answer`)).toBe(1);
  expect(heard.sent).toContain("select 1 as answer");
  expect(heard.sent).not.toContain("pg_type");
  await proxied.end({ timeout: 1 });
  tap.close();
});

/** A database that is created later. Until then the server refuses connections to it. */
function laterDatabase() {
  const name = `late_${process.pid}`;
  const url = new URL(database.url);
  url.pathname = name;
  return {
    url: url.href,
    create: () => sql.unsafe(`create database ${name}`),
    drop: () => dropDatabase(sql, name),
  };
}

describe("a listener whose connection the server refuses", () => {
  const late = laterDatabase();
  afterEach(late.drop);

  test("connects less and less often", async () => {
    const { heard, ...tap } = await startTap();
    const refused = connect(tap.through(late.url));
    await expect(refused.listen("news", () => {})).rejects.toMatchObject({ code: "3D000" });
    await setTimeout(1500);
    expect(heard.connections).toBeGreaterThan(1);
    expect(heard.connections).toBeLessThan(12);
    await refused.end({ timeout: 1 });
    tap.close();
  });

  test("listens to each channel once as soon as it is accepted", async () => {
    const { heard, ...tap } = await startTap();
    const refused = connect(tap.through(late.url));
    const news: string[] = [];
    const channels = ["news", "weather"];
    for (const channel of channels) {
      refused.listen(channel, (each) => news.push(each)).catch(() => {});
    }
    await expect.poll(() => heard.connections).toBeGreaterThan(4);

    await late.create();
    const teller = connect(late.url, { connections: 1 });
    await expect
      .poll(async () => {
        for (const channel of channels) await teller`select pg_notify(${channel}, ${channel})`;
        return new Set(news).size;
      })
      .toBe(channels.length);
    for (const channel of channels) {
      expect(heard.sent.split(`listen "${channel}"`)).toHaveLength(2);
    }
    await Promise.all([teller.end({ timeout: 1 }), refused.end({ timeout: 1 })]);
    tap.close();
  });
});

test("a connection is read again after a copy with a last piece that fills its stream", async () => {
  const client = connect(database.url, { connections: 1 });
  const copied = await client`copy (select repeat('x', 1000000)) to stdout`.readable();
  let bytes = 0;
  for await (const piece of copied) bytes += (piece as Buffer).length;
  expect(bytes).toBe(1_000_001);
  expect(await answer(client`select 1 as answer`)).toBe(1);
  await client.end({ timeout: 1 });
});

test("a copy fails if the server refuses its end", async () => {
  const client = connect(database.url, { connections: 1 });
  await client`create temporary table numbers (number int)`;
  const copying = await client`copy numbers from stdin`.writable();
  await expect(pipeline(Readable.from(["not a number\n"]), copying)).rejects.toMatchObject({
    code: "22P02",
  });
  expect(await answer(client`select 1 as answer`)).toBe(1);
  await client.end({ timeout: 1 });
});

test("a transaction in the last place of a connection's pipeline stays separate", async () => {
  const client = connect(database.url, { connections: 1 });
  await client`select 1`;
  const places = 100; // max_pipeline, the library's default
  const before = Array.from({ length: places }, () => client`select 1`.execute());
  const place = "select current_setting('tepat.place', true) as answer";
  const inTransaction = client.begin(async (tx) => {
    await tx`set local tepat.place = 'inside'`;
    return answer(tx.unsafe(place));
  });
  const after = answer(client.unsafe(place));
  await Promise.all(before);
  expect(await inTransaction).toBe("inside");
  expect(await after).not.toBe("inside");
  await client.end({ timeout: 1 });
});

describe("a transaction with a lost connection", () => {
  const startLosing = async () => {
    const client = connect(database.url, { connections: 1 });
    const lost = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let late: unknown;
    const transaction = client.begin(async (tx) => {
      const pid = Number(await answer(tx`select pg_backend_pid() as answer`));
      await sql`select pg_terminate_backend(${pid}, 10000)`;
      lost.resolve();
      await goOn.promise;
      late = await tx`create table left_over ()`.catch((error: unknown) => error);
      throw new Error("the work fails");
    });
    await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await lost.promise;
    return {
      client,
      finish: async () => {
        goOn.resolve();
        await expect.poll(() => late).toBeDefined();
        return late;
      },
    };
  };

  test("sends nothing over the next one", async () => {
    const { client, finish } = await startLosing();
    await expect.poll(() => answer(client`select 1 as answer`).catch(() => "lost")).toBe(1);
    expect(await finish()).toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await answer(client`select to_regclass('left_over') as answer`)).toBeNull();
    await client.end({ timeout: 1 });
  });

  test("does not end the next transaction", async () => {
    const { client, finish } = await startLosing();
    await expect.poll(() => answer(client`select 1 as answer`).catch(() => "lost")).toBe(1);
    const xids = await client.begin(async (tx) => {
      const xid = () => answer(tx`select pg_current_xact_id()::text as answer`);
      return [await xid(), await finish(), await setTimeout(50), await xid()];
    });
    expect(xids.at(-1)).toBe(xids[0]);
    await client.end({ timeout: 1 });
  });
});

test("a statement failing in the middle of its response leaves no rows to the next one", async () => {
  const client = connect(database.url, { connections: 1 });
  const failing = client`select 1 / (7 - number) from generate_series(1, 100) number`;
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  const rows = await client`select number from generate_series(1, 3) number`;
  expect([...rows]).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  await client.end({ timeout: 1 });
});

test("the most recently used idle connection is used first, because its caches are warm", async () => {
  const client = connect(database.url, { connections: 4 });
  const backend = () => answer(client`select pg_backend_pid() as answer`);
  const together = await Promise.all([backend(), backend(), backend(), backend()]);
  const inTurn = [await backend(), await backend(), await backend()];
  expect(new Set(together).size).toBe(4);
  expect(new Set(inTurn).size).toBe(1);
  await client.end({ timeout: 1 });
});

test("the client connects again after its sessions were ended", async () => {
  const victim = connect(database.url, { connections: 2, applicationName: "victim" });
  await Promise.all([victim`select 1`, victim`select 1`]);
  await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where application_name = 'victim'`;
  await expect.poll(() => victim`select 1`.catch(() => [])).toHaveLength(1);
  await victim.end({ timeout: 1 });
});

test("the first statement after an ended session succeeds", async () => {
  const client = connect(database.url, { connections: 1, applicationName: "sleeper" });
  const sleeping = client`select pg_sleep(60)`.catch((error: unknown) => error);
  await expect
    .poll(
      () => sql`
        select pg_terminate_backend(pid, 10000)
        from pg_stat_activity
        where application_name = 'sleeper' and wait_event = 'PgSleep'`,
    )
    .toHaveLength(1);
  expect(await sleeping).toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(await answer(client`select 42 as answer`)).toBe(42);
  await client.end();
});

test.each([
  ["at once", 0],
  ["later", 50],
])("a client with a lost connection can be ended %s", async (_, milliseconds) => {
  const way = await startTcpProxy(database.url);
  const cutOff = connect(way.through(database.url), { connections: 1 });
  await cutOff`select 1`;
  const lost = cutOff`select pg_sleep(60)`.catch((error: unknown) => error);
  await setTimeout(10);
  way.cut("reset");
  expect(await lost).toMatchObject({ code: "ECONNRESET" });
  if (milliseconds > 0) await setTimeout(milliseconds);
  await cutOff.end();
  way.close();
});

test("statements fail if their connection is being lost, and later ones succeed", async () => {
  const way = await startTcpProxy(database.url);
  const cutOff = connect(way.through(database.url), { connections: 1 });
  const ask = () => answer(cutOff`select 42 as answer`).catch(() => "lost");
  for (let round = 0; round < 10; round++) {
    expect(await ask()).toBe(42);
    way.cut("reset");
    const asked: Promise<unknown>[] = [];
    // One of these turns of the event loop lies between the socket's error and its close.
    for (let turn = 0; turn < 10; turn++) {
      asked.push(ask());
      await new Promise(nextTick);
      await setImmediate();
    }
    expect(await Promise.all(asked)).toContain("lost");
    await expect.poll(ask).toBe(42);
  }
  await cutOff.end();
  way.close();
});

describe("during lost connections under load", () => {
  const forTwoSeconds = async (step: () => Promise<void>) => {
    const end = performance.now() + 2_000;
    while (performance.now() < end) await step();
  };

  test("every statement is answered in full or fails, alone and in a transaction", async () => {
    const way = await startTcpProxy(database.url);
    const cutOff = connect(way.through(database.url), { connections: 3 });
    const counts = { answered: 0, failed: 0, cuts: 0 };
    const statement = async () => {
      await answer(cutOff`select 42 as answer`).then(
        (value) => (expect(value).toBe(42), (counts.answered += 1)),
        () => (counts.failed += 1),
      );
    };
    const transaction = async () => {
      const work = cutOff.begin(async (tx) => {
        await tx`select 1`;
        await setTimeout(3);
        return answer(tx`select 42 as answer`);
      });
      await work.then(
        (value) => (expect(value).toBe(42), (counts.answered += 1)),
        () => (counts.failed += 1),
      );
    };
    const cut = async () => {
      await setTimeout(40);
      way.cut((counts.cuts += 1) % 2 ? "reset" : "close");
    };
    await Promise.all([
      ...Array.from({ length: 20 }, () => forTwoSeconds(statement)),
      ...Array.from({ length: 2 }, () => forTwoSeconds(transaction)),
      forTwoSeconds(cut),
    ]);
    console.log(`connections cut ${counts.cuts} times:`, counts);
    expect(counts.answered).toBeGreaterThan(0);
    expect(counts.failed).toBeGreaterThan(0);
    await expect.poll(() => answer(cutOff`select 42 as answer`).catch(() => "cut")).toBe(42);
    await cutOff.end({ timeout: 1 });
    way.close();
  });
});

describe("in a network that drops everything", () => {
  test("statements fail soon after the response limit, and later ones succeed", async () => {
    const way = await startTcpProxy(database.url);
    const distant = connect(way.through(database.url), {
      connections: 2,
      statementMilliseconds: 300,
    });
    const ask = () => answer(distant`select 42 as answer`);
    const inTransaction = () => distant.begin(async (tx) => answer(tx`select 42 as answer`));
    await Promise.all([ask(), inTransaction()]);

    way.stall();
    const lost = await Promise.allSettled([ask(), inTransaction(), ask()]);
    expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);

    way.heal();
    await expect.poll(ask).toBe(42);
    await distant.end({ timeout: 1 });
    way.close();
  });

  test("a dead connection also closes those that were idle meanwhile", async () => {
    const way = await startTcpProxy(database.url);
    const distant = connect(way.through(database.url), {
      connections: 5,
      statementMilliseconds: 1_000,
    });
    const ask = () => answer(distant`select 42 as answer`);
    await Promise.all(Array.from({ length: 5 }, () => distant`select pg_sleep(0.2)`));
    way.stall();
    const lost = ask();
    way.heal();
    await expect(lost).rejects.toThrow("CONNECTION_CLOSED");
    expect(await ask()).toBe(42);
    await distant.end({ timeout: 1 });
    way.close();
  });

  test("a statement in progress is awaited", async () => {
    const patient = connect(database.url, { connections: 1, statementMilliseconds: 2_000 });
    expect(await answer(patient`select 42 as answer from pg_sleep(0.6)`)).toBe(42);
    // The wait is longer than a statement can be silent, because the second statement gets the same time as the
    // first.
    await setTimeout(2_600);
    expect(await answer(patient`select 42 as answer from pg_sleep(0.6)`)).toBe(42);
    await patient.end({ timeout: 1 });
  });
});

test("rows that are no longer referenced do not fill the old generation", async () => {
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")
      ?.space_used_size ?? 0;
  let grown = 0;
  let before = oldBytes();
  for (let round = 0; round < 150; round++) {
    await sql`select md5(n::text) from generate_series(1, 5000) n`;
    const after = oldBytes();
    grown += Math.max(0, after - before); // a full collection in between must not reduce the sum
    before = after;
  }
  console.log("the old generation grew by", grown, "bytes");
  // 5,000 rows are half a megabyte. All of them together would exceed 60 megabytes.
  expect(grown).toBeLessThan(20_000_000);
});

describe("a server that accepts and closes connections", () => {
  const closing = async (closes: (taken: number) => boolean) => {
    let taken = 0;
    const proxy = await startTcpProxy(database.url, 0, (client) => {
      taken += 1;
      if (closes(taken)) client.end();
    });
    return { proxy, taken: () => taken };
  };

  test("is tried less and less often, and finally given up", async () => {
    const { proxy, taken } = await closing(() => true);
    const hopeless = connect(proxy.through(database.url), { connections: 2 });
    await expect(hopeless`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    // Without a pause there were 500 attempts a second.
    expect(taken()).toBeLessThan(50);
    await hopeless.end({ timeout: 1 });
    proxy.close();
  });

  test("is used once it keeps a connection open", async () => {
    const { proxy, taken } = await closing((number) => number <= 3);
    const patient = connect(proxy.through(database.url), { connections: 1 });
    expect(await answer(patient`select 1 as answer`)).toBe(1);
    expect(taken()).toBe(4);
    await patient.end({ timeout: 1 });
    proxy.close();
  });
});

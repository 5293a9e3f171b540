import { describe, expect, test } from "vitest";
import { connect } from "../../db/client.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { startTcpProxy } from "../../testing/tcp-proxy.ts";
import { batched } from "./batch.ts";

/** A run that waits until the test releases it, and records its requests. */
function gate() {
  const runs: number[][] = [];
  const releases: (() => void)[] = [];
  const run = async (requests: readonly number[]) => {
    runs.push([...requests]);
    await new Promise<void>((resolve) => releases.push(resolve));
    return requests.map((request) => request * 10);
  };
  return { runs, run, release: () => releases.shift()?.() };
}

const ticks = () => new Promise((resolve) => setImmediate(resolve));

describe("a batcher", () => {
  test("runs at once when idle, and batches requests that arrive meanwhile", async () => {
    const { runs, run, release } = gate();
    const call = batched({ sizeMax: 100, run, mayRunAlone: () => true });
    const answers = [call(1), call(2), call(3)];
    expect(runs).toEqual([[1]]);
    release();
    await ticks();
    expect(runs).toEqual([[1], [2, 3]]);
    release();
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  test("never runs more than its size at once", async () => {
    const { runs, run, release } = gate();
    const call = batched({ sizeMax: 2, run, mayRunAlone: () => true });
    const answers = [1, 2, 3, 4, 5, 6].map(call);
    for (let index = 0; index < 4; index++) {
      release();
      await ticks();
    }
    expect(runs).toEqual([[1], [2, 3], [4, 5], [6]]);
    expect(await Promise.all(answers)).toHaveLength(6);
  });

  test("takes half of many requests, so that the others are served meanwhile", async () => {
    const { runs, run, release } = gate();
    const call = batched({ sizeMax: 100, run, mayRunAlone: () => true });
    const callers = Array.from({ length: 64 }, async (_, index) => {
      for (let turn = 0; turn < 4; turn++) await call(index);
    });
    while (runs.flat().length < 4 * callers.length) {
      release();
      await ticks();
    }
    release();
    await Promise.all(callers);
    const sizes = runs.map((requests) => requests.length);
    expect(sizes[0]).toBe(1);
    expect(sizes.slice(1, -1).every((size) => size >= 31 && size <= 33)).toBe(true);
  });

  test("includes requests that arrive during its pause, and makes no pause if configured so", async () => {
    const { runs, run, release } = gate();
    let pause = 20;
    const pauseMilliseconds = () => pause;
    const call = batched({ sizeMax: 100, run, mayRunAlone: () => true, pauseMilliseconds });
    const answers = [call(1), call(2)];
    await ticks();
    answers.push(call(3));
    expect(runs).toEqual([]);
    await expect.poll(() => runs).toEqual([[1, 2, 3]]);
    release();
    await Promise.all(answers);
    pause = 0;
    const last = call(4);
    expect(runs).toEqual([[1, 2, 3], [4]]);
    release();
    expect(await last).toBe(40);
  });

  test("does not pause before a full run, and keeps the next pause", async () => {
    const { runs, run, release } = gate();
    let pause = 60_000;
    const pauseMilliseconds = () => pause;
    const call = batched({ sizeMax: 2, run, mayRunAlone: () => true, pauseMilliseconds });
    const answers = [1, 2, 3, 4, 5].map(call);
    expect(runs).toEqual([[1, 2]]);
    release();
    await ticks();
    expect(runs).toEqual([
      [1, 2],
      [3, 4],
    ]);
    release();
    await ticks();
    // The fifth request waits alone for a very long pause, until another request fills its run.
    expect(runs).toHaveLength(2);
    answers.push(call(6));
    expect(runs.at(-1)).toEqual([5, 6]);
    release();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
    pause = 1;
    const last = call(7);
    expect(runs).toHaveLength(3);
    await expect.poll(() => runs.at(-1)).toEqual([7]);
    release();
    expect(await last).toBe(70);
  });

  test("starts the next run before it answers the last one", async () => {
    const seen: string[] = [];
    const { run, release } = gate();
    const call = batched({
      sizeMax: 1,
      run: (requests: readonly number[]) => {
        seen.push(`run ${requests.join()}`);
        return run(requests);
      },
      mayRunAlone: () => true,
    });
    const answers = [1, 2].map(async (request) => {
      await call(request);
      seen.push(`answered ${request}`);
    });
    release();
    await ticks();
    release();
    await Promise.all(answers);
    expect(seen).toEqual(["run 1", "run 2", "answered 1", "answered 2"]);
  });

  test("reports a failure to every request of a run, and continues with the next", async () => {
    let isFailing = true;
    const call = batched<number, number>({
      sizeMax: 10,
      run: async (requests) => {
        if (isFailing) throw new Error("the database is away");
        return requests;
      },
      mayRunAlone: () => false,
    });
    await expect(call(1)).rejects.toThrow("the database is away");
    isFailing = false;
    expect(await call(2)).toBe(2);
  });

  test("runs each request separately if one of them might have caused the failure", async () => {
    const { runs, run, release } = gate();
    const call = batched({
      sizeMax: 100,
      run: async (requests: readonly number[]) => {
        if (requests.length > 1 || requests[0] === 3) throw new Error("3 is not possible");
        return run(requests);
      },
      mayRunAlone: () => true,
    });
    const answers = [1, 2, 3, 4].map((request) => call(request).catch(() => "refused"));
    for (let index = 0; index < 4; index++) {
      release();
      await ticks();
    }
    expect(await Promise.all(answers)).toEqual([10, 20, "refused", 40]);
    expect(runs).toEqual([[1], [2], [4]]);
  });
});

describe("a batcher that asks a database", () => {
  /** A batcher over a network that the test can break. Each run is one statement. */
  async function batcherOver(statement: string) {
    const stack = new AsyncDisposableStack();
    const database = stack.adopt(await createTestDatabase(), ({ drop }) => drop());
    const way = stack.adopt(await startTcpProxy(database.url), ({ close }) => close());
    const sql = stack.adopt(
      connect(way.through(database.url), { connections: 2, statementMilliseconds: 300 }),
      (client) => client.end({ timeout: 1 }),
    );
    const call = batched<number, number>({
      sizeMax: 2,
      run: async (requests) => {
        const work = requests.includes(0) ? statement : "select";
        await sql.unsafe(work);
        return requests.map((request) => request * 10);
      },
      mayRunAlone: () => false,
    });
    return { call, way, database, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }

  test("answers every request despite a hanging statement, and serves later ones", async () => {
    await using batcher = await batcherOver("select");
    expect(await batcher.call(1)).toBe(10);
    batcher.way.stall();
    const lost = await Promise.allSettled([0, 1, 2].map(batcher.call));
    expect(lost.map(({ status }) => status)).toEqual(Array.from(lost, () => "rejected"));
    batcher.way.heal();
    await expect.poll(() => batcher.call(1).catch(() => "lost")).toBe(10);
  });

  test("answers even if a statement waits for a lock that is never released", async () => {
    await using batcher = await batcherOver("do $$ begin lock table merchants; end $$");
    const { sql } = batcher.database;
    await sql.begin(async (tx) => {
      await tx`lock table merchants`;
      const answers = [0, 1, 2].map(batcher.call);
      await expect(answers[0]).rejects.toThrow("statement timeout");
      expect(await Promise.all(answers.slice(1))).toEqual([10, 20]);
    });
  });
});

import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createBodyRoom } from "./body-room.ts";
import { IncomingBody } from "./incoming-body.ts";

const kibibyte = 1024;
const full = limits.bodyBytes;
const almostAll = new Uint8Array(250 * kibibyte);

/** Returns the outcome of a body: "kept" if the body was neither read nor refused. */
async function fateOf(body: IncomingBody): Promise<string> {
  const read = body.read().then(
    () => "read",
    (cause: { code?: string; status?: number; name: string }) =>
      cause.code ? `${cause.code} ${cause.status}` : cause.name,
  );
  return Promise.race([read, new Promise<string>((resolve) => setImmediate(resolve, "kept"))]);
}

describe("for the bodies of 4,000 requests", () => {
  test("no memory is held after their answers are decided", async () => {
    const room = createBodyRoom();
    let heldMost = 0;
    const bodies = Array.from({ length: 4_000 }, () => {
      const body = new IncomingBody(String(full), room, "198.51.100.7");
      body.push(almostAll);
      heldMost = Math.max(heldMost, room.heldBytes());
      body.discard();
      return body;
    });
    expect(room.heldBytes()).toBe(0);
    for (const body of bodies) body.push(almostAll.subarray(0, 6 * kibibyte));
    for (const body of bodies) body.end();
    expect(room.heldBytes()).toBe(0);
    expect(heldMost).toBe(almostAll.length);
  });

  test("one address holds no more than its limit", async () => {
    const room = createBodyRoom();
    const bodies = Array.from({ length: 4_000 }, () => {
      const body = new IncomingBody(String(full), room, "198.51.100.7");
      body.push(almostAll);
      return body;
    });
    expect(room.heldBytes()).toBeLessThanOrEqual(limits.heldBodyBytesPerAddress);
    const places = Math.floor(limits.heldBodyBytesPerAddress / almostAll.length);
    expect(await fateOf(bodies[places - 1] as IncomingBody)).toBe("kept");
    expect(await fateOf(bodies[places] as IncomingBody)).toBe("rate_limited 429");
    await expect(bodies[places]?.read()).rejects.toMatchObject({
      headers: { "retry-after": "2", "x-ratelimit-reset": "2" },
    });
  });

  test("many addresses together hold no more than the process's limit", () => {
    const room = createBodyRoom();
    for (let sender = 0; sender < 4_000; sender += 1) {
      new IncomingBody(String(full), room, `client ${sender}`).push(almostAll);
    }
    expect(room.heldBytes()).toBeLessThanOrEqual(limits.heldBodyBytes);
    expect(room.heldBytes()).toBeGreaterThan(limits.heldBodyBytes - full);
  });
});

describe("a full process", () => {
  const bounds = { heldBodyBytes: 100, heldBodyBytesPerAddress: 80, drainsAtOnce: 1 };
  const arrive = (room: ReturnType<typeof createBodyRoom>, holder: string, bytes: number) => {
    const body = new IncomingBody(String(bytes), room, holder);
    body.push(new Uint8Array(bytes));
    return body;
  };

  test("drops the oldest body of the address with the most, not of one with little", async () => {
    const room = createBodyRoom(bounds);
    const [oldest, second] = [arrive(room, "greedy", 40), arrive(room, "greedy", 40)];
    const other = arrive(room, "other", 20);
    const newcomer = arrive(room, "newcomer", 10);
    const fates = await Promise.all([oldest, second, other, newcomer].map(fateOf));
    expect(fates).toEqual(["internal_error 503", "kept", "kept", "kept"]);
    expect(room.heldBytes()).toBe(70);
  });

  test("refuses the address with the most, and keeps running work", async () => {
    const room = createBodyRoom(bounds);
    const whole = arrive(room, "busy", 70);
    whole.end();
    const small = arrive(room, "small", 20);
    const more = arrive(room, "busy", 20); // beyond the address's own bound
    const newcomer = arrive(room, "newcomer", 20); // the busy address has no body that can be dropped
    const fates = await Promise.all([whole, small, more, newcomer].map(fateOf));
    expect(fates).toEqual(["read", "kept", "rate_limited 429", "internal_error 503"]);
  });

  test("has room again when a client leaves or its answer is decided", async () => {
    const room = createBodyRoom(bounds);
    const [left, answered] = [arrive(room, "left", 50), arrive(room, "answered", 50)];
    left.abort();
    expect(await fateOf(left)).toBe("RequestAborted");
    answered.end();
    answered.discard();
    expect(room.heldBytes()).toBe(0);
    expect(await fateOf(arrive(room, "answered", 50))).toBe("kept");
  });
});

test("closes a refused body's connection after its client reads the reason", async () => {
  const room = createBodyRoom({ heldBodyBytes: 10, heldBodyBytesPerAddress: 10, drainsAtOnce: 1 });
  const body = new IncomingBody("40", room, "client");
  body.push(new Uint8Array(20));
  const settled = body.settle();
  body.push(new Uint8Array(20));
  body.end(); // the response is sent before the waiting time ends
  expect(await settled).toBe(false);
  expect(room.heldBytes()).toBe(0);
});

test("limits how many connections wait for the rest of an unneeded body", async () => {
  const room = createBodyRoom({ heldBodyBytes: 10, heldBodyBytesPerAddress: 10, drainsAtOnce: 1 });
  const [waiting, other] = [1, 2].map(() => new IncomingBody("5", room, "client"));
  const settled = waiting?.settle();
  expect(await other?.settle()).toBe(false);
  waiting?.end();
  expect(await settled).toBe(true);
  const next = new IncomingBody("5", room, "client");
  const settledToo = next.settle();
  next.end();
  expect(await settledToo).toBe(true);
});

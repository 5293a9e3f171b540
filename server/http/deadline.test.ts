import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerWithin } from "./deadline.ts";
import type { HttpRequest } from "./message.ts";

const request = (body: () => Promise<Buffer> = async () => Buffer.from("{}")): HttpRequest => ({
  method: "POST",
  path: "/gateway/payments",
  query: "",
  remoteAddress: "127.0.0.1",
  header: () => undefined,
  body,
});

test("an answer in time is passed on, and so is a refusal", async () => {
  expect(await answerWithin(1000, request(), async () => "paid")).toBe("paid");
  const refused = answerWithin(1000, request(), () => Promise.reject(new Error("not found")));
  await expect(refused).rejects.toThrow("not found");
});

test("what takes longer is overdue", async () => {
  const startedAt = performance.now();
  const late = answerWithin(50, request(), () => wait(5000));
  await expect(late).rejects.toThrow("no answer within 50 ms");
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test("the time that a client takes over its body is not counted, the time after it is", async () => {
  const slowBody = () => wait(150, Buffer.from("{}"));
  const inTime = answerWithin(100, request(slowBody), async (bounded) => bounded.body());
  expect((await inTime).toString()).toBe("{}");
  const startedAt = performance.now();
  const late = answerWithin(1_000, request(slowBody), async (bounded) => {
    await wait(600);
    await bounded.body();
    await wait(5_000);
  });
  await expect(late).rejects.toThrow("no answer within 1000 ms");
  expect(performance.now() - startedAt).toBeLessThan(1_000 + 150 + 400);
});

test("a request that is overdue before its body was read goes no further", async () => {
  let outcome = "";
  const late = answerWithin(20, request(), async (bounded) => {
    await wait(60);
    outcome = await bounded.body().then(String, (cause: Error) => cause.message);
  });
  await expect(late).rejects.toThrow("no answer within 20 ms");
  await expect.poll(() => outcome).toContain("before the body was read");
});

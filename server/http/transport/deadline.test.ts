import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWithin } from "./deadline.ts";
import type { HttpRequest } from "./message.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

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

test("work beyond its time limit is overdue", async () => {
  const late = answerWithin(50, request(), () => wait(5000));
  await Promise.all([expect(late).rejects.toThrow("no answer within 50 ms"), pass(50)]);
});

test("the client's time for its body does not count, and the time after it does", async () => {
  const slowBody = () => wait(150).then(() => Buffer.from("{}"));
  const inTime = answerWithin(100, request(slowBody), async (bounded) => bounded.body());
  await pass(150);
  expect((await inTime).toString()).toBe("{}");
  let isOver = false;
  const late = answerWithin(1_000, request(slowBody), async (bounded) => {
    await wait(600);
    await bounded.body();
    await wait(5_000);
  });
  const refusal = late.catch((cause: Error) => {
    isOver = true;
    return cause.message;
  });
  await pass(1_149);
  expect(isOver).toBe(false);
  await pass(1);
  expect(await refusal).toContain("no answer within 1000 ms");
});

test("a request overdue before its body was read ends there", async () => {
  let outcome = "";
  const late = answerWithin(20, request(), async (bounded) => {
    await wait(60);
    outcome = await bounded.body().then(String, (cause: Error) => cause.message);
  });
  await Promise.all([expect(late).rejects.toThrow("no answer within 20 ms"), pass(60)]);
  expect(outcome).toContain("before the body was read");
});

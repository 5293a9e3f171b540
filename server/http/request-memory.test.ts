import { getHeapSpaceStatistics } from "node:v8";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Services } from "../procedures/services.ts";
import { createApp } from "./app.ts";

const kilobytesHeld = 32;
const requests = 2_000;

test.for([
  ["an API key", "/gateway/payments"],
  ["a device's token", "/worker/device"],
])("an answered request with %s is not kept until a full collection", async ([, path = ""]) => {
  const services = {
    merchantOfApiKey: async () => "a merchant",
    deviceOfToken: async () => ({ device_id: "a device" }),
    rateLimits: { take: async () => ({}) },
    listPayments: async () => ({ items: [] }),
    gateway: { sql: async () => [{}] },
  } as unknown as Services;
  const dispatch = createApp({
    services,
    log: pino({ enabled: false }),
    findPage: () => undefined,
    requestLog: { note: () => {} },
    observe: () => {},
  });
  async function grownBytes(): Promise<number> {
    let grown = 0;
    let before = oldBytes();
    for (let request = 0; request < requests; request += 1) {
      const held = Array.from({ length: kilobytesHeld * 128 }, (_, index) => index + request);
      const answer = await dispatch({
        method: "GET",
        path,
        query: "",
        remoteAddress: "127.0.0.1",
        header: (name) => (held.length > 0 ? `the header ${name}` : undefined),
        body: () => Promise.resolve(Buffer.alloc(0)),
      });
      expect(answer.status).toBe(200);
      const after = oldBytes();
      grown += Math.max(0, after - before); // a full collection in between must not reduce the sum
      before = after;
    }
    return grown;
  }
  // If the requests' memory were kept, it would be 64 MB each time. What an earlier file of this worker left behind can
  // move to the old space once.
  const rounds = [await grownBytes(), await grownBytes()];
  expect(Math.min(...rounds)).toBeLessThan((requests * kilobytesHeld * 1_000) / 2);
});

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ??
  0;

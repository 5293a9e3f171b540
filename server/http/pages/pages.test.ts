import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { HttpRequest } from "../transport/message.ts";
import { createServicePages } from "./pages.ts";

async function documentAt(publicUrl: string): Promise<string> {
  const find = createServicePages({ settings: { publicUrl } } as Gateway, {} as Metrics, {
    metricsToken: null,
    directUrl: "",
    trustsProxies: false,
    isStopping: () => false,
  });
  const page = find("/openapi.json");
  assert(page);
  const { status, body } = await page.respond({
    header: () => undefined,
  } as unknown as HttpRequest);
  expect(status).toBe(200);
  return String(body);
}

test.each(["https://pay.shop.example", "https://shop.example/$&/bayar", "http://localhost:80"])(
  "/openapi.json of a gateway at %s names that address, and no other",
  async (publicUrl) => {
    const document = JSON.parse(await documentAt(publicUrl));
    expect(document.servers).toEqual([{ url: publicUrl }]);
    expect(document.paths["/gateway/payments"].post.responses[201]).toSatisfy((created) =>
      JSON.stringify(created).includes(`"payment_checkout_url":"${publicUrl}/pay/`),
    );
    expect(JSON.stringify(document)).not.toContain("localhost:8080");
  },
);

test("/openapi.json is the published document except for the address", async () => {
  const published = JSON.parse(
    await readFile(new URL("../../../openapi/openapi.json", import.meta.url), "utf8"),
  );
  const document = JSON.parse(await documentAt(published.servers[0].url));
  expect(document).toEqual({ ...published, servers: [{ url: published.servers[0].url }] });
});

const gateway = { settings: { publicUrl: "https://pay.shop.example" } } as Gateway;
const token = "0123456789abcdef";

function open(metricsToken: string | null = null) {
  const metrics = { render: vi.fn(async () => `reading ${metrics.render.mock.calls.length}`) };
  const find = createServicePages(gateway, metrics, {
    metricsToken,
    directUrl: "",
    trustsProxies: false,
    isStopping: () => false,
  });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const found = find(path);
    if (!found) throw new Error(`there is no ${path}`);
    return found.respond({
      method: "GET",
      path,
      query: "",
      remoteAddress: "192.0.2.1",
      header: (name) => headers[name],
      body: async () => Buffer.alloc(0),
    });
  };
  return { metrics, get };
}

test("/openapi.json is built once, compressed, and cacheable", async () => {
  const { get } = open();
  const { headers, body } = await get("/openapi.json");
  expect(headers["cache-control"]).toBe(`public, max-age=${limits.contractAgeSeconds}`);
  const packed = await get("/openapi.json", { "accept-encoding": "gzip" });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(packed.body as Buffer).equals(body as Buffer)).toBe(true);
  expect((await get("/openapi.json")).body).toBe(body); // The document was created once.
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("many simultaneous requests for metrics cost one reading", async () => {
  const { metrics, get } = open();
  const answers = await Promise.all(Array.from({ length: 100 }, () => get("/metrics")));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["reading 1"]));
  await vi.advanceTimersByTimeAsync(limits.metricsAgeMilliseconds - 1);
  expect((await get("/metrics")).body).toBe("reading 1");
  await vi.advanceTimersByTimeAsync(1);
  expect((await get("/metrics")).body).toBe("reading 2");
  expect(metrics.render).toHaveBeenCalledTimes(2);
});

test("a failed reading is not cached", async () => {
  const { metrics, get } = open();
  metrics.render.mockRejectedValueOnce(new Error("the database does not answer"));
  await expect(get("/metrics")).rejects.toThrow("the database does not answer");
  expect((await get("/metrics")).status).toBe(200);
});

test.each([undefined, "", token, "Bearer", "Bearer x", `Bearer ${token}x`, `Basic ${token}`])(
  "metrics with a token are refused to a caller with %j",
  async (authorization) => {
    const { metrics, get } = open(token);
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    await expect(get("/metrics", headers)).rejects.toMatchObject({
      code: "unauthorized",
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    expect(metrics.render).not.toHaveBeenCalled();
  },
);

test("metrics with a token are returned to a caller with it", async () => {
  const { get } = open(token);
  expect((await get("/metrics", { authorization: `Bearer ${token}` })).body).toBe("reading 1");
});

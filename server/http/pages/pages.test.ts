import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { HttpRequest } from "../transport/message.ts";
import { createServicePages } from "./pages.ts";

async function documentAt(publicUrl: string): Promise<string> {
  const find = createServicePages({ settings: { publicUrl } } as Gateway, {} as Metrics);
  const page = find("/openapi.json");
  assert(page);
  const { status, body } = await page.respond({} as HttpRequest);
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

test("/openapi.json is the published document but for the address", async () => {
  const published = JSON.parse(
    await readFile(new URL("../../../openapi/openapi.json", import.meta.url), "utf8"),
  );
  const document = JSON.parse(await documentAt(published.servers[0].url));
  expect(document).toEqual({ ...published, servers: [{ url: published.servers[0].url }] });
});

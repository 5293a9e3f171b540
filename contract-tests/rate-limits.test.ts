import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { tepat } from "./support/command-line.ts";
import { signedIn } from "./support/dashboard.ts";
import { approvedDevice } from "./support/device.ts";
import type { Answer } from "./support/exchange.ts";
import { callerWith, expectRefusal, merchantWith, nobody, type Caller } from "./support/http.ts";
import { startServer, type OwnService } from "./support/service.ts";
import { newCode, openShop, paymentPath, pendingPayment } from "./support/shop.ts";

/** Tests specification, section 8; faults H1 to H3 and H5. The server has the published limits. */

const lanes = 40;

/** Sends many requests, some of them at the same time. */
async function repeat(count: number, request: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) answers.push(await request());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}

const limited = (answers: Answer[]) => answers.filter(({ status }) => status === 429);

function expectLimited(answer: Answer, limit: number): void {
  expectRefusal(answer, 429, "rate_limited");
  const reset = answer.headers.get("x-ratelimit-reset") ?? "";
  expect(reset).toMatch(/^[1-9]\d?$/);
  expect(Number(reset)).toBeLessThanOrEqual(60);
  expect(answer.headers.get("retry-after")).toBe(reset);
  expect(answer.headers.get("x-ratelimit-limit")).toBe(String(limit));
  expect(answer.headers.get("x-ratelimit-remaining")).toBe("0");
}

describe.skipIf(inject("transport") === "remote")("on a server with the published limits", () => {
  let server: OwnService;
  let base_url: string;
  beforeAll(async () => {
    server = await startServer(inject("service"));
    ({ base_url } = server.service);
  });
  afterAll(() => server.stop());

  test("every response states the merchant's remaining requests, except a refusal of the key", async () => {
    const shop = merchantWith((await openShop()).api_key, base_url);
    const standing = ({ headers }: Answer) =>
      ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

    const [limit, remaining, reset] = standing(await shop.get("/gateway/accounts"));
    expect([limit, remaining]).toEqual([3000, 2999]);
    expect(reset).toBeGreaterThan(55);
    expect(reset).toBeLessThanOrEqual(60);
    const invalid = await shop.get("/gateway/payments?page=0");
    expect(standing(invalid).slice(0, 2)).toEqual([3000, 2998]);
    const absent = await shop.get(paymentPath(newCode()));
    expect(standing(absent).slice(0, 2)).toEqual([3000, 2997]);
    const broken = await shop.post("/gateway/payments", []);
    expect(standing(broken).slice(0, 2)).toEqual([600, 599]);
    const refused = await merchantWith("x", base_url).get("/gateway/accounts");
    expect(refused.headers.get("x-ratelimit-limit")).toBeNull();
  });

  test("a person with one session of a merchant cannot prevent another person from ending it", async () => {
    const shop = await openShop();
    const [owner, thief] = [await signedIn(shop, base_url), await signedIn(shop, base_url)];
    await repeat(601, () => thief.get("/dashboard/api/api-keys"));
    expectLimited(await owner.get("/dashboard/api/api-keys"), 600);
    expect((await owner.get("/dashboard/api/sessions")).status).toBe(200);
    expect((await owner.delete("/dashboard/api/sessions")).status).toBe(200);
    expectRefusal(await thief.get("/dashboard/api/session"), 401, "unauthorized");
  });

  test("a merchant can read 3,000 times over all its keys, and then still write", async () => {
    const { merchant_id, api_key } = await openShop();
    const second = await tepat<{ api_key: string }>("apikey create", "--merchant", merchant_id);
    const keys = [api_key, second.api_key].map((key) => merchantWith(key, base_url));
    const [first, other] = keys as [Caller, Caller];
    const halves = await Promise.all([
      repeat(1500, () => first.get("/gateway/accounts")),
      repeat(1501, () => other.get("/gateway/accounts")),
    ]);
    const answers = halves.flat();
    expect(limited(answers)).toHaveLength(1);
    for (const shop of keys) {
      expectLimited(await shop.get("/gateway/payments?page=0"), 3000);
      expect((await shop.delete(paymentPath(newCode()))).status).toBe(404);
    }
  });

  test("a merchant can write 600 times and then still read, without affecting another merchant", async () => {
    const shop = merchantWith((await openShop()).api_key, base_url);
    const answers = await repeat(601, () => shop.delete(paymentPath(newCode())));
    expect(limited(answers)).toHaveLength(1);
    expectLimited(await shop.send({ method: "POST", path: "/gateway/payments", body: "{" }), 600);
    expectLimited(await shop.post(`${paymentPath(newCode())}/match`), 600);
    expectLimited(await shop.post("/worker/devices", {}), 600);
    expect((await shop.get("/gateway/accounts")).status).toBe(200);
    const other = merchantWith((await openShop()).api_key, base_url);
    expect((await other.delete(paymentPath(newCode()))).status).toBe(404);
  });

  test("one address can read checkout data 3,000 times, with any forwarding header", async () => {
    const { payment_id } = await pendingPayment(await openShop());
    const path = `/checkout/${payment_id}`;
    let address = 0;
    const answers = await repeat(3001, () => {
      address += 1;
      const forwarded = { "x-forwarded-for": `192.0.2.${address % 250}`, "x-real-ip": "192.0.2.1" };
      return callerWith(forwarded, base_url).get(path);
    });
    expect(limited(answers)).toHaveLength(1);
    expectLimited(await nobody(base_url).get(path), 3000);
  });

  test("one device can report 1,200 times, and the merchant's other devices can still report", async () => {
    const shop = await openShop();
    const [busy, idle] = (await Promise.all([approvedDevice(shop), approvedDevice(shop)])).map(
      ({ device_token }) => callerWith({ "x-device-token": device_token }, base_url),
    ) as [Caller, Caller];
    const answers = await repeat(1201, () => busy.post("/worker/heartbeat"));
    expect(limited(answers)).toHaveLength(1);
    expectLimited(await busy.get("/worker/device"), 1200);
    expect((await idle.get("/worker/device")).status).toBe(200);
  });
});

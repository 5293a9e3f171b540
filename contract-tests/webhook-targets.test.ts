import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createServer } from "node:net";
import { expectInvalid, merchantWith } from "./support/http.ts";
import { startServer, type OwnService } from "./support/service.ts";
import { openShop, paymentInput, pendingPayment, postPayment } from "./support/shop.ts";

/** Tests which webhook URLs a create accepts (faults D1, D2, D6, D8). */

const shop = await openShop();

test("the service's own address is refused even if private ones are allowed", async () => {
  const { port } = new URL(inject("service").base_url);
  for (const host of ["localhost", "127.0.0.1", "LOCALHOST.", "[::1]", "2130706433"]) {
    const payment_webhook_url = `http://${host}:${port}/gateway/accounts`;
    expectInvalid(await postPayment(shop, { payment_webhook_url }), "payment_webhook_url");
  }
});

describe.skipIf(inject("transport") === "remote")("if private addresses are not allowed", () => {
  let strict: OwnService;
  beforeAll(async () => {
    strict = await startServer(inject("service"), { WEBHOOK_ALLOW_PRIVATE: "false" });
  });
  afterAll(() => strict.stop());

  const post = (payment_webhook_url: string) =>
    merchantWith(shop.api_key, strict.service.base_url).post(
      "/gateway/payments",
      paymentInput(shop, { payment_webhook_url }),
    );

  test.each([
    ["loopback", "127.0.0.1", "[::1]", "0.0.0.0", "127.255.255.254"],
    ["private networks", "10.0.0.1", "192.168.1.1", "172.16.0.1", "100.64.0.1", "[fd00:ec2::254]"],
    ["link-local and metadata", "169.254.169.254", "[fe80::1]", "[fd00::1]"],
    ["clouds' own services", "168.63.129.16", "161.26.0.10", "166.9.0.1", "0xa83f8110"],
    ["IPv4 inside IPv6", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[64:ff9b::7f00:1]"],
    ["other embeddings", "[2002:7f00:1::]", "[::7f00:1]", "[2001:0:7f00:1::]"],
    ["other spellings", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "①②⑦.⓪.⓪.①"],
    ["local names", "localhost", "localhost.", "a.localhost", "printer.local", "db.internal", "db"],
  ])("%s are refused", async (_kind, ...hosts) => {
    for (const host of hosts) {
      expectInvalid(await post(`https://${host}/webhook`), "payment_webhook_url");
      expectInvalid(await post(`http://${host}:8080/webhook`), "payment_webhook_url");
    }
  });

  test.each([
    ...[22, 25, 6000, 10080].map((port) => `https://shop.example:${port}/`),
    "ftp://shop.example/",
    "http://user:secret@shop.example/",
  ])("%s is refused", async (url) => expectInvalid(await post(url), "payment_webhook_url"));

  test.each([
    "https://shop.example/",
    "https://shop.example:8443/a?b=c",
    "https://93.184.215.14/",
    "http://shop.example/webhook",
    "http://shop.example:8080/webhook",
  ])("%s is accepted unchanged", async (url) => {
    const { status, body } = await post(url);
    expect({ status, ...body }).toMatchObject({
      status: 201,
      data: { payment_webhook_url: url },
    });
  });
});

test("creating a payment calls no server", async () => {
  let connections = 0;
  const listener = createServer(() => (connections += 1)).listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address() as { port: number };
  await pendingPayment(shop, { payment_webhook_url: `http://127.0.0.1:${port}/` });
  expect(connections).toBe(0);
  listener.close();
});

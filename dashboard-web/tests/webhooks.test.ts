import { afterAll, expect, test } from "vitest";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { startReceiver, verified } from "../../contract-tests/support/webhook-receiver.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

/** `broken` fails until a person resends the delivery on the page. */
const receiver = await startReceiver((name, earlier) => ({
  status: name === "broken" && earlier < 3 ? 500 : 200,
  headers: { "content-type": "application/json", "set-cookie": "sid=s3cr3t" },
  body: '{"error":{"code":"busy"}}',
}));
afterAll(() => receiver[Symbol.asyncDispose]());

test("a test event arrives at a new webhook URL, and the response is shown", async () => {
  const shop = await openShop();
  const page = await visit("/webhooks", { as: shop });
  const address = page.getByLabel("Webhook URL");
  await address.fill("not an address");
  await button(page, "Save").click();
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await address.fill(receiver.urlOf("tests"));
  await page.getByLabel(/payment\.cancelled/u).check();
  await button(page, "Save").click();
  await button(page, "Send a test event").click();
  await heading(page, "Delivery").waitFor();
  await page.getByRole("heading", { name: "webhook.test" }).waitFor();
  await page.getByText("HTTP 200", { exact: true }).waitFor();
  const [received] = receiver.heard("tests");
  expect(received && verified(shop, received)).toMatchObject({
    type: "webhook.test",
  });
  await page.reload();
  await page.goBack();
  await expect.poll(() => address.inputValue()).toBe(receiver.urlOf("tests"));
  expect(await page.getByLabel(/payment\.cancelled/u).isChecked()).toBe(true);
});

test("a failed delivery shows each attempt and can be resent manually", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const webhook = { payment_webhook_url: receiver.urlOf("broken") };
  const payment = await pendingPayment(shop, webhook);
  await device.report(transfer(payment.payment_total));
  await receiver.waitFor("broken", 3);

  const page = await visit("/webhooks", { as: shop });
  await page.getByLabel("Status").selectOption("Delivered");
  await page.getByText("No deliveries with this status").waitFor();
  await page.getByLabel("Status").selectOption("Failed");
  await page.getByRole("link", { name: "payment.paid" }).click();
  const details = page.getByRole("complementary", { name: "Delivery" });
  await details.getByRole("link", { name: payment.payment_code }).waitFor();
  await expect.poll(() => details.getByText("HTTP 500", { exact: true }).count()).toBe(3);
  const headers = details.getByLabel("Response headers");
  await expect.poll(() => headers.count()).toBe(3);
  expect(await headers.first().innerText()).toMatch(
    /^content-type: application\/json\nset-cookie: \[redacted\]\n/u,
  );
  expect(await details.getByLabel("Response body").first().innerText()).toBe(
    '{\n  "error": {\n    "code": "busy"\n  }\n}',
  );
  await button(page, "Resend now").click();
  await page.getByText("on request").waitFor();
  await details.getByText("Delivered", { exact: true }).waitFor();
  expect(receiver.heard("broken")).toHaveLength(4);
  await page.goBack();
  await expect.poll(() => page.getByLabel("Status").inputValue()).toBe("FAILED");
});

test("rotating the secret shows the new one once", async () => {
  const shop = await openShop();
  const page = await visit("/webhooks", { as: shop });
  await button(page, "Rotate secret").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByText("New webhook secret").waitFor();
  const secret = await dialog.locator("pre").innerText();
  expect(secret).toMatch(/^whsec_/u);
  expect(secret).not.toBe(shop.webhook_secret);
});

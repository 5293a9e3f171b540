import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { button, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

/** Imitates a push service, because the tests' browsers have none. */
function pretendPushService(this: void) {
  PushManager.prototype.subscribe = async () =>
    ({
      toJSON: () => ({
        endpoint: "https://push.example/send/1",
        keys: {
          p256dh:
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
      }),
    }) as unknown as PushSubscription;
}

const saved = (page: Page) => page.getByRole("form").getByText("Saved", { exact: true }).waitFor();

test("a person's choice of events, hours and language is saved", async () => {
  const page = await visit("/notices", { as: await openShop() });
  const paid = page.getByRole("group", { name: "Invoice paid" });
  await paid.getByLabel("Email").check();
  await page.getByLabel("From").fill("22:00");
  await page.getByLabel("Until").fill("22:00");
  await button(page, "Save").click();
  await expect.poll(() => page.getByLabel("Until").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Until").fill("06:00");
  await page.getByLabel("Language of the messages").selectOption("English");
  await button(page, "Save").click();
  await saved(page);
  await page.reload();
  await expect.poll(() => paid.getByLabel("Email").isChecked()).toBe(true);
  expect(await page.getByLabel("Language of the messages").inputValue()).toBe("en");
  expect(await page.getByLabel("From").inputValue()).toBe("22:00");
  expect(await page.getByLabel("Until").inputValue()).toBe("06:00");
});

test("nothing is chosen before there is a destination", async () => {
  const page = await visit("/overview", { as: await openShop() });
  await page.route("**/dashboard/api/notices", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { channels: object } };
    const channels = { ...answer.data.channels, email: null };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, channels } } });
  });
  await page.goto(new URL("/dashboard/notices", page.url()).href);
  await page.getByText("Connect a destination first.").waitFor();
  expect(await page.getByRole("group", { name: "Invoice paid" }).count()).toBe(0);
});

test("a paid invoice appears in the log of messages, in the reader's language", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const page = await visit("/notices", { as: shop });
  await page.getByRole("group", { name: "Invoice paid" }).getByLabel("Email").check();
  await button(page, "Save").click();
  await saved(page);
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_total));
  const title = `Payment received: Rp${payment.payment_total.toLocaleString("id-ID")}`;
  const listed = async () => {
    const { body } = await shop.person.get("/dashboard/api/notices/messages");
    return (body.data as { items: unknown[] }).items.length;
  };
  await expect.poll(listed).toBe(1);
  await page.reload();
  await page.getByText(title).waitFor();
  await page.getByText("Invoice paid · Email").waitFor();
});

test("a browser gets notices after they are switched on, and none after its removal", async () => {
  const page = await visit("/notices", {
    as: await openShop(),
    whenOpened: pretendPushService,
    permissions: ["notifications"],
  });
  await button(page, "Switch on in this browser").click();
  const remove = page.getByRole("button", { name: /^Remove: Chrome/u });
  await remove.waitFor();
  await page
    .getByRole("group", { name: "Phone or mailbox offline" })
    .getByLabel("Browser")
    .waitFor();
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No browsers yet").waitFor();
});

test("a message from the gateway appears in the browser", async () => {
  const page = await visit("/notices", {
    as: await openShop(),
    whenOpened: pretendPushService,
    permissions: ["notifications"],
  });
  const started = page.context().waitForEvent("serviceworker");
  await button(page, "Switch on in this browser").click();
  const worker = await started;
  await page.getByRole("button", { name: /^Remove: Chrome/u }).waitFor();
  const origin = new URL(page.url()).origin;
  expect(worker.url()).toBe(`${origin}/dashboard/notices-worker.js`);
  const notice = {
    id: "1",
    title: "Payment received: Rp150.123",
    body: "Invoice INV-1 for Budi is paid.",
    link: `${origin}/dashboard/payments/INV-1`,
    language: "en",
  };
  // Chromium without a screen shows no notifications, so the worker's calls are recorded.
  const calls = await worker.evaluate(async (sent) => {
    const kept: unknown[] = [];
    const scope = globalThis as unknown as {
      registration: { scope: string; showNotification(...shown: unknown[]): Promise<void> };
      clients: { openWindow(address: string): Promise<null> };
    };
    scope.registration.showNotification = async (...shown) => void kept.push(shown);
    scope.clients.openWindow = async (address) => (kept.push(address), null);
    kept.push(new URL(scope.registration.scope).pathname);
    const happen = (name: string, fields: object) =>
      dispatchEvent(
        Object.assign(new Event(name), { waitUntil: (done: Promise<unknown>) => done, ...fields }),
      );
    happen("push", { data: { json: () => sent } });
    for (const link of [sent.link, "https://evil.example/"]) {
      happen("notificationclick", { notification: { close() {}, data: { link } } });
    }
    await Promise.resolve();
    return kept;
  }, notice);
  expect(calls).toEqual([
    "/dashboard/notices",
    [notice.title, { body: notice.body, tag: "1", lang: "en", data: { link: notice.link } }],
    notice.link,
    "/dashboard",
  ]);
});

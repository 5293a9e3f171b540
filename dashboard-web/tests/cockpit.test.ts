import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { transfer, type Device } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import {
  axeViolations,
  isScrolledSideways,
  show,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { limits } from "../src/base/limits.ts";
import { connectToService, growShop } from "./grown-shop.ts";
import { heading, visit } from "./open-dashboard.ts";
import { approvedDevice, grantDays, newMerchant, openShop, type Merchant } from "./people.ts";

/** Tests the overview of a shop with 10,000 paid invoices, and its first line. */

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const database = connectToService();
afterAll(() => database.end());

const beat = async (device: Device) =>
  dataOf(await device.post("/worker/heartbeat", { battery: 80 }));

const fallSilent = ({ device_id }: Device) => database`
  update devices
  set last_seen_at = now() - interval '5 minutes', offline_since = now() - interval '3 minutes'
  where device_id = ${device_id}
`;

const shop = await openShop("Toko Sari Rasa");
const phone = await approvedDevice(shop, { device_name: "HP kasir" });
await beat(phone);
const paid = await growShop(database, shop);

const zone = "Asia/Jakarta";
const dayOf = (daysAgo: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(Date.now() - daysAgo * 86_400_000);
const lastDays = (count: number, skipped = 0) =>
  Array.from({ length: count }, (_, at) => dayOf(skipped + count - 1 - at));
const sumOf = (days: string[]) =>
  days.reduce((total, day) => total + (paid.get(day)?.total ?? 0), 0);
const rupiah = (amount: number) => `Rp${amount.toLocaleString("id-ID")}`;

const total = (page: Page) => page.locator(".income-total").innerText();
const chart = (page: Page) => page.getByRole("slider");
const drawn = (page: Page) => page.locator(".income-chart canvas").waitFor();

test("the chart is compared with an earlier period only if the shop had income then", async () => {
  const legends = async (as: Merchant) => {
    const page = await visit("/", { as });
    await drawn(page);
    return page.locator(".legend").innerText();
  };
  expect(await legends(shop)).toContain("Previous period");
  const young = await openShop("Toko Baru");
  const device = await approvedDevice(young);
  const { payment_total } = await pendingPayment(young);
  await device.report(transfer(payment_total));
  expect(await legends(young)).not.toContain("Previous period");
});

test("the income of 10,000 payments is the same on the page, in its table and in its file", async () => {
  expect(paid.size).toBeGreaterThan(150);
  const page = await visit("/", { as: shop });
  await drawn(page);
  expect(await total(page)).toBe(rupiah(sumOf(lastDays(28))));

  await page.getByText("As a table", { exact: true }).click();
  const rows = page.locator(".days tbody tr");
  expect(await rows.count()).toBe(28);
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
  );
  const expected = lastDays(28).map((day, at) => {
    const before = lastDays(28, 28)[at] ?? "";
    return [rupiah(paid.get(day)?.total ?? 0), rupiah(paid.get(before)?.total ?? 0)];
  });
  expect(shown.map(([, income, , previous]) => [income, previous])).toEqual(expected.toReversed());

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const lines = await textOf(download);
  expect(lines).toHaveLength(1 + 28);
  expect(lines.slice(1).map((line) => Number(line.split(",")[4]))).toEqual(
    lastDays(28).map((day) => paid.get(day)?.total ?? 0),
  );
  expect(lines[1]).toContain("T00:00:00+07:00,Asia/Jakarta,");
});

async function textOf(download: { createReadStream(): Promise<NodeJS.ReadableStream> }) {
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString().trimEnd().split("\r\n");
}

test("periods are listed in order, and the address has the chosen one", async () => {
  const page = await visit("/", { as: shop });
  await drawn(page);
  const periods = page.getByRole("group", { name: "Period" }).getByRole("button");
  expect(await periods.allInnerTexts()).toEqual(["7 days", "4 weeks", "13 weeks"]);
  await periods.first().click();
  await expect.poll(() => page.url()).toContain("/dashboard/?days=7");
  await expect.poll(() => total(page)).toBe(rupiah(sumOf(lastDays(7))));
  await periods.last().click();
  await expect.poll(() => total(page)).toBe(rupiah(sumOf(lastDays(91))));
  await page.reload();
  await expect.poll(() => total(page)).toBe(rupiah(sumOf(lastDays(91))));
  expect(await periods.last().getAttribute("aria-pressed")).toBe("true");
});

test("a calendar month is chosen, and its address shows it to another person", async () => {
  const month = dayOf(60).slice(0, 7);
  const days = [...paid.keys()].filter((day) => day.startsWith(month));
  const page = await visit("/", { as: shop });
  await drawn(page);
  await page.getByLabel("Month").selectOption(month);
  await expect.poll(() => page.url()).toContain(`?month=${month}`);
  await expect.poll(() => total(page)).toBe(rupiah(sumOf(days)));
  const other = await visit(`/?month=${month}`, { as: shop });
  await expect.poll(() => total(other)).toBe(rupiah(sumOf(days)));
  expect(
    await other.getByRole("group", { name: "Period" }).locator("[aria-pressed=true]").count(),
  ).toBe(0);
});

test.each(["month=2026-13", "month=1999-12", "days=8", "days=x"])(
  "a mistyped address (%s) shows the last four weeks",
  async (query) => {
    const page = await visit(`/?${query}`, { as: shop });
    await expect.poll(() => total(page)).toBe(rupiah(sumOf(lastDays(28))));
  },
);

test("the current month's future days are empty, not zero", async () => {
  const month = dayOf(0).slice(0, 7);
  const page = await visit(`/?month=${month}`, { as: shop });
  await drawn(page);
  const [year = 0, number = 0] = month.split("-").map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const left = length - Number(dayOf(0).slice(8));
  await page.getByText("As a table", { exact: true }).click();
  expect(await page.locator(".days").getByText("Still to come").count()).toBe(left);
  expect(await page.locator(".days").getByText("Today so far").count()).toBe(1);
  await chart(page).focus();
  await page.keyboard.press("Home");
  // The previous month can be longer, and then has places after the end.
  for (let day = 0; day < length; day++) await page.keyboard.press("ArrowRight");
  if ((await chart(page).getAttribute("aria-valuenow")) !== String(length)) {
    await page.keyboard.press("ArrowLeft");
  }
  const told = await chart(page).getAttribute("aria-valuetext");
  expect(told).toContain(left > 0 ? "Still to come" : "Today so far");
});

test("the arrow keys move through the days, and a screen reader announces each", async () => {
  const page = await visit("/?days=7", { as: shop });
  await drawn(page);
  const told = () => chart(page).getAttribute("aria-valuetext");
  expect(await told()).toContain("Today so far");
  await chart(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await told()).toContain(rupiah(paid.get(dayOf(1))?.total ?? 0));
  expect(await page.locator(".day-card").innerText()).toContain(
    rupiah(paid.get(dayOf(8))?.total ?? 0),
  );
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  // The day had no payment, and the page says zero.
  expect(await told()).toContain("Rp0, 0 invoices");
  await page.keyboard.press("Escape");
  expect(await page.locator(".day-card").count()).toBe(0);
});

test("hovering shows a day, its invoices and the compared day", async () => {
  const page = await visit("/?days=7", { as: shop });
  await drawn(page);
  const box = await page.locator(".income-chart .u-over").boundingBox();
  if (!box) throw new Error("there is no chart");
  await page.mouse.move(box.x + box.width * (5.5 / 7), box.y + box.height / 2);
  const card = page.locator(".day-card");
  const yesterday = paid.get(dayOf(1));
  await expect.poll(() => card.innerText()).toContain(rupiah(yesterday?.total ?? 0));
  expect(await card.innerText()).toContain(`${yesterday?.count} invoices`);
  expect(await card.innerText()).toContain(rupiah(paid.get(dayOf(8))?.total ?? 0));
  const shown = await card.boundingBox();
  expect(shown && shown.x + shown.width).toBeLessThanOrEqual(1280);
  await page.mouse.move(0, 0);
  await expect.poll(() => card.count()).toBe(0);
});

test("one account's figures show only its money, and the address keeps the account", async () => {
  const own = await openShop("Toko dua rekening");
  const device = await approvedDevice(own);
  const second = dataOf<Account>(
    await own.person.post("/dashboard/api/accounts", {
      channel_id: own.account.channel_id,
      account_number: "9876543210",
      account_name: "TOKO CONTOH",
    }),
  );
  const pay = async (account_id: string, payment_amount: number) => {
    const { payment_total } = dataOf<{ payment_total: number }>(
      await own.post("/gateway/payments", {
        account_id,
        payment_code: `INV-${payment_amount}`,
        payment_amount,
        payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
        customer_name: "Budi",
        customer_email: "budi@example.com",
      }),
    );
    await device.report(transfer(payment_total));
    return payment_total;
  };
  const payment_total = await pay(own.account.account_id, 50_000);
  const page = await visit("/?days=7", { as: own });
  await expect.poll(() => total(page)).toBe(rupiah(payment_total));
  await page.getByLabel("Account").selectOption(second.account_id);
  await expect.poll(() => total(page)).toBe("Rp0");
  await page.getByText("No paid invoices in this period or the one before.").waitFor();
  expect(page.url()).toContain(`?days=7&account=${second.account_id}`);
  await page.getByLabel("Account").selectOption(own.account.account_id);
  await expect.poll(() => total(page)).toBe(rupiah(payment_total));

  await grantDays(second);
  await pay(second.account_id, 1_000_000);
  const both = await visit("/?days=7", { as: own });
  await both.getByText("BCA 9876543210 95% · BCA 1234567890 5%").waitFor();
});

const truth = (page: Page) => page.getByRole("region", { name: "Needs attention" });

test("each sum of today leads to its invoices, and an expired invoice to a message", async () => {
  const own = await openShop("Toko hari ini");
  const device = await approvedDevice(own);
  const [paidNow, waiting] = [await pendingPayment(own), await pendingPayment(own)];
  await device.report(transfer(paidNow.payment_total));
  const customer_phone = "0812 3456 7890";
  const late = await pendingPayment(own, { customer_phone, payment_code: "LATE-1" });
  await database`
    update payments
    set payment_expired_at = now() - interval '1 minute'
    where payment_id = ${late.payment_id}
  `;
  const page = await visit("/", { as: own });
  await page.getByText("Recently paid").waitFor();
  const money = page.getByRole("region", { name: "Money today" });
  const guide = page.getByText("Set up your shop");
  expect((await placeOf(guide)).y).toBeGreaterThan((await placeOf(money)).y);
  const remind = page.getByRole("link", { name: "Ask by WhatsApp LATE-1" });
  expect(await remind.getAttribute("href")).toMatch(
    /^https:\/\/wa\.me\/6281234567890\?text=Halo%20.*LATE-1/,
  );
  expect(await page.getByText("If the customer has no phone number").count()).toBe(0);
  const code = page.locator(".row-link");
  for (const payment of [paidNow, waiting, late]) {
    await money.getByRole("link", { name: rupiah(payment.payment_total), exact: true }).click();
    await expect.poll(() => code.allInnerTexts()).toEqual([payment.payment_code]);
    await page.goBack();
  }
});

test("today is compared with the same part of yesterday", async () => {
  const step = limits.comparedMilliseconds;
  const sumUntil = async (time: number) => {
    const [row] = await database<{ sum: number }[]>`
      select coalesce(sum(payment_total), 0)::bigint as sum
      from payments
      where merchant_id = ${shop.merchant_id}
        and payment_status = 'PAID'
        and payment_updated_at < ${new Date(Math.floor(time / step) * step - 86_400_000)}
        and (payment_updated_at at time zone ${zone})::date = (now() at time zone ${zone})::date - 1
    `;
    return rupiah(row?.sum ?? 0);
  };
  const begun = Date.now();
  const page = await visit("/", { as: shop });
  const line = page.getByRole("region", { name: "Money today" }).getByText("by now yesterday");
  await line.waitFor();
  const shown = await line.innerText();
  const sums = [await sumUntil(begun), await sumUntil(Date.now())];
  expect(sums.map((sum) => `${sum} by now yesterday`)).toContain(shown.split(" · ").at(-1));
  // Without income then, there is nothing to compare.
  expect(shown).toMatch(/^(?:[+-]?[\d,.]+[%×] · |Rp0 )/u);

  const young = await openShop("Toko kemarin");
  const device = await approvedDevice(young);
  await device.report(transfer((await pendingPayment(young)).payment_total));
  await (await visit("/", { as: young })).getByText("Rp0 by now yesterday").waitFor();
});

test("before a link is shared, the phone that stopped reporting is named", async () => {
  const own = await openShop("Toko tautan");
  const device = await approvedDevice(own, { device_name: "HP kasir" });
  await beat(device);
  await fallSilent(device);
  const page = await visit("/links/new", { as: own });
  await page.getByText("Tepat cannot see payments now: HP kasir is offline.").waitFor();
  await page.getByRole("link", { name: "Check the phone" }).click();
  await heading(page, "Sources").waitFor();
});

test("before a link is shared, used-up days are not called a missing source", async () => {
  const own = await newMerchant("Toko tanpa hari");
  dataOf(
    await own.person.post("/dashboard/api/accounts", {
      channel_id: shop.account.channel_id,
      account_number: "1234567890",
      account_name: "TOKO CONTOH",
    }),
  );
  const device = await approvedDevice(own, { device_name: "HP kasir" });
  await beat(device);
  const page = await visit("/links/new", { as: own });
  await page.getByText("No account has days of use left.").waitFor();
  // The other account has days and no source.
  await page.route("**/dashboard/api/counter", async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: { accounts: object[] } };
    const accounts = data.accounts.flatMap((account) => [
      account,
      { ...account, obstacle: "account_not_watched" },
    ]);
    await route.fulfill({ response, json: { ...rest, data: { ...data, accounts } } });
  });
  await page.reload();
  await page.getByText("Some have no days of use left, and no source watches").waitFor();
  await page.getByRole("link", { name: "See the accounts" }).click();
  await heading(page, "Accounts").waitFor();
});

test("the first line names the problems, worst first, with a link for each", async () => {
  const own = await openShop("Toko sakit");
  const device = await approvedDevice(own, { device_name: "HP kasir" });
  await beat(device);
  await device.report(transfer(777_001), transfer(777_002));
  await fallSilent(device);
  const page = await visit("/", { as: own });
  await truth(page).getByRole("link", { name: "HP kasir silent for 5 minutes" }).waitFor();
  const texts = await truth(page).getByRole("link").allInnerTexts();
  expect(texts.slice(0, 2)).toEqual([
    "HP kasir silent for 5 minutes",
    "2 transfers need a decision: Rp1.554.003",
  ]);
  await truth(page).getByRole("link", { name: "2 transfers need a decision: Rp1.554.003" }).click();
  await heading(page, "To decide").waitFor();
  await page.goBack();
  await truth(page)
    .getByRole("link", { name: /^HP kasir silent/ })
    .click();
  await heading(page, "Sources").waitFor();
});

test("when the phone reports again, the line changes without a reload", async () => {
  const own = await openShop("Toko sembuh");
  const device = await approvedDevice(own, { device_name: "HP kasir" });
  await beat(device);
  await fallSilent(device);
  const page = await visit("/", { as: own });
  const silent = truth(page).getByRole("link", { name: /^HP kasir silent/ });
  await silent.waitFor();
  await beat(device);
  await silent.waitFor({ state: "detached" });
});

test("without problems one sentence reports this with the time of the check", async () => {
  const calm = await calmShop();
  const page = await visit("/", { as: calm });
  await truth(page).getByText("Nothing needs attention.").waitFor();
  expect((await truth(page).innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /^Nothing needs attention\. 1 phone healthy, last signal .+\. 1 simulated phone is not counted\. Checked at \d\d:\d\d\.$/,
  );
  expect(await truth(page).getByRole("link").count()).toBe(0);
  await page.getByRole("link", { name: "Accounts and sources" }).first().click();
  await page.getByRole("link", { name: "Sources", exact: true }).click();
  await page.getByText("Simulated, not counted").waitFor();
});

/**
 * Opens a shop whose first steps are all done, including those of a program. A simulated phone has
 * paid an invoice.
 */
async function calmShop() {
  const own = await openShop("Toko tenang");
  const device = await approvedDevice(own);
  await beat(device);
  const { merchant_id } = own;
  await database`
    update merchants set webhook_url = 'https://shop.example/hook' where merchant_id = ${merchant_id}
  `;
  await database`
    insert into authenticators (merchant_id, person_id, sealed_secret, enabled_at)
    select merchant_id, person_id, 'x'::bytea, now() from people where merchant_id = ${merchant_id}
  `;
  await database`
    insert into webhook_deliveries (merchant_id, delivery_id, event_type, url, body, delivery_status, created_at)
    values (${merchant_id}, ${`msg_${crypto.randomUUID().replaceAll("-", "")}`}, 'webhook.test', 'https://shop.example/', '{}', 'SUCCESS', now())
  `;
  await database`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, is_simulated, created_at,
      approved_at, last_seen_at, last_heartbeat_at, offline_since
    )
    values (
      ${merchant_id}, gen_random_uuid(), 'simulated', 'Simulator', decode(md5(random()::text), 'hex'), 'ACTIVE', true,
      now(), now(), now() - interval '9 days', now() - interval '9 days', now() - interval '9 days'
    )
  `;
  await growShop(database, own);
  await database`
    insert into payment_days (merchant_id, account_id, day, simulated_count, simulated_total)
    values (${merchant_id}, ${own.account.account_id}, (now() at time zone 'Asia/Jakarta')::date, 2, 20482)
    on conflict on constraint payment_days_key do update set simulated_count = 2, simulated_total = 20482
  `;
  return own;
}

test("a simulated phone's payments are marked and excluded from every sum", async () => {
  const calm = await calmShop();
  const page = await visit("/", { as: calm });
  await page.getByText("Not counted: 2 invoices that a simulated phone paid, Rp20.482.").waitFor();
  expect(await page.getByText("20.482").count()).toBe(1);
  const sum = await total(page);
  await page.getByText("As a table", { exact: true }).click();
  expect(await page.locator(".days tbody tr").first().innerText()).not.toContain("20.482");
  expect(sum).toMatch(/^Rp[\d.]+$/);
});

test("a new shop sees the way to its guide, then its missing account, and no chart of zeros", async () => {
  const page = await visit("/", { as: await newMerchant() });
  await page.getByText("0 of 5 done").waitFor();
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
  expect(await page.getByRole("group", { name: "Period" }).count()).toBe(0);
  expect(await page.getByText("Nothing needs attention.").count()).toBe(0);
  await page.getByRole("button", { name: "Do not show again" }).click();
  await page.getByText("No paid invoices in this period or the one before.").waitFor();
  expect(await page.locator("canvas").count()).toBe(0);
  await truth(page).getByRole("link", { name: "No account to receive money yet" }).click();
  await page.waitForURL(/\/accounts\/new$/u);
});

test.each([390, 1440])(
  "at %i pixels the overview's shape stands before its data, and nothing moves when they arrive",
  async (width) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    const page = await visit("/", {
      as: shop,
      viewport: { width, height: 900 },
      prepare: (opened) =>
        opened
          .route(/\/dashboard\/api\/(?:attention|checklist|overview)/u, async (route) => {
            await isReleased;
            await route.continue();
          })
          .then(() => undefined),
      whenOpened: () => {
        const moved: string[] = [];
        Object.assign(globalThis, { moved });
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { sources: { node: Node | null }[] }[];
          for (const { sources } of shifts) {
            moved.push(...sources.map(({ node }) => node?.textContent ?? ""));
          }
        }).observe({ type: "layout-shift", buffered: true });
      },
    });
    await expect.poll(() => page.locator(".outline span").count()).toBe(3);
    release();
    await drawn(page);
    expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual(
      [],
    );
  },
);

const placeOf = async (locator: ReturnType<Page["locator"]>) =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test("at 1440 the sum, its figures and the chart are seen without scrolling", async () => {
  const page = await visit("/", { as: shop, viewport: { width: 1440, height: 900 } });
  await drawn(page);
  const figures = await page.locator(".income dd.figure").all();
  expect(figures).toHaveLength(4);
  const places = await Promise.all(figures.map((figure) => figure.boundingBox()));
  expect(new Set(places.map((place) => place?.y)).size).toBe(1);
  await takePicture(page, path.join(folder, "cockpit-calm-1440.png"));
  const legend = await page.locator(".legend").boundingBox();
  expect((legend?.y ?? Infinity) + (legend?.height ?? 0)).toBeLessThanOrEqual(900);
});

test("the last customers who paid are listed right after the sums of today, on a desktop beside the chart", async () => {
  const page = await visit("/", { as: shop, viewport: { width: 390, height: 844 } });
  await drawn(page);
  const places = async () => ({
    money: await placeOf(page.getByRole("region", { name: "Money today" })),
    newest: await placeOf(page.getByText("Recently paid", { exact: true })),
    period: await placeOf(page.getByRole("group", { name: "Period" })),
  });
  const phone = await places();
  expect(phone.newest.y).toBeGreaterThan(phone.money.y);
  expect(phone.period.y).toBeGreaterThan(phone.newest.y);
  await show(page, { viewport: { width: 1440, height: 900 }, colorScheme: "light" });
  const wide = await places();
  expect(wide.newest.x).toBeGreaterThan(wide.period.x);
  expect(wide.newest.y).toBeLessThan(wide.period.y + 100);
});

test("differences have a link only while one is open, and a period without data has no download", async () => {
  const own = await openShop("Toko selisih");
  const device = await approvedDevice(own);
  await device.report(transfer((await pendingPayment(own)).payment_total));
  const page = await visit("/", { as: own });
  await drawn(page);
  await page.getByRole("link", { name: "Download CSV" }).waitFor();
  const link = page.getByRole("link", { name: "Differences and refunds" });
  expect(await link.count()).toBe(0);
  await device.report(transfer(777_001));
  await page.reload();
  await link.click();
  await heading(page, "To decide").waitFor();

  const emptyShop = await openShop("Toko kosong");
  await emptyShop.person.post("/dashboard/api/checklist/end", {});
  const empty = await visit("/", { as: emptyShop });
  await empty.getByText("No paid invoices in this period or the one before.").waitFor();
  expect(await empty.getByRole("link", { name: "Download CSV" }).count()).toBe(0);
  expect(await empty.locator(".income dd.figure").count()).toBe(0);
});

test("without its script the chart is missing, and the table has the same figures", async () => {
  const page = await visit("/", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/income-chart/u, (route) => route.abort());
    },
  });
  await expect.poll(() => total(page)).toBe(rupiah(sumOf(lastDays(28))));
  await page.getByText("As a table", { exact: true }).click();
  expect(await page.locator(".days tbody tr").count()).toBe(28);
});

/** Creates every open task for a picture. */
async function makeTroubles() {
  const { merchant_id, account } = shop;
  await phone.report(transfer(777_001), transfer(777_002));
  await fallSilent(phone);
  await database`update accounts set account_quota = 2 where account_id = ${account.account_id}`;
  await database`
    insert into webhook_deliveries (
      merchant_id, delivery_id, event_type, url, device_id, delivery_status, created_at
    )
    values (
      ${merchant_id}, ${`msg_${crypto.randomUUID().replaceAll("-", "")}`}, 'device.offline', 'https://shop.example/',
      ${phone.device_id}, 'FAILED', now()
    )
  `;
}

const screens = [320, 390, 720, 820, 1000, 1280, 1440];

test.each(["id-ID", "en-GB"] as const)(
  "fits every screen in %s and in either scheme, and axe finds nothing",
  async (locale) => {
    await makeTroubles();
    const page = await visit("/", { as: shop, locale });
    await drawn(page);
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of screens) {
        await show(page, { viewport: { width, height: width < 600 ? 844 : 900 }, colorScheme });
        await expect.poll(() => chartWidth(page)).toBeLessThanOrEqual(width);
        expect(await isScrolledSideways(page)).toBe(false);
        expect(await brokenSums(page)).toEqual([]);
        const name = `cockpit-${locale.slice(0, 2)}-${colorScheme}-${width}.png`;
        await takePicture(page, path.join(folder, name));
      }
      expect(await axeViolations(page)).toEqual([]);
    }
  },
);

/** Returns the sums that take more than one line, or more room than they have. */
const brokenSums = (page: Page) =>
  page.locator(".income-total, dd.figure").evaluateAll((sums) =>
    sums
      .filter((sum) => {
        const range = document.createRange();
        range.selectNodeContents(sum.querySelector("a") ?? sum.firstChild ?? sum);
        return range.getClientRects().length > 1 || sum.scrollWidth > sum.clientWidth;
      })
      .map(({ textContent }) => textContent),
  );

const chartWidth = (page: Page) =>
  page.locator(".income-chart canvas").evaluate((canvas) => canvas.getBoundingClientRect().width);

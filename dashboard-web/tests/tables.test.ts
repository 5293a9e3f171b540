import path from "node:path";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { formatRupiah } from "../../web-shared/src/money.ts";
import { cancelledPayment, pendingPayment } from "../../contract-tests/support/shop.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { startReceiver } from "../../contract-tests/support/webhook-receiver.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { button, heading, keptWindow, turnTo, view, visit } from "./open-dashboard.ts";
import { approvedDevice, invoiceByHand, openShop } from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const shop = await openShop();
const device = await approvedDevice(shop);
// The customers of these invoices have not chosen how to pay, so there are no payments yet.
const byHand = await invoiceByHand(shop, {
  account_id: null,
  payment_amount: 45_000,
  customer_name: "Dewi Lestari",
});
const chosenLater = await invoiceByHand(shop, {
  account_id: null,
  payment_amount: 12_345_678,
  customer_name: "Agus Wijaya Kusumaningrat",
});

const paid = await pendingPayment(shop, {
  payment_code: "INV-2026-11-0042",
  customer_name: "Budi Santoso",
});
await device.report(transfer(paid.payment_total));
const cancelled = await cancelledPayment(shop);
const waiting = await pendingPayment(shop, {
  payment_code: "KATERING-IBU-HJ-SITI-RAHAYU-WULANDARI-2026-11-0043",
  customer_name: "Hj. Siti Rahayu Wulandari Kusumaningrum",
  payment_amount: 12_345_678,
});
await device.report(transfer(75_000), transfer(76_000));
const { items: mutations } = dataOf<{ items: { id: string; amount_parsed: number }[] }>(
  await shop.person.get("/dashboard/api/mutations"),
);
const unmatched = mutations.find(({ amount_parsed }) => amount_parsed === 75_000)?.id ?? "";

const receiver = await startReceiver((name) => ({ status: name === "gone" ? 410 : 200 }));
afterAll(() => receiver[Symbol.asyncDispose]());
for (const url of [receiver.urlOf("shop"), "http://127.0.0.1:65534/refused"]) {
  dataOf(await shop.person.post("/dashboard/api/settings", { webhook_url: url }));
  dataOf(await shop.person.post("/dashboard/api/deliveries", {}));
}

const codes = [waiting, cancelled, paid].map(({ payment_code }) => payment_code);
const unchosen = [chosenLater, byHand].map(({ payment_code }) => payment_code);

const rowLink = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const panel = (page: Page, name: string) => page.getByRole("complementary", { name });

const looks = [
  { width: 320, locale: "id-ID", colorScheme: "light" },
  { width: 390, locale: "id-ID", colorScheme: "dark" },
  { width: 720, locale: "en-GB", colorScheme: "light" },
  { width: 1024, locale: "en-GB", colorScheme: "dark" },
  { width: 1440, locale: "id-ID", colorScheme: "light" },
] as const;

const windows = {
  "id-ID": keptWindow({ as: shop, locale: "id-ID" }),
  "en-GB": keptWindow({ as: shop, locale: "en-GB" }),
};
/** Opens a window for tests that change nothing. */
const open = (address: string) =>
  windows["en-GB"](address, { viewport: { width: 1280, height: 860 }, colorScheme: "light" });

/** Returns the cells whose text takes more than one line, or more room than it has. */
const broken = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        let isBroken = cell.scrollWidth > cell.clientWidth;
        while (texts.nextNode()) {
          range.selectNodeContents(texts.currentNode);
          isBroken ||= range.getClientRects().length > 1;
        }
        return isBroken;
      })
      .map(({ textContent }) => textContent),
  );

describe.each(looks)("at $width pixels, $locale, $colorScheme", ({ width, ...how }) => {
  const { locale, colorScheme } = how;
  const openHere = (address: string) =>
    windows[locale](address, { viewport: { width, height: 900 }, colorScheme });

  test("the list of invoices fits, and no amount or status wraps", async () => {
    const page = await openHere("/payments");
    await page.getByRole("row").nth(3).waitFor();
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await broken(page, "td.amount")).toEqual([]);
    expect(await broken(page, "td.state")).toEqual([]);
    if (width < 1024) {
      const names = page.locator("td.party");
      expect(await names.count()).toBeGreaterThan(0);
      expect(
        await names.evaluateAll((cells) =>
          cells
            .filter((cell) => cell.scrollWidth > cell.clientWidth)
            .map(({ textContent }) => textContent),
        ),
      ).toEqual([]);
    }
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(folder, `table-payments-${width}.png`));
    const heights = await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });

  test.each(["mutations", "webhooks", "audit-log", "payments?status=OPEN"])(
    "the table of %s fits, its rows open, and axe finds nothing",
    async (address) => {
      const name = address.split("?")[0] ?? "";
      const page = await openHere(`/${address}`);
      const rows = page.locator(".table tbody tr");
      await rows.first().waitFor();
      expect(await isScrolledSideways(page)).toBe(false);
      expect(await broken(page, "td.amount, td.state")).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, path.join(folder, `table-${name}-each-${width}.png`));
      await rows.first().click({ position: { x: 5, y: 5 } });
      if (width >= 1024 || name === "audit-log") await page.getByRole("complementary").waitFor();
      else await page.locator(".back").waitFor();
      await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
      expect(await isScrolledSideways(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, path.join(folder, `table-${name}-row-${width}.png`));
    },
  );

  test("a click anywhere in a row shows its details, beside the list if there is room", async () => {
    const page = await openHere("/payments");
    const row = page.getByRole("row").filter({ hasText: paid.payment_code });
    await row.click({ position: { x: 5, y: 5 } });
    if (width < 1024) {
      await heading(page, paid.payment_code).waitFor();
    } else {
      await panel(page, paid.payment_code).getByText("SITI RAHAYU").first().waitFor();
      expect(await isScrolledSideways(page)).toBe(false);
      expect(await broken(page, "td.amount")).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
    }
    await takePicture(page, path.join(folder, `table-payment-${width}.png`));
  });
});

test("invoices without a payment stand among the others, and under their own state", async () => {
  const page = await open("/payments");
  const rows = page.locator(".table tbody tr");
  await expect.poll(() => rows.last().textContent()).toContain("Dewi Lestari");
  expect(await rows.last().getByRole("checkbox").count()).toBe(0);
  await page.getByLabel("Search").fill("dewi");
  await page.keyboard.press("Enter");
  await page.locator(".totals").getByText("1 invoice").waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await page.getByRole("link", { name: "Method not chosen" }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).search).toBe("?status=OPEN");
  await page.getByRole("link", { name: /Sort oldest first/u }).click();
  await expect.poll(() => rows.first().textContent()).toContain("Dewi Lestari");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const details = page.getByRole("complementary");
  await details.getByText("Method not chosen").waitFor();
  await details.getByRole("link", { name: "Send by WhatsApp" }).first().waitFor();
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "detached" });
  // The focus returns to the row.
  await rows.first().locator("a:focus").waitFor();
  await page.getByRole("link", { name: "Paid", exact: true }).click();
  await page.getByRole("link", { name: paid.payment_code }).waitFor();
  expect(new URL(page.url()).search).toBe("?status=PAID&order=oldest");
  await button(page, "Filters").click();
  await page.getByLabel("Kind").selectOption("Manual");
  await page.getByText("No matching invoices").waitFor();
  await button(page, "Filters (1)").waitFor();
  await page.goto(page.url().replace(/\/payments.*/u, `/invoices/${byHand.sale_id}`));
  await heading(page, byHand.payment_code).waitFor();
});

test("a transfer has the code of its invoice as a link, and the list is saved with its filters", async () => {
  const page = await open("/mutations");
  const row = page.getByRole("row").filter({ hasText: paid.payment_code });
  await row.getByText("Matched").waitFor();
  const download = (name: string) => page.getByRole("link", { name, exact: true });
  expect(await download("Download Excel").getAttribute("href")).toMatch(
    /\/mutations\.xlsx\?language=en$/u,
  );
  await view(page, "Unmatched").click();
  await row.waitFor({ state: "detached" });
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    download("Download results as CSV").click(),
  ]);
  const lines = (await text(await saved.createReadStream())).trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).not.toContain(paid.payment_code);
  await view(page, "All").click();
  await row.getByRole("link", { name: paid.payment_code }).click();
  await heading(page, paid.payment_code).waitFor();
});

test("webhooks and the audit log count a filter's results and sort from the oldest", async () => {
  const page = await open("/webhooks");
  await page.getByText("2 deliveries", { exact: true }).waitFor();
  const events = page.locator(".table tbody .title");
  await page.getByLabel("Status").selectOption("Failed");
  await page.getByText("1 delivery", { exact: true }).waitFor();
  await page.goto(page.url().replace(/\/webhooks.*/u, "/audit-log"));
  await page.getByText(/^\d+ entries$/u).waitFor();
  const newest = await events.first().textContent();
  await page.getByRole("link", { name: /Sort oldest first/u }).click();
  await expect.poll(() => events.first().textContent()).not.toBe(newest);
  await expect.poll(() => events.last().textContent()).toBe(newest);
});

test("a row is a real link, so a middle click opens the invoice's page in another tab", async () => {
  const page = await visit("/payments", { as: shop });
  await page.locator(".totals").getByText("5 invoices").waitFor();
  // On a link's middle click, the browser opens a tab if the page does not handle the click. A tab behind the page is
  // not always drawn, so the test stops the opening at the last moment.
  const opens = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("auxclick", (event) => {
          const link = (event.target as Element).closest("a");
          resolve({ path: link?.pathname, isLeftAlone: !event.defaultPrevented });
          event.preventDefault();
        });
      }),
  );
  await page
    .getByRole("row")
    .filter({ hasText: waiting.payment_code })
    .click({ button: "middle", position: { x: 300, y: 12 } });
  expect(await opens).toEqual({
    path: `/dashboard/payments/${waiting.payment_code}`,
    isLeftAlone: true,
  });
  expect(page.context().pages()).toHaveLength(1);
  expect(await panel(page, waiting.payment_code).count()).toBe(0);
});

test("the keyboard alone operates the panel, Escape closes it, and the focus returns", async () => {
  const page = await visit("/payments", { as: shop });
  await page.getByRole("row").nth(3).waitFor();
  await page.keyboard.press("j");
  expect(await focused(page)).toBe(codes[0]);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  expect(await focused(page)).toBe(codes[1]);
  await page.keyboard.press("Enter");
  await panel(page, cancelled.payment_code).getByText("Cancelled").first().waitFor();
  await expect.poll(() => focused(page)).toBe(cancelled.payment_code);
  await page.keyboard.press("j");
  await panel(page, paid.payment_code).getByText("Transfer recorded").waitFor();
  await page.reload();
  await page.getByRole("row").nth(3).waitFor();
  await panel(page, paid.payment_code).getByText("Transfer recorded").waitFor();
  await page.keyboard.press("Escape");
  await panel(page, paid.payment_code).waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe(paid.payment_code);
  expect(new URL(page.url()).search).toBe("");
});

test("going back closes the panel, and the list keeps its place", async () => {
  const page = await open("/payments?status=PAID");
  await rowLink(page, paid.payment_code).click();
  await panel(page, paid.payment_code).waitFor();
  await page.goBack();
  await panel(page, paid.payment_code).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?status=PAID");
});

test("shortcut keys are ignored during typing, and `/` moves to the search", async () => {
  const page = await visit("/payments", { as: shop });
  await page.getByRole("row").nth(3).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("jk/?budi");
  expect(await page.getByLabel("Search").inputValue()).toBe("jk/?budi");
  await page.getByLabel("Search").fill("budi");
  await page.keyboard.press("Enter");
  await rowLink(page, waiting.payment_code).waitFor({ state: "detached" });
  await rowLink(page, paid.payment_code).waitFor();
});

test("invoices are searched during typing, and a step back leads to the page before", async () => {
  const page = await visit("/mutations", { as: shop });
  await page.getByRole("row").nth(1).waitFor();
  await page.getByRole("link", { name: "Invoices", exact: true }).first().click();
  await rowLink(page, waiting.payment_code).waitFor();
  const search = page.getByLabel("Search");
  await search.click();
  await page.keyboard.type("bud");
  await rowLink(page, waiting.payment_code).waitFor({ state: "detached" });
  await rowLink(page, paid.payment_code).waitFor();
  expect(new URL(page.url()).search).toBe("?search=bud");
  // The field keeps the focus, so that the person can continue to type.
  await page.keyboard.type("i");
  await expect.poll(() => new URL(page.url()).search).toBe("?search=budi");
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await rowLink(page, waiting.payment_code).waitFor();
  expect(await search.inputValue()).toBe("");
  await page.goBack();
  await page.goBack();
  await heading(page, "Transfers").waitFor();
});

test("on a phone a link to an open panel shows the details instead of the list", async () => {
  const page = await visit(`/payments?show=${paid.payment_code}`, {
    as: shop,
    viewport: { width: 320, height: 844 },
  });
  await panel(page, paid.payment_code).getByText("Transfer recorded").waitFor();
  expect(await rowLink(page, waiting.payment_code).isVisible()).toBe(false);
  expect(await isScrolledSideways(page)).toBe(false);
  await button(page, "Close").click();
  await rowLink(page, waiting.payment_code).waitFor();
});

test("every time of a row is absolute, and the pointer shows its age", async () => {
  const page = await open("/payments");
  await page.locator(".totals").getByText("5 invoices").waitFor();
  const time = page.getByRole("row").nth(1).locator("time.when");
  expect(await time.last().innerText()).toMatch(/^\d+ \w+, \d\d:\d\d$/u);
  expect(await time.last().getAttribute("title")).toMatch(/ \d{4}, \d\d:\d\d, .*(?:now|ago)$/u);
});

test("one button folds the filters other than search and status, and counts those in use", async () => {
  const viewport = { width: 390, height: 844 };
  const page = await visit("/payments?status=PAID", { as: shop, viewport });
  expect(await page.getByLabel("Ended on").count()).toBe(0);
  // The statuses take one row, so that the list begins on the first screen.
  const [first, last] = [page.locator(".chip").first(), page.locator(".chip").last()];
  const top = async (chip: typeof first) => (await chip.boundingBox())?.y;
  expect(await top(last)).toBe(await top(first));
  await button(page, "Filters").click();
  await page.getByLabel("Ended on").selectOption("Today");
  await button(page, "Filters (1)").waitFor();
  await page.getByRole("link", { name: "Cancelled", exact: true }).click();
  await rowLink(page, cancelled.payment_code).waitFor();
  expect(new URL(page.url()).search).toBe("?status=CANCELLED&ended=today");
  expect(await axeViolations(page)).toEqual([]);
});

test.each(["/payments", "/mutations"])(
  "%s names each active filter with a way to remove it, and unknown words are no filters",
  async (address) => {
    const page = await open(`${address}?page=2&foo=1`);
    await page.getByRole("row").nth(2).waitFor();
    const filters = page.getByRole("button", { name: "Filters", exact: true });
    await filters.waitFor();
    const clear = page.getByRole("link", { name: "Clear the filters" });
    expect(await clear.count()).toBe(0);
    await page.goto(
      new URL(`/dashboard${address}?from=2020-01-02&until=2099-01-03`, page.url()).href,
    );
    await button(page, "Filters (2)").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Remove the filter .*: 2 Jan 2020$/u }).click();
    await button(page, "Filters (1)").waitFor();
    expect(new URL(page.url()).search).toBe("?until=2099-01-03");
    await clear.click();
    await filters.waitFor();
    expect(await page.getByRole("list", { name: "Active filters" }).count()).toBe(0);
  },
);

test("on a phone the downloads are in a menu, which closes with Escape and a tap elsewhere", async () => {
  const viewport = { width: 390, height: 844 };
  const page = await visit("/payments?status=PAID", { as: shop, viewport });
  const more = page.locator("main").getByRole("button", { name: "More actions" });
  const workbook = page.getByRole("link", { name: /^Download results as\s+Excel$/u });
  await more.click();
  await workbook.waitFor();
  await page.getByRole("link", { name: /^Download results as\s+CSV$/u }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
  await page.keyboard.press("Escape");
  await workbook.waitFor({ state: "hidden" });
  expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
  await more.click();
  await workbook.waitFor();
  await heading(page, "All invoices").click();
  await workbook.waitFor({ state: "hidden" });
});

test.each(["en-GB", "id-ID"] as const)(
  "on a phone in %s the first row of a list begins on the upper half of the screen",
  async (locale) => {
    for (const address of ["/payments", "/mutations", "/reconciliation"]) {
      const viewport = { width: 390, height: 844 };
      const page = await windows[locale](address, { viewport, colorScheme: "light" });
      const row = page.locator("tbody tr, .transfer-row").first();
      await row.waitFor();
      await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(viewport.height / 2);
    }
  },
);

test("an address with a status that no chip has keeps its meaning, and names it", async () => {
  const page = await open("/payments?status=UNPAID&mode=manual");
  const chip = page.getByRole("link", { name: "Expired, no money received" });
  expect(await chip.getAttribute("aria-current")).toBe("true");
  await button(page, "Filters (1)").waitFor();
  await page.getByRole("link", { name: "All", exact: true }).click();
  await chip.waitFor({ state: "detached" });
});

test("one box selects every row of the page", async () => {
  const page = await open("/payments");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("group", { name: "Selected rows" }).getByText("3 selected").waitFor();
});

test("on a phone the selection's bar covers nothing at the list's end", async () => {
  const page = await visit("/payments", { as: shop, viewport: { width: 390, height: 844 } });
  await page.locator(".row-tick").last().check();
  const bar = page.getByRole("group", { name: "Selected rows" });
  await bar.waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [end, start] = await Promise.all([
    page.locator(".answer").last().boundingBox(),
    bar.boundingBox(),
  ]);
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(start?.y ?? 0);
});

test("on a phone the selection's bar is one row, with the other actions in a menu", async () => {
  const page = await visit("/payments", { as: shop, viewport: { width: 390, height: 844 } });
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("group", { name: "Selected rows" });
  const cancel = bar.getByRole("button", { name: "Cancel 1 invoice" });
  const [text, action] = await Promise.all([
    bar.getByText("3 selected").boundingBox(),
    cancel.boundingBox(),
  ]);
  expect(action?.y).toBeLessThan((text?.y ?? 0) + (text?.height ?? 0));
  const clear = bar.getByRole("button", { name: "Clear selection" });
  expect(await clear.isVisible()).toBe(false);
  await bar.getByRole("button", { name: "More actions" }).click();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "selection-phone.png"));
  await clear.click();
  await bar.waitFor({ state: "detached" });
});

test("a person chooses the rows a page, and the browser remembers the choice", async () => {
  const asked: (string | null)[] = [];
  const page = await visit("/payments", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/\/dashboard\/api\/payments\?/, async (route) => {
        const url = new URL(route.request().url());
        asked.push(url.searchParams.get("per_page"));
        const response = await route.fetch();
        const { data, ...others } = (await response.json()) as { data: object };
        const next_cursor = asked.at(-1) === "100" ? null : "next";
        await route.fulfill({ response, json: { ...others, data: { ...data, next_cursor } } });
      });
    },
  });
  const choice = page.getByLabel("Rows per page");
  expect(await choice.inputValue()).toBe("25");
  await choice.selectOption("100");
  await expect.poll(() => asked.at(-1)).toBe("100");
  await page.reload();
  await rowLink(page, waiting.payment_code).waitFor();
  expect(asked.at(-1)).toBe("100");
  // The whole list fits, but the person can choose fewer rows again.
  expect(await choice.inputValue()).toBe("100");
  expect(await axeViolations(page)).toEqual([]);
});

test("incomplete totals say how far they were counted", async () => {
  const page = await visit("/payments?search=a", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/\/dashboard\/api\/payment-totals/, async (route) => {
        const response = await route.fetch();
        const { data, ...others } = (await response.json()) as { data: object };
        const cut = { is_complete: false, counted_back_to: "2020-03-04T05:06:00Z" };
        await route.fulfill({ response, json: { ...others, data: { ...data, ...cut } } });
      });
    },
  });
  await page
    .locator(".totals")
    .getByText(/^\d\+ invoices, counted back to 4 Mar 2020/u)
    .waitFor();
});

test("no row's checkbox shows through the selection's bar", async () => {
  const page = await visit("/payments", { as: shop, viewport: { width: 1280, height: 400 } });
  const tick = page.locator(".row-tick").last();
  await tick.check();
  const onTop = await tick.evaluate((box) => {
    const bar = document.querySelector(".selection-bar")?.getBoundingClientRect();
    const { x, y, width, height } = box.getBoundingClientRect();
    scrollBy({ top: y + height / 2 - ((bar?.top ?? 0) + (bar?.bottom ?? 0)) / 2 });
    const now = box.getBoundingClientRect();
    const middle = document.elementFromPoint(x + width / 2, now.y + now.height / 2);
    return middle?.closest(".selection-bar, .row-tick")?.className;
  });
  expect(onTop).toContain("selection-bar");
});

test("a click on Older while the next page loads leads to no page twice", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  const asked: (string | null)[] = [];
  const page = await visit("/payments", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/\/dashboard\/api\/payments(?:\?|$)/, async (route) => {
        const cursor = new URL(route.request().url()).searchParams.get("cursor");
        asked.push(cursor);
        if (cursor !== null) await answered;
        const url = new URL(route.request().url());
        url.searchParams.delete("cursor");
        const response = await route.fetch({ url: url.href });
        const { data, ...others } = (await response.json()) as { data: object };
        const next_cursor = cursor === null ? "second" : null;
        await route.fulfill({ response, json: { ...others, data: { ...data, next_cursor } } });
      });
    },
  });
  const pager = page.getByRole("navigation", { name: "Pages" });
  await pager.getByText("1–5").waitFor();
  await button(page, "Older").click();
  await expect.poll(() => asked).toContain("second");
  await button(page, "Older").click();
  expect(await pager.locator(".hint").count()).toBe(0);
  answer(null);
  await pager.getByText("6–10").waitFor();
  await button(page, "Newer").click();
  await pager.getByText("1–5").waitFor();
});

test("a search without a result in its part of the list says so, and continues with one button", async () => {
  const page = await visit("/payments?search=siti", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/\/dashboard\/api\/payments\?/, async (route) => {
        const url = new URL(route.request().url());
        const isFirst = !url.searchParams.has("cursor");
        url.searchParams.delete("cursor");
        const response = await route.fetch({ url: url.href });
        const { data, ...others } = (await response.json()) as { data: object };
        const searched_until = new Date().toISOString();
        const none = { items: [], unchosen: [], next_cursor: "7", searched_until };
        await route.fulfill({ response, json: { ...others, data: isFirst ? none : data } });
      });
    },
  });
  const none = (words: string) =>
    page.getByRole("heading", { name: `No match for “siti” ${words} ` }).waitFor();
  const pager = page.getByRole("navigation", { name: "Pages" });
  await none("since");
  expect(await pager.count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "search-none-yet.png"));
  await button(page, "Search further back").click();
  await rowLink(page, waiting.payment_code).waitFor();
  await button(page, "Newer").click();
  await turnTo(page, "/payments?search=siti&order=oldest");
  await none("until");
  await button(page, "Search further on").click();
  await pager.getByRole("button", { name: "Older" }).click();
  await none("until");
});

test("a day filter whose end is before its start says so", async () => {
  const page = await open("/payments?from=2020-02-01&until=2020-01-01");
  const problem = page.getByRole("alert").getByText("The end date is before the start date.");
  // The filters are still closed.
  await problem.waitFor();
  await button(page, "Filters (2)").click();
  const until = page.getByLabel("Created until", { exact: true });
  await expect.poll(() => until.getAttribute("aria-invalid")).toBe("true");
  await problem.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "days-reversed.png"));
  await until.fill("2020-02-02");
  await expect.poll(() => until.getAttribute("aria-invalid")).toBe("false");
});

test("one button clears all filters", async () => {
  const page = await open("/payments?status=PAID&from=2020-01-01");
  await rowLink(page, waiting.payment_code).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await rowLink(page, waiting.payment_code).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await button(page, "Clear the filters").count()).toBe(0);
});

test("a list's header sorts it from the oldest, and the address keeps the order", async () => {
  const page = await open("/payments");
  const titles = page.locator(".table tbody .row-link");
  const all = [...codes, ...unchosen];
  await expect.poll(() => titles.allInnerTexts()).toEqual(all);
  await page.getByRole("link", { name: "Sort oldest first" }).click();
  await expect.poll(() => titles.allInnerTexts()).toEqual(all.toReversed());
  expect(new URL(page.url()).search).toBe("?order=oldest");
  expect(await page.getByRole("columnheader", { name: "Created" }).getAttribute("aria-sort")).toBe(
    "ascending",
  );
  expect(await page.getByRole("link", { name: "Clear the filters" }).count()).toBe(0);
});

test("late totals do not shift the rows", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const page = await visit("/payments", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/\/payment-totals/, async (route) => {
        await answered;
        await route.continue();
      });
    },
  });
  const row = rowLink(page, waiting.payment_code);
  await row.waitFor();
  const before = await row.boundingBox();
  answer();
  await page.locator(".totals").getByText("5 invoices").waitFor();
  expect(await row.boundingBox()).toEqual(before);
});

test("totals cover the whole filter", async () => {
  const page = await open("/payments");
  const totals = page.locator(".totals");
  const sum = waiting.payment_total + 45_000 + 12_345_678;
  await totals.getByText("5 invoices").waitFor();
  // A cancelled invoice is in neither sum.
  await totals.getByText(`Paid: 1 · Rp${paid.payment_total.toLocaleString("id-ID")}`).waitFor();
  await totals.getByText(`Outstanding: Rp${sum.toLocaleString("id-ID")}`).waitFor();
  // Only a pending invoice's last digits are highlighted.
  expect(await page.locator(".payments-table .exact").count()).toBe(1);
  await page.getByRole("link", { name: "Paid", exact: true }).click();
  await totals.getByText("1 invoice").waitFor();
  await totals.getByText(`Rp${paid.payment_total.toLocaleString("id-ID")}`).waitFor();
  expect(await page.locator(".payments-table .exact").count()).toBe(0);
  await page.goto(page.url().replace(/payments.*/u, "mutations?view=unmatched"));
  await totals.getByText("2 transfers").waitFor();
  await totals.getByText("Rp151.000 received").waitFor();
});

test("a named filter is saved, is available after a reload, and is removed", async () => {
  const page = await visit("/payments?status=PAID", { as: shop });
  await button(page, "Save this filter").click();
  await page.getByRole("dialog").getByLabel("Name of the filter").fill("Paid ones");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.goto(page.url().replace("?status=PAID", ""));
  await rowLink(page, waiting.payment_code).waitFor();
  await page
    .getByRole("list", { name: "Saved filters" })
    .getByRole("link", { name: "Paid ones" })
    .click();
  await rowLink(page, waiting.payment_code).waitFor({ state: "detached" });
  expect(await axeViolations(page)).toEqual([]);
  await button(page, "Remove this saved filter").click();
  await rowLink(page, waiting.payment_code).waitFor();
  expect(await page.getByRole("link", { name: "Paid ones" }).count()).toBe(0);
});

test("filters saved for the previous list of manual invoices move to the list of invoices", async () => {
  const page = await visit("/payments", { as: shop });
  await rowLink(page, waiting.payment_code).waitFor();
  await page.getByRole("link", { name: "Paid", exact: true }).click();
  await button(page, "Save this filter").click();
  await page.getByLabel("Name of the filter").fill("Unpaid by hand");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Unpaid by hand" }).waitFor();
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith("tepat_filters ")) ?? "";
    const former = [{ name: "Unpaid by hand", query: "status=OPEN&search=dewi" }];
    localStorage.removeItem(key);
    localStorage.setItem(key.replace("/payments", "/invoices"), JSON.stringify(former));
  });
  await page.reload();
  await page.getByRole("link", { name: "Unpaid by hand" }).click();
  const rows = page.locator(".table tbody tr");
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => rows.first().textContent()).toContain("Dewi Lestari");
  expect(new URL(page.url()).search).toBe("?status=OPEN&search=dewi&mode=manual");
  await page.reload();
  await page.getByRole("link", { name: "Unpaid by hand" }).waitFor();
});

test.each([
  { width: 820, locale: "en-GB", names: ["Columns", "Customer", "Paid at"] },
  { width: 1280, locale: "id-ID", names: ["Kolom", "Pelanggan", "Lunas pada"] },
  { width: 1440, locale: "en-GB", names: ["Columns", "Customer", "Paid at"] },
] as const)(
  "at $width pixels in $locale, a hidden column makes room and stays hidden",
  async ({ width, locale, names: [menu, customer, paidAt] }) => {
    const viewport = { width, height: 900 };
    const page = await visit("/payments", { as: shop, locale, viewport });
    const header = (name: string) => page.getByRole("columnheader", { name });
    const group = page.getByRole("group", { name: menu });
    const box = group.getByRole("checkbox", { name: customer });
    await header(customer).waitFor();
    expect(await header(paidAt).count()).toBe(width < 1440 ? 0 : 1);
    await button(page, menu).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await header(customer).waitFor({ state: "detached" });
    expect(await box.isChecked()).toBe(false);
    const fits = width < 1280 ? 0 : 1;
    expect(await header(paidAt).count()).toBe(fits);
    // The menu names every column, and says which have no room.
    expect(await group.getByRole("checkbox", { name: paidAt }).isEnabled()).toBe(fits === 1);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
    await page.reload();
    await rowLink(page, waiting.payment_code).waitFor();
    expect(await header(customer).count()).toBe(0);
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await broken(page, "td.amount, td.state")).toEqual([]);
    // A phone's rows are cards, which show the customer.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("td.party").first().waitFor();
    expect(await button(page, menu).count()).toBe(0);
    await page.setViewportSize(viewport);
    await button(page, menu).click();
    await box.check();
    await header(customer).waitFor();
  },
);

test.each(["en-GB", "id-ID"] as const)(
  "in %s the open filters are one row below the search, which the columns' menu ends",
  async (locale) => {
    const viewport = { width: 1440, height: 900 };
    const page = await windows[locale]("/payments", { viewport, colorScheme: "light" });
    await button(page, "Filter").click();
    const [search, menu] = [page.getByRole("searchbox"), page.locator(".filters > .more-menu")];
    const boxOf = async (place: typeof menu) =>
      (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const endOf = ({ y, height }: Awaited<ReturnType<typeof boxOf>>) => y + height;
    expect(endOf(await boxOf(menu))).toBe(endOf(await boxOf(search)));
    const form = await boxOf(page.locator("form.filters"));
    const { x, width } = await boxOf(menu);
    expect(x + width).toBeCloseTo(form.x + form.width, 0);
    const others = page.locator(".filters .unfolded :is(select, input)");
    const ends = (await Promise.all((await others.all()).map(boxOf))).map(endOf);
    expect(ends.length).toBeGreaterThan(4);
    expect(new Set(ends)).toEqual(new Set([endOf(form)]));
    await takePicture(page, path.join(folder, `filters-open-${locale}.png`));
    await button(page, "Filter").click();
  },
);

test.each(looks)(
  "at $width pixels in $locale, a paid invoice shows by how much its money differs",
  async ({ width, locale, colorScheme }) => {
    const changes = [
      { kept_difference: -75_074 },
      { kept_difference: 75_176 },
      { kept_difference: -20_000, refund_state: "PART" },
    ];
    const page = await visit("/payments", {
      as: shop,
      locale,
      viewport: { width, height: 900 },
      colorScheme,
      prepare: async (opened) => {
        await opened.route(/\/dashboard\/api\/payments\?/u, async (route) => {
          const response = await route.fetch();
          const { data, ...others } = (await response.json()) as { data: { items: object[] } };
          const items = data.items.map((item, place) => ({
            ...item,
            payment_status: "PAID",
            ...changes[place],
          }));
          await route.fulfill({ response, json: { ...others, data: { ...data, items } } });
        });
      },
    });
    const [under, over, refunded] =
      locale === "id-ID"
        ? ["kurang Rp75.074", "lebih Rp75.176", "Dikembalikan sebagian"]
        : ["Rp75.074 underpaid", "Rp75.176 overpaid", "Part refunded"];
    const states = page.locator("td.state");
    for (const text of [under, over, refunded]) await states.getByText(text).waitFor();
    expect(await states.getByText("20.000").count()).toBe(0);
    expect(await broken(page, "td.state > *")).toEqual([]);
    expect(await broken(page, "td.state:has(> :only-child)")).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(folder, `table-differences-${width}.png`));
  },
);

test.each(["payments", "mutations"])("%s without a result has no download", async (list) => {
  const page = await open(`/${list}`);
  const downloads = page.getByRole("link", { name: /^Download/u });
  await downloads.first().waitFor();
  await page.getByLabel("Search").fill("nothing like it");
  await downloads.first().waitFor({ state: "detached" });
  await page.getByText(/^No matching/u).waitFor();
});

test("a browser with invalid stored data shows no saved filters", async () => {
  const page = await visit("/payments", {
    as: shop,
    whenOpened: () => {
      Storage.prototype.getItem = (key: string) =>
        key.startsWith("tepat_filters") ? "[1,{" : null;
    },
  });
  await rowLink(page, waiting.payment_code).waitFor();
  expect(await page.getByRole("list", { name: "Saved filters" }).count()).toBe(0);
});

test("the palette finds pages, invoices and transfers by keyboard alone", async () => {
  const page = await open("/");
  await heading(page, "Overview").waitFor();
  const openPalette = async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Find an invoice" });
    const isFocused = () => field.evaluate((input) => input === document.activeElement);
    await expect.poll(isFocused).toBe(true);
  };
  await openPalette();
  await page.keyboard.type("manual");
  await page.keyboard.press("Enter");
  await page.locator(".totals").getByText("2 invoices").waitFor();
  expect(new URL(page.url()).search).toBe("?mode=manual");
  await openPalette();
  await page.keyboard.type("audit");
  await page.keyboard.press("Enter");
  await heading(page, "Audit log").waitFor();
  await openPalette();
  await page.keyboard.type("75000");
  await page.getByRole("option", { name: "Rp75.000" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "palette.png"));
  await page.keyboard.press("Enter");
  await heading(page, "Transfer").waitFor();
  await openPalette();
  await page.keyboard.type("budi");
  await page.getByRole("option", { name: paid.payment_code }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await heading(page, paid.payment_code).waitFor();
  await button(page, /^Search/u).click();
  await page.getByRole("combobox", { name: "Find an invoice" }).fill("nothing like it");
  await page.getByText("No results.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Find an invoice" }).waitFor({ state: "detached" });
});

test("the palette says how far it searched, and continues in the list", async () => {
  const page = await visit("/", {
    as: shop,
    prepare: async (opened) => {
      await opened.route(/\/dashboard\/api\/payments\?.*search=/, async (route) => {
        const response = await route.fetch();
        const { data, ...others } = (await response.json()) as { data: object };
        const searched_until = "2020-03-04T05:06:00Z";
        await route.fulfill({ response, json: { ...others, data: { ...data, searched_until } } });
      });
    },
  });
  await heading(page, "Overview").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an invoice" }).fill("nothing like it");
  await page.getByText(/^No results back to invoices of 4 Mar 2020/u).waitFor();
  const options = page.getByRole("listbox", { name: "Find an invoice" }).getByRole("option");
  expect(await options.allTextContents()).toEqual([
    expect.stringContaining("Search all invoices for “nothing like it”"),
  ]);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await heading(page, "All invoices").waitFor();
  expect(new URL(page.url()).search).toBe("?search=nothing+like+it");
});

test.each([
  ["refund", "To decide"],
  ["password", "Security"],
  ["dua langkah", "Security"],
  ["qris", "Accounts"],
  ["add phone", "Sources"],
  ["logo", "Settings"],
  ["panduan", "Help"],
  ["create link", "Create a payment link"],
  ["rekening baru", "Add an account"],
  ["daftar barang", "Counter items"],
  ["akuntansi", "Chart of accounts"],
  ["kembalikan dana", "To decide"],
  ["refund", "Refunds", "Guides"],
  ["macrodroid", "Forwarder apps", "Guides"],
])("the palette finds “%s”: %s", async (word, name, group = "Pages") => {
  const page = await visit("/accounts", { as: shop });
  await heading(page, "Accounts").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an invoice" }).fill(word);
  await page.getByRole("group", { name: group }).getByRole("option", { name }).waitFor();
});

test("the palette opens while a search field has the focus, and leaves its text", async () => {
  const page = await open("/payments");
  await page.getByLabel("Search").fill("budi");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an invoice" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByLabel("Search").inputValue()).toBe("budi");
});

test("Enter in the palette never opens a result of an earlier text", async () => {
  const page = await visit("/", { as: shop });
  await heading(page, "Overview").waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find an invoice" });
  await field.fill("budi");
  await page.getByRole("option", { name: paid.payment_code }).waitFor();
  // The response to the next text waits until Enter is pressed.
  let answer = () => {};
  const isPressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/search=KATERING/u, async (route) => {
    await isPressed;
    await route.continue();
  });
  await field.fill("KATERING");
  await page.keyboard.press("Enter");
  expect(await heading(page, "Overview").count()).toBe(1);
  answer();
  await heading(page, waiting.payment_code).waitFor();
});

test("`?` lists the shortcut keys, which can be switched off", async () => {
  const page = await visit("/payments", { as: shop });
  await rowLink(page, waiting.payment_code).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "keys.png"));
  await page.getByLabel("Use keys without Ctrl").uncheck();
  await button(page, "Close").click();
  await page.keyboard.press("j");
  expect(await page.locator(".row-link:focus").count()).toBe(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an invoice" }).waitFor();
});

test("a paid invoice shows the time and the payer, without a countdown", async () => {
  const page = await open(`/payments/${paid.payment_code}`);
  await page.getByText("Paid at").waitFor();
  const payer = page.locator("dd").filter({ hasText: "SITI RAHAYU" });
  await payer.first().waitFor();
  expect(await page.getByText("Deadline").count()).toBe(0);
  expect(await page.getByText(/^in \d/u).count()).toBe(0);
  await button(page, "Copy").waitFor();
});

test("an invoice shows the items and the unique amount", async () => {
  const items = [{ name: "Kemeja batik", price: 75_000, quantity: 2, subtotal: 0 }];
  const { payment_code, payment_amount, payment_unique } = await pendingPayment(shop, {
    customer_orders: items,
  });
  const page = await open(`/payments/${payment_code}`);
  await page.getByText(`${formatRupiah(payment_amount)} + Rp${payment_unique}`).waitFor();
  const list = page.getByRole("list", { name: "Items" });
  await list.getByText("Kemeja batik × 2").waitFor();
  await list.getByText("Rp150.000").waitFor();
  await page.getByText("Deadline").waitFor();
  await shop.person.send({ method: "DELETE", path: `/dashboard/api/payments/${payment_code}` });
});

test("a transfer has its own page with similar invoices", async () => {
  const page = await open(`/mutations/${unmatched}`);
  await heading(page, "Transfer").waitFor();
  await page.getByText("No similar invoices.").waitFor();
  await page.getByRole("link", { name: "Decide", exact: true }).click();
  await heading(page, "To decide").waitFor();
  await page.getByRole("heading", { name: "Rp75.000, SITI RAHAYU" }).waitFor();
  await page.goBack();
  await heading(page, "Transfer").waitFor();
  await page.goto(page.url().replace(unmatched, "00000000-0000-4000-8000-000000000000"));
  await page.getByText("Record not found.").waitFor();
});

test("a failed webhook explains the reason in plain words and shows its request", async () => {
  const page = await open("/webhooks");
  await page.getByRole("row").filter({ hasText: "Failed" }).getByRole("link").click();
  const shown = panel(page, "Delivery");
  await shown.getByText("No server accepts connections at this address and port.").waitFor();
  await shown.getByText("(connection_refused)").waitFor();
  await shown.getByText('"type": "webhook.test"').waitFor();
  await shown.getByText(/webhook-id: msg_/u).waitFor();
  await shown.getByRole("button", { name: "Resend now" }).click();
  await expect.poll(() => shown.locator(".attempts li").count()).toBe(2);
});

test("the audit log has sentences with names, and filters by person, kind and day", async () => {
  const { device_id } = device;
  dataOf(
    await shop.person.post(`/dashboard/api/devices/${device_id}`, { device_name: "Ponsel Kasir" }),
  );
  const page = await open("/audit-log");
  await page.getByText("renamed the phone Ponsel Kasir.").waitFor();
  await page.getByLabel("Kind").selectOption("Keys and webhooks");
  await page.getByText("created the API key Shop.").first().waitFor();
  await page.getByText("renamed the phone Ponsel Kasir.").waitFor({ state: "detached" });
  await page.getByLabel("Person").selectOption({ index: 1 });
  await page.getByText("created the API key Shop.").first().waitFor();
  await page.getByLabel("Since").fill("2099-01-01");
  await page.getByText("No matching entries").waitFor();
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await page.getByRole("link", { name: /renamed the phone/u }).click();
  await panel(page, "Entry").getByText("Network address").waitFor();
});

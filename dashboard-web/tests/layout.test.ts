import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heading, visit } from "./open-dashboard.ts";
import { invoiceByHand, openShop } from "./people.ts";

const shop = await openShop("Kedai Kopi Tepat");
const { sale_id } = await invoiceByHand(shop, {
  items: [{ name: "Kopi susu", price: 18_000, quantity: 2 }],
});

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`nothing is seen of ${selector}`);
  return box;
};

test("on a low screen the menu scrolls to the current page's item, even the last one", async () => {
  const page = await visit("/requests", { as: shop, viewport: { width: 1440, height: 620 } });
  await heading(page, "Request log").waitFor();
  const isSeen = async () => {
    const [menu, own] = [await boxOf(page, ".menu"), await boxOf(page, ".menu [aria-current]")];
    // Browsers scroll by whole pixels.
    return own.y >= menu.y && own.y + own.height < menu.y + menu.height + 1;
  };
  await expect.poll(isSeen).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.each([768, 1024])("at %i pixels the menu is a rail at the side", async (width) => {
  const page = await visit("/", { as: shop, viewport: { width, height: 1024 } });
  await heading(page, "Overview").waitFor();
  const rail = await boxOf(page, ".bar");
  expect([rail.x, rail.y, rail.height]).toEqual([0, 0, 1024]);
  // The search is above the first page's name, and does not cover it.
  const find = await boxOf(page, ".side .find");
  expect(find.x + find.width).toBeLessThanOrEqual(rail.width);
  expect(find.y + find.height).toBeLessThanOrEqual((await boxOf(page, ".bar li")).y);
  expect((await boxOf(page, "main")).x).toBeGreaterThanOrEqual(rail.width);
  const names = await page.locator(".bar a, .bar button").allInnerTexts();
  expect(names).toEqual([
    "Overview",
    "Counter",
    "Invoices",
    "Money in",
    "Accounts and sources",
    "Help",
    "Settings",
    "Developers",
    "More",
  ]);
  await page.getByRole("button", { name: "More" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("link", { name: "Settings" }).click();
  await heading(page, "Settings").waitFor();
  expect(await drawer.count()).toBe(0);
});

test.each([
  ["/devices", "/docs/sources"],
  ["/", "/docs"],
])("on a phone, help on %s is the guide %s", async (address, guide) => {
  const page = await visit(address, { as: shop, viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "More" }).click();
  const help = page.getByRole("dialog").getByRole("link", { name: "Help" });
  expect(await help.getAttribute("href")).toBe(guide);
});

test.each([
  ["/payments", "Invoices"],
  ["/accounts", "More"],
])("on a phone, the menu bar shows that %s is under %s", async (address, name) => {
  const page = await visit(address, { as: shop, viewport: { width: 390, height: 844 } });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const names = page.locator(".bar a:visible, .bar button");
  const lit = await names.evaluateAll((all) => {
    const accent = all.map((each) => getComputedStyle(each).color);
    const usual = accent.find((color, at) => accent.indexOf(color) !== at);
    return all.filter((_, at) => accent[at] !== usual).map((each) => each.textContent);
  });
  expect(lit).toEqual([name]);
});

test.each([320, 390, 720])(
  "at %i pixels the menu bar is at the bottom, with the counter in it",
  async (width) => {
    const page = await visit("/", { as: shop, viewport: { width, height: 800 } });
    await heading(page, "Overview").waitFor();
    const bar = await boxOf(page, ".bar");
    expect([bar.x, bar.width, bar.y + bar.height]).toEqual([0, width, 800]);
    const names = await page.locator(".bar a:visible, .bar button").allInnerTexts();
    expect(names).toEqual(["Overview", "Counter", "Invoices", "Money in", "More"]);
    for (const link of await page.locator(".bar a:visible").all()) {
      const isCut = await link.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      );
      expect(isCut).toBe(false);
    }
  },
);

test("at 1440 pixels pages use the width, and an invoice stands beside its sending options", async () => {
  const page = await visit(`/invoices/${sale_id}`, {
    as: shop,
    viewport: { width: 1440, height: 900 },
  });
  await page.locator(".invoice-send").waitFor();
  expect(await page.locator(".bar").isVisible()).toBe(false);
  const [send, details] = await Promise.all([
    boxOf(page, ".page-columns > .sending"),
    boxOf(page, ".page-columns > :first-child"),
  ]);
  expect(details.y).toBe(send.y);
  // The amount comes first, as on the page of a paid invoice.
  expect(send.x).toBeGreaterThan(details.x + details.width);
  expect(send.x + send.width - details.x).toBeGreaterThan(1100);
  // The signed-in person stays visible below the menu, however long the menu is.
  const person = await boxOf(page, ".side .person");
  expect(person.y + person.height).toBeLessThanOrEqual(900);
});

test("on a phone the tabs stand in one line, with the chosen one in sight", async () => {
  const page = await visit("/security", { as: shop, viewport: { width: 320, height: 700 } });
  const chosen = await boxOf(page, ".tabs [aria-current]");
  const tops = await page
    .locator(".tabs a")
    .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(tops.length).toBeGreaterThan(3);
  expect(chosen.x).toBeGreaterThanOrEqual(0);
  expect(chosen.x + chosen.width).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("on a phone the sums of a part-paid invoice are whole, beside a long code", async () => {
  const part = {
    payment_code: "WORDPRESS-PLUGIN-2026-11-0123456789-ABCDEFGH",
    payment_total: 1_306_601_123,
    received: 1_150_068_456,
    customer_name: "Raden Ajeng Siti Rahmawati Kusumaningrum",
  };
  const page = await visit("/reconciliation", {
    as: shop,
    locale: "id-ID",
    viewport: { width: 320, height: 700 },
    prepare: (opened) =>
      opened
        .route(/\/dashboard\/api\/differences/u, async (route) => {
          const response = await route.fetch();
          const json = { ...((await response.json()) as object), data: [part] };
          await route.fulfill({ response, json });
        })
        .then(() => undefined),
  });
  const sums = page.getByText("Rp1.150.068.456 dari Rp1.306.601.123");
  await sums.waitFor();
  const [row, text] = [await boxOf(page, ".parts-list a"), await sums.boundingBox()];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(row.x + row.width);
});

test.each([820, 1440])(
  "at %i pixels the one button that creates an invoice stands below the last field",
  async (width) => {
    const page = await visit("/invoices/new", { as: shop, viewport: { width, height: 900 } });
    const create = page.getByRole("button", { name: "Create invoice" });
    await create.waitFor();
    const [last, below] = [
      await page.getByText("Deadline, email and note").boundingBox(),
      await create.boundingBox(),
    ];
    expect(below?.x).toBe(last?.x);
    expect(below?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
  },
);

test.each([390, 820])(
  "at %i pixels the button that sends an invoice stands directly below its amount",
  async (width) => {
    const page = await visit(`/invoices/${sale_id}`, {
      as: shop,
      viewport: { width, height: 844 },
    });
    await page.locator(".invoice-send").waitFor();
    const send = page.getByRole("link", { name: "Send by WhatsApp", exact: true });
    const [figure, button, lines] = [
      await boxOf(page, ".figure"),
      await send.first().boundingBox(),
      await boxOf(page, ".invoice-lines"),
    ];
    expect(button?.y).toBeGreaterThanOrEqual(figure.y + figure.height);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(lines.y);
    expect(figure.y).toBeLessThan(844 / 2);
    // Both buttons send the message that the card below shows.
    await page.getByRole("radio", { name: "English" }).check();
    await page.getByLabel("Reminder").check();
    const remind = page.getByRole("link", { name: "Remind by WhatsApp", exact: true });
    const addresses = await remind.evaluateAll((all) =>
      all.map((each) => each.getAttribute("href")),
    );
    expect(addresses).toHaveLength(2);
    expect(addresses[0]).toBe(addresses[1]);
    expect(addresses[0]).toContain("this%20is%20a%20reminder");
    const places = await page
      .locator("main .card")
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
    for (const [index, { top }] of places.entries()) {
      const above = places[index - 1];
      if (above) expect(top).toBeGreaterThanOrEqual(above.bottom);
    }
  },
);

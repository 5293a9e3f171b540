import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  inEachLook,
  isScrolledSideways,
  readQrCode,
  takePicture,
  type Looks,
} from "../../web-shared/testing/open-page.ts";
import { transfer, type Device } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { staticQris } from "../../contract-tests/support/qris.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { formatRupiah } from "../../web-shared/src/money.ts";
import { browser, button, heading, turnTo, visit, type VisitOptions } from "./open-dashboard.ts";
import {
  approvedDevice,
  bookPart,
  grantDays,
  newMerchant,
  openShop,
  type Merchant,
} from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/counter");

interface Till extends Merchant {
  phone: Device;
}

/** Opens a shop with QRIS and a bank account, both watched by a phone. */
async function openTill(): Promise<Till> {
  const shop = await openShop("Kedai Uji");
  const { channels } = dataOf<{ channels: { channel_id: string; channel_code: string }[] }>(
    await shop.person.get("/dashboard/api/account-choices"),
  );
  const qris = dataOf<Account>(
    await shop.person.post("/dashboard/api/accounts", {
      channel_id: channels.find(({ channel_code }) => channel_code === "QRIS")?.channel_id,
      qris: staticQris,
      // The app whose notifications the phone of these tests reports.
      app_package: "com.bca",
    }),
  );
  await grantDays(qris);
  return { ...shop, phone: await approvedDevice(shop) };
}

interface ListedSale {
  sale_id: string;
  payment_code: string;
  payment_total: number;
  payment_status: string;
}

const salesOf = async (shop: Merchant) =>
  dataOf<{ sales: ListedSale[] }>(await shop.person.get("/dashboard/api/counter")).sales;

const shown = (page: Page) => page.getByRole("dialog");

async function charge(page: Page, amount: string): Promise<number> {
  await page.getByLabel("Amount").fill(amount);
  await button(page, "Charge").click();
  return totalOn(page);
}

async function totalOn(page: Page): Promise<number> {
  const text = await shown(page).locator(".till-total").innerText();
  return Number(text.replaceAll(/\D/gu, ""));
}

/** Counts the tones that a page plays. */
const withEars: VisitOptions["whenOpened"] = () => {
  const heard = { tones: 0 };
  Object.assign(window, { heard });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function count(...when) {
    heard.tones += 1;
    start.apply(this, when);
  };
};
const tonesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones);

test("an amount becomes a QRIS code and turns PAID live with a sound, and one tap starts the next sale", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till, whenOpened: withEars });
  for (const key of ["2", "5", "000"]) await button(page, key).click();
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp25.000");
  await button(page, "Charge").click();
  const code = shown(page).getByRole("img");
  const total = await totalOn(page);
  await shown(page).locator(".till-waiting").waitFor();
  expect(await shown(page).getByText("Pay the exact amount").count()).toBe(0);
  const text = (await readQrCode(browser, await code.screenshot())) ?? "";
  expect(text).toContain(`54${String(String(total).length).padStart(2, "0")}${total}`);
  expect(await tonesOf(page)).toBe(0);

  await till.phone.report(transfer(total));
  await shown(page).getByText("Paid", { exact: true }).last().waitFor();
  await expect.poll(() => tonesOf(page)).toBe(2);
  await button(page, "Next customer").click();
  await shown(page).waitFor({ state: "detached" });
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp0");
  await page.getByText("1 of 1 paid").waitFor();
  expect(await page.locator(".counter-day .figure").innerText()).toBe(formatRupiah(total));
});

test("the receipt of a paid sale is scanned, sent and printed", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await till.phone.report(transfer(await charge(page, "25000")));
  await button(page, "Next customer").waitFor();
  const code = shown(page).getByRole("img", { name: "QR code of the receipt" });
  const address = (await readQrCode(browser, await code.screenshot())) ?? "";
  expect(address).toMatch(/\/pay\/[\da-f-]{36}$/u);
  const message = await shown(page).getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  expect(message).toContain(`https://wa.me/?text=`);
  expect(decodeURIComponent(message ?? "")).toContain(address);
  const print = shown(page).getByRole("link", { name: "Print" });
  expect(await print.getAttribute("href")).toBe(`${address}#print`);
});

test("after a part the screen shows the missing amount and its code", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  const app = await enrolAuthenticator(till);
  const total = await charge(page, "150.000");
  const payment_code = (await salesOf(till))[0]?.payment_code ?? "";
  await bookPart(till, { device: till.phone, app, payment_code, amount: 50_000 });
  await shown(page).getByText("Still missing").waitFor();
  expect(await totalOn(page)).toBe(total - 50_000);
  await shown(page)
    .getByText(`Rp50.000 of ${formatRupiah(total)} has arrived.`)
    .waitFor();
  const code = shown(page).getByRole("img");
  await expect
    .poll(async () => await readQrCode(browser, await code.screenshot()))
    .toContain(`5406${total - 50_000}`);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "part.png"));
});

test("items are listed once, tapped into a cart, and sold with a note and a typed amount", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await page.getByRole("link", { name: "List of items" }).click();
  const fill = async (index: number, name: string, price: string) => {
    const item = page.getByRole("group", { name: `Item ${index}`, exact: true });
    await item.getByLabel("Name").fill(name);
    await item.getByLabel("Price").fill(price);
  };
  await fill(1, "Kopi susu", "18.000");
  await button(page, "Add an item").click();
  await fill(2, "Roti bakar", "nothing");
  await button(page, "Save").click();
  await page.locator("[name='items.1.price'][aria-invalid=true]").waitFor();
  const price = page.getByRole("group", { name: "Item 2", exact: true }).getByLabel("Price");
  await price.clear();
  await price.pressSequentially("25000");
  expect(await price.inputValue()).toBe("25.000");
  await button(page, "Save").click();

  await page.getByRole("link", { name: "List of items" }).click();
  expect(await page.getByLabel("Price").first().inputValue()).toBe("18.000");
  await page.goBack();
  await button(page, "Items").click();
  const coffee = page.getByRole("button", { name: /^Kopi susu/u });
  await coffee.click();
  await coffee.click();
  await page.getByRole("button", { name: /^Roti bakar/u }).click();
  await page.getByRole("button", { name: "Remove one Kopi susu Rp18.000" }).click();
  await page.reload();
  await button(page, "Items (2)").waitFor();
  await button(page, "Digits").click();
  await page.getByLabel("Amount").fill("2000");
  await page.locator("summary").click();
  await page.getByLabel("Note").fill("Meja 4");
  await button(page, "Charge Rp45.000").click();
  // A cancelled sale is charged again with its items, not with their sum alone.
  await totalOn(page);
  await button(page, "Cancel").click();
  await page.getByRole("dialog").nth(1).getByRole("button", { name: "Cancel" }).click();
  await button(page, "Charge this amount again").click();
  await button(page, "Items (2)").waitFor();
  await page.locator("summary").click();
  await page.getByLabel("Note").fill("Meja 4");
  await button(page, "Charge Rp45.000").click();
  const total = await totalOn(page);
  expect(Math.floor(total / 1000)).toBe(45);
  await till.phone.report(transfer(total));
  await button(page, "Next customer").waitFor();
  const address =
    (await shown(page).getByRole("link", { name: "Print" }).getAttribute("href")) ?? "";
  const receipt = await (await fetch(address)).text();
  for (const text of ["Kopi susu", "Roti bakar", "Other", "Meja 4"])
    expect(receipt).toContain(text);
  await button(page, "Next customer").click();
  await page.getByRole("button", { name: "Items", exact: true }).waitFor();
});

test("a line of the cart whose item changed or left the list can be taken away", async () => {
  const till = await openTill();
  const list = (items: { name: string; price: number }[]) =>
    till.person.post("/dashboard/api/counter/items", { items });
  await list([{ name: "Kopi", price: 18_000 }]);
  const page = await visit("/counter", { as: till, viewport: { width: 390, height: 844 } });
  await button(page, "Items").click();
  const coffee = page.getByRole("button", { name: /^Kopi/u });
  await coffee.click();
  await coffee.click();
  await list([{ name: "Kopi", price: 20_000 }]);
  await page.reload();
  await page.getByText("No longer in the list").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
  await takePicture(page, path.join(pictures, "cart-changed.png"));
  await page.getByRole("button", { name: "Remove one Kopi Rp18.000" }).click();
  await button(page, "Charge Rp18.000").waitFor();
  await list([]);
  await page.reload();
  await page.getByRole("button", { name: "Remove one Kopi Rp18.000" }).click();
  // Without items, the keys are back.
  await button(page, "7").click();
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp7");
});

test("charging an earlier sale again asks before it replaces the next customer's items", async () => {
  const till = await openTill();
  await till.person.post("/dashboard/api/counter/items", {
    items: [{ name: "Kopi", price: 18_000 }],
  });
  const page = await visit("/counter", { as: till });
  const total = await charge(page, "12500");
  await button(page, "Cancel").click();
  await page.getByRole("dialog").nth(1).getByRole("button", { name: "Cancel" }).click();
  await button(page, "Next customer").click();
  await button(page, "Items").click();
  await page.getByRole("button", { name: /^Kopi/u }).click();
  await page.getByRole("button", { name: `Open ${formatRupiah(total)}` }).click();
  await button(page, "Charge this amount again").click();
  const question = page.getByRole("dialog", { name: "Empty the cart (Rp18.000)?" });
  await question.getByRole("button", { name: "Back" }).click();
  await button(page, "Next customer").click();
  await button(page, "Charge Rp18.000").waitFor();
  await page.getByRole("button", { name: `Open ${formatRupiah(total)}` }).click();
  await button(page, "Charge this amount again").click();
  await question.getByRole("button", { name: "Charge this amount again" }).click();
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp12.500");
  await page.getByRole("button", { name: "Items", exact: true }).waitFor();
});

test.each([
  ["phone", { viewport: { width: 390, height: 844 }, locale: "id-ID", colorScheme: "dark" }],
  ["desktop", { viewport: { width: 1440, height: 900 }, locale: "en-GB" }],
] as const)(
  "on a %s the button of a cart is in reach, and axe finds nothing",
  async (name, screen) => {
    const till = await openTill();
    await till.person.post("/dashboard/api/counter/items", {
      items: Array.from({ length: 60 }, (_, index) => ({
        name:
          index === 1
            ? "Nasi goreng kampung dengan telur mata sapi dan kerupuk"
            : `Menu ${index + 1}`,
        price: 12_500 + 500 * index,
      })),
    });
    const page = await visit("/counter", { as: till, ...screen });
    const submit = page.locator(".keypad button[type=submit]");
    const nav = page.locator("nav").last();
    const inReach = async () => {
      const box = await submit.boundingBox();
      const bar = name === "phone" ? await nav.boundingBox() : null;
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 900);
    };
    await inReach();
    await page.locator(".keypad-ways button").last().click();
    await page.locator(".counter-items li > button").first().click();
    await page.locator(".counter-items li > button:not(.less)").nth(1).click();
    await inReach();
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, `cart-${name}.png`));
    const list = await visit("/counter/items", { as: till, ...screen });
    await list.getByRole("group").nth(2).waitFor();
    expect(await axeViolations(list)).toEqual([]);
    expect(await isScrolledSideways(list)).toBe(false);
    await takePicture(list, path.join(pictures, `items-${name}.png`));
  },
);

test("the browser remembers that the sound is muted", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till, whenOpened: withEars });
  await button(page, "Sound is on").click();
  await page.reload();
  await button(page, "Sound is off").waitFor();
  const total = await charge(page, "10000");
  await till.phone.report(transfer(total));
  await button(page, "Next customer").waitFor();
  expect(await tonesOf(page)).toBe(0);
});

test("a bank account is shown instead of a code, and is preselected for the next customer", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await page.getByLabel(/Bank Central Asia|BCA/u).check();
  const total = await charge(page, "75.000");
  await shown(page).getByText("1234 5678 90").waitFor();
  await shown(page).getByText("TOKO CONTOH").waitFor();
  await shown(page).getByText("Pay the exact amount, including the last three digits").waitFor();
  await till.phone.report(transfer(total));
  await button(page, "Next customer").click();
  await page.reload();
  expect(await page.getByLabel(/Bank Central Asia|BCA/u).isChecked()).toBe(true);
});

test("a reload keeps the typed amount and the open sale, which can then be cancelled", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await page.getByLabel("Amount").fill("12500");
  await page.reload();
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp12.500");
  await button(page, "Charge").click();
  const total = await totalOn(page);
  await page.reload();
  expect(await totalOn(page)).toBe(total);
  await button(page, "Cancel").click();
  await page.getByText("Make sure that the customer has not paid yet").waitFor();
  await page.getByRole("dialog").nth(1).getByRole("button", { name: "Cancel" }).click();
  await shown(page).getByText("This invoice can no longer be paid.").waitFor();
  expect(await salesOf(till)).toMatchObject([{ payment_status: "CANCELLED" }]);
  await button(page, "Charge this amount again").click();
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp12.500");
  await page.keyboard.press("7");
  expect(await page.getByLabel("Amount").inputValue()).toBe("Rp7");
});

test.each(["the keys", "the keyboard", "the field"])(
  "after a reload or another page, the first digit from %s replaces the earlier amount",
  async (way) => {
    const till = await openTill();
    const page = await visit("/counter", { as: till });
    const amount = page.getByLabel("Amount");
    const type = async (digit: string) => {
      if (way === "the keys") return button(page, digit).click();
      await (way === "the field" ? amount : button(page, "Sound is on")).focus();
      return page.keyboard.press(digit);
    };
    await amount.fill("25000");
    await page.reload();
    await amount.waitFor();
    await type("3");
    await type("5");
    await expect.poll(() => amount.inputValue()).toBe("Rp35");
    await turnTo(page, "/counter/items");
    await turnTo(page, "/counter");
    await expect.poll(() => amount.inputValue()).toBe("Rp35");
    await type("4");
    await type("1");
    await expect.poll(() => amount.inputValue()).toBe("Rp41");
    await page.reload();
    await button(page, "Erase the last digit").click();
    await type("2");
    await expect.poll(() => amount.inputValue()).toBe("Rp42");
  },
);

test("a very large amount is charged only after a second question", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await page.getByLabel("Amount").fill("2500025000");
  await button(page, "Charge").click();
  await shown(page).getByText("That is 2.5 billion rupiah. Check the digits.").waitFor();
  await shown(page).getByRole("button", { name: "Back" }).click();
  expect(await salesOf(till)).toEqual([]);
  await button(page, "Charge").click();
  await shown(page).getByRole("button", { name: "Use Rp2.500.025.000" }).click();
  await shown(page).locator(".till-total").waitFor();
  expect(await salesOf(till)).toHaveLength(1);
});

test("a lost response, a reload and a double tap create one sale", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await page.route("**/dashboard/api/counter/sales", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel("Amount").fill("30000");
  await button(page, "Charge").click();
  await page.getByText("The server is not responding").waitFor();
  await page.unroute("**/dashboard/api/counter/sales");
  await page.reload();
  await button(page, "Charge").dblclick();
  await shown(page).getByRole("img").waitFor();
  expect(await salesOf(till)).toHaveLength(1);
});

test("after a lost response, a sale that is paid or was opened is not shown to the next customer", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  const chargeLosing = async (amount: string) => {
    await page.route("**/dashboard/api/counter/sales", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel("Amount").fill(amount);
    await button(page, "Charge").click();
    await page.getByText("The server is not responding").waitFor();
    await page.unroute("**/dashboard/api/counter/sales");
  };
  await chargeLosing("18000");
  await till.phone.report(transfer((await salesOf(till))[0]?.payment_total ?? 0));
  await expect.poll(async () => (await salesOf(till))[0]?.payment_status).toBe("PAID");
  await button(page, "Charge").click();
  await button(page, "Serve another customer").waitFor();
  expect(await salesOf(till)).toHaveLength(2);
  await button(page, "Serve another customer").click();

  await chargeLosing("21000");
  const total = (await salesOf(till))[0]?.payment_total ?? 0;
  await page.getByRole("button", { name: `Open ${formatRupiah(total)}` }).click();
  await button(page, "Serve another customer").click();
  expect(await charge(page, "21000")).not.toBe(total);
  expect((await salesOf(till)).map(({ payment_status }) => payment_status)).toEqual([
    "PENDING",
    "PENDING",
    "PENDING",
    "PAID",
  ]);
});

test("two tills with the same amount have different totals", async () => {
  const till = await openTill();
  const [left, right] = await Promise.all([
    visit("/counter", { as: till }),
    visit("/counter", { as: till }),
  ]);
  const totals = [await charge(left, "40000"), await charge(right, "40000")] as const;
  expect(totals[0]).not.toBe(totals[1]);
  await till.phone.report(transfer(totals[1]));
  await button(right, "Next customer").waitFor();
  expect(await totalOn(left)).toBe(totals[0]);
  expect(await button(left, "Next customer").count()).toBe(0);
  // The other till lists the sale, and opens it from the list.
  await button(right, "Next customer").click();
  await right.getByRole("button", { name: `Open ${formatRupiah(totals[0])}` }).click();
  await till.phone.report(transfer(totals[0]));
  await Promise.all([left, right].map((page) => button(page, "Next customer").waitFor()));
});

test("the keyboard alone operates the counter, from any focus", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await button(page, "Sound is on").focus();
  await page.keyboard.type("18000");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("0");
  const amount = page.getByLabel("Amount");
  expect(await amount.inputValue()).toBe("Rp18.000");
  while (!(await amount.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  const total = await totalOn(page);
  await till.phone.report(transfer(total));
  await button(page, "Next customer").waitFor();
  await page.keyboard.press("Enter");
  await shown(page).waitFor({ state: "detached" });
  await page.keyboard.type("7");
  expect(await amount.inputValue()).toBe("Rp7");
});

test("without the event stream the page polls the sale until it is paid", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  await page.route("**/dashboard/api/events", (route) => route.fulfill({ status: 429, body: "" }));
  await page.reload();
  const total = await charge(page, "55000");
  await till.phone.report(transfer(total));
  await button(page, "Next customer").waitFor();
});

test("obstacles to a sale are named in both languages, with the next step", async () => {
  const till = await openTill();
  const [first] = dataOf<Account[]>(await till.get("/gateway/accounts"));
  for (const { account_id } of dataOf<Account[]>(await till.get("/gateway/accounts"))) {
    dataOf(
      await till.person.post(`/dashboard/api/accounts/${account_id}`, {
        account_min_amount: 10_000,
        account_max_amount: 50_000,
      }),
    );
  }
  expect(first).toBeDefined();
  const page = await visit("/counter", { as: till });
  await button(page, "Charge").click();
  await page.getByText("Enter the amount.").waitFor();
  await till.person.post("/dashboard/api/counter/items", {
    items: [{ name: "Kopi", price: 18_000 }],
  });
  await page.reload();
  await button(page, "Items").click();
  await button(page, "Charge").click();
  await page.getByText("Tap an item, or enter an amount under Digits.").waitFor();
  await button(page, "Digits").click();
  await page.getByLabel("Amount").fill("9999");
  await button(page, "Charge").click();
  await page.getByText("takes amounts from Rp10.000. Choose another").waitFor();
  await page.getByLabel("Amount").fill("50001");
  await button(page, "Charge").click();
  await page.getByText("takes amounts up to Rp50.000. Choose another").waitFor();
  await page.getByRole("button", { name: "Bahasa Indonesia" }).first().click();
  await page.getByLabel("Jumlah").fill("50001");
  await button(page, "Tagih").click();
  await page.getByText("menerima paling banyak Rp50.000").waitFor();
});

test("without a source the counter charges, and leads to marking the invoice as paid", async () => {
  const shop = await openShop();
  const page = await visit("/counter", { as: shop, viewport: { width: 390, height: 844 } });
  await page.getByText("Tepat cannot see payments now: no source watches your accounts.").waitFor();
  // The bar covers that notice, so one sentence above the keys warns of it.
  const warning = page.getByText("Not watched now. Check for the money yourself.");
  const keys = page.getByRole("group", { name: "Digits" });
  const [above, below] = [await warning.boundingBox(), await keys.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  const total = await charge(page, "25000");
  // The customer reads this screen, so the seller's part is folded.
  const unseen = shown(page).getByText("Tepat cannot see this payment.");
  expect(await unseen.isVisible()).toBe(false);
  await takePicture(page, path.join(pictures, "not-watched.png"));
  await shown(page).getByText("For the cashier").click();
  await unseen.waitFor();
  // Tepat cannot see the payment, so the screen does not seem to look for it.
  expect(await shown(page).locator(".till-waiting").count()).toBe(0);
  // This sale can be paid for a day, so the counter shows no remaining time.
  expect(await shown(page).getByRole("timer").count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
  // A sale that waits keeps its total for a day, so leaving it asks.
  await button(page, "Serve another customer").click();
  const leaving = page.getByRole("dialog", {
    name: `Are you still waiting for ${formatRupiah(total)}?`,
  });
  await leaving.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "leave-not-watched.png"));
  await leaving.getByRole("button", { name: "Keep the invoice waiting" }).click();
  await shown(page).waitFor({ state: "detached" });
  expect((await salesOf(shop)).map(({ payment_status }) => payment_status)).toEqual(["PENDING"]);
  const other = await charge(page, "25000");
  await shown(page).getByText("For the cashier").waitFor();
  await page.keyboard.press("Escape");
  await page
    .getByRole("dialog", { name: `Are you still waiting for ${formatRupiah(other)}?` })
    .getByRole("button", { name: "Cancel the invoice" })
    .click();
  await expect.poll(() => shown(page).count()).toBe(0);
  expect((await salesOf(shop)).map(({ payment_status }) => payment_status)).toEqual([
    "CANCELLED",
    "PENDING",
  ]);
  await page.getByRole("button", { name: `Open ${formatRupiah(total)}` }).click();
  await shown(page).getByText("For the cashier").click();
  await shown(page).getByRole("link", { name: "Mark as paid" }).click();
  await page.getByText(formatRupiah(total)).first().waitFor();
  await button(page, "Switch on two-factor authentication").waitFor();
  await turnTo(page, "/counter");
  await page.getByRole("link", { name: "Connect or check a source" }).click();
  await heading(page, "Sources").waitFor();
});

test("after the time is up, a sale that no source watches says how its money is found", async () => {
  const shop = await openShop();
  const page = await visit("/counter", { as: shop });
  await page.route("**/dashboard/api/counter/sales/*", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"PENDING"', '"EXPIRED"');
    await route.fulfill({ response, body });
  });
  await charge(page, "25000");
  await shown(page).getByText("ask an owner to upload the bank statement").waitFor();
  await button(page, "Next customer").click();
  await shown(page).waitFor({ state: "detached" });
});

test("a shop that refuses invoices without a source, or has no account, cannot charge", async () => {
  const shop = await openShop();
  dataOf(await shop.person.post("/dashboard/api/settings", { refuse_offline_accounts: true }));
  const page = await visit("/counter", { as: shop });
  await page.getByText("Tepat cannot see payments now: no source watches your accounts.").waitFor();
  expect(await button(page, "Charge").isDisabled()).toBe(true);
  const newcomer = await visit("/counter", { as: await newMerchant() });
  await newcomer.getByText("No account is switched on yet").waitFor();
  await newcomer.getByRole("link", { name: "Add an account" }).click();
  await heading(newcomer, "Add an account").waitFor();
});

test("a pasted amount with zeros after the comma is not a hundred times as much", async () => {
  const page = await visit("/counter", { as: await openTill() });
  const amount = page.getByLabel("Amount");
  await amount.fill("Rp 150.000,00 ");
  expect(await amount.inputValue()).toBe("Rp150.000");
  await amount.fill("");
  await page.keyboard.type("150000,00");
  expect(await amount.inputValue()).toBe("Rp150.000");
});

test("a text that is no whole amount stays in the field with a message, and is not charged", async () => {
  const till = await openTill();
  const page = await visit("/counter", { as: till });
  const amount = page.getByLabel("Amount");
  const message = page.getByText("Enter a whole number, without decimals.");
  for (const text of ["Rp 150.000.00", "150,000.00", "1.5", "1,5", "150,00", "150.000,500"]) {
    await amount.fill(text);
    await message.waitFor();
    expect(await amount.inputValue()).toBe(text);
    expect(await amount.getAttribute("aria-invalid")).toBe("true");
    await button(page, "Charge").click();
    expect(await message.count()).toBe(1);
    expect(await salesOf(till)).toEqual([]);
    await amount.fill("7");
    expect(await amount.inputValue()).toBe("Rp7");
  }
  // Without a focus in the field, the keys correct the text in the same way.
  await amount.fill("150.000,");
  await button(page, "Sound is on").focus();
  await page.keyboard.press("Backspace");
  expect(await amount.inputValue()).toBe("Rp150.000");
});

test("an unknown sale leads back to the keypad", async () => {
  const till = await openTill();
  const page = await visit(`/counter?sale=${randomUUID()}`, { as: till });
  await shown(page).getByText("Record not found.").waitFor();
  await button(page, "Close").click();
  await page.getByLabel("Amount").waitFor();
});

test.each<["id-ID" | "en-GB", Looks]>([
  [
    "id-ID",
    [
      { name: "phone-320", viewport: { width: 320, height: 568 }, colorScheme: "light" },
      { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
    ],
  ],
  [
    "en-GB",
    [
      { name: "tablet", viewport: { width: 820, height: 1180 }, colorScheme: "light" },
      { name: "desktop", viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
    ],
  ],
])("every state is shown completely in %s, and axe finds nothing", async (locale, looks) => {
  const till = await openTill();
  const page = await visit("/counter", { as: till, locale, ...looks[0] });
  const look = (state: string, isComplete = async (_height: number) => {}) =>
    inEachLook(page, looks, async ({ name, viewport }) => {
      await takePicture(page, path.join(pictures, `${state}-${name}.png`));
      expect(await isScrolledSideways(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
      await isComplete(viewport.height);
    });
  const amount = page.locator("input.keypad-amount");
  const submit = page.locator(".keypad button[type=submit]");
  const next = page.locator(".till-actions .primary");
  await amount.fill("125000");
  await look("keypad");
  await submit.click();
  await shown(page).getByRole("img").waitFor();
  // A scanner needs the whole code, with its total beside it, without scrolling.
  await look("qris", async (height) => {
    const box = await shown(page).getByRole("img").boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(height);
    expect(
      await readQrCode(browser, await shown(page).getByRole("img").screenshot()),
    ).not.toBeNull();
  });
  await till.phone.report(transfer(await totalOn(page)));
  await next.waitFor();
  await look("paid", async (height) => {
    const bottom = await next.boundingBox();
    if (height >= 844) expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual(height);
  });
  await next.click();
  await page.locator(".methods input").last().check();
  await amount.fill("9999999");
  await submit.click();
  await page.locator(".till-number").waitFor();
  await look("bank");
  await page.keyboard.press("Escape");
  await shown(page).waitFor({ state: "detached" });
  await look("list");
});

import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { transfer } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { pendingPayment, readPayment } from "../../contract-tests/support/shop.ts";
import { axeViolations } from "../../web-shared/testing/open-page.ts";
import { formatRupiah } from "../../web-shared/src/money.ts";
import { dayOf } from "../src/base/zone-days.ts";
import { openMailbox } from "./mailbox.ts";
import { button, heading, turnTo, visit } from "./open-dashboard.ts";
import {
  approvedDevice,
  bookPart,
  grantDays,
  invoiceByHand,
  openShop,
  type Merchant,
} from "./people.ts";

const messageOf = async (page: Page, name: RegExp) => {
  const address = await page.getByRole("link", { name }).getAttribute("href");
  const url = new URL(address ?? "");
  return { to: url.origin + url.pathname, text: url.searchParams.get("text") };
};

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000), "Asia/Jakarta");

const codesOf = async ({ person }: Merchant) => {
  const answer = await person.get("/dashboard/api/payments?is_manual=true");
  return dataOf<{ items: { payment_code: string }[] }>(answer).items.map((one) => one.payment_code);
};

test("the guessed address of a new invoice leads to its form", async () => {
  const page = await visit("/payments/new", { as: await openShop() });
  await heading(page, "New invoice").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/invoices/new");
});

test("a field explains a wrong amount when the person leaves it, and an absurd one is asked about once", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  const amount = page.getByLabel("Amount (Rp)");
  await amount.fill("-500");
  await page.getByLabel("Customer's name").fill("Siti");
  await page.getByText("The amount must be more than 0.").waitFor();
  await amount.fill("99999999999");
  await button(page, "Create invoice").click();
  await page.getByText("That is 99.99 billion rupiah. Check the digits.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
  expect(await codesOf(shop)).toEqual([]);
  await amount.fill("50rb");
  expect(await amount.inputValue()).toBe("50.000");
  await button(page, "Create invoice").click();
  await page.getByText("Invoice created.").first().waitFor();
  expect(await codesOf(shop)).toHaveLength(1);
});

test("the Enter key in a wrong amount explains it with the problems of the other fields", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  const amount = page.getByLabel("Amount (Rp)");
  const phone = page.getByLabel("Customer's WhatsApp");
  await phone.fill("12");
  await amount.fill("abc");
  await amount.press("Enter");
  await page.getByText("Type the amount in digits, for example 50000.").waitFor();
  await expect.poll(() => phone.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await codesOf(shop)).toEqual([]);
});

test("the customer's choice is offered only while an account can be chosen", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  const choice = page.getByRole("option", { name: "The customer chooses" });
  await page.getByText("“The customer chooses” needs an account").waitFor();
  expect(await choice.isDisabled()).toBe(true);
  await approvedDevice(shop);
  await page.reload();
  await page.getByText("If the customer chooses, the checkout page offers the banks").waitFor();
  expect(await choice.isDisabled()).toBe(false);
});

test.each([true, false])(
  "sending an invoice by email is offered only if the gateway can (%s)",
  async (sends_mail) => {
    const page = await visit("/invoices/new", {
      as: await openShop(),
      prepare: (opened) =>
        opened
          .route("**/dashboard/api/session", async (route) => {
            const response = await route.fetch();
            const body = (await response.json()) as { data: object };
            await route.fulfill({
              response,
              json: { ...body, data: { ...body.data, sends_mail } },
            });
          })
          .then(() => undefined),
    });
    await page.getByText("Deadline, email and note").click();
    await page.getByLabel("Customer's email address").waitFor();
    expect(await page.getByLabel("Email to the customer").count()).toBe(sends_mail ? 1 : 0);
  },
);

test("an amount with cents is refused with the reason", async () => {
  const page = await visit("/invoices/new", { as: await openShop() });
  const amount = page.getByLabel("Amount (Rp)");
  // A point that does not separate thousands is not removed by the next key.
  await amount.focus();
  await page.keyboard.type("150000.00");
  expect(await amount.inputValue()).toBe("150.000.00");
  await amount.fill("Rp 150.000.00");
  await page.keyboard.press("Home");
  for (const _ of "Rp ") await page.keyboard.press("Delete");
  expect(await amount.inputValue()).toBe("150.000.00");
  await amount.fill("");
  await page.keyboard.type("1500000");
  expect(await amount.inputValue()).toBe("1.500.000");
  await amount.fill("150.000,50");
  await page.getByLabel("Customer's name").fill("Siti");
  await page.getByText("Deadline, email and note").click();
  await page.locator("[name=mail_language]").selectOption("English");
  await button(page, "Create invoice").click();
  await page.getByText("Enter a whole number, without decimals.").waitFor();
  // A refused invoice changes nothing, so the language of messages is still the one before.
  expect(await page.evaluate(() => localStorage.getItem("tepat_message_language"))).toBeNull();
});

test.each([
  ["en-GB", "Amount", "Create invoice"],
  ["id-ID", "Jumlah", "Buat tagihan"],
])(
  "on a phone the bar of the sum has a name and covers no field that is marked, in %s",
  async (locale, name, create) => {
    const viewport = { width: 390, height: 560 };
    const page = await visit("/invoices/new", { as: await openShop(), locale, viewport });
    const bar = page.locator(".invoice-preview");
    expect(await bar.innerText()).toMatch(new RegExp(`^${name}\\s+Rp0\\s+${create}$`, "u"));
    await page.locator("[name=payment_amount]").fill("150.000");
    await button(page, create).click();
    const customer = page.locator(".field:has([name=customer_name][aria-invalid=true])");
    await customer.waitFor();
    const covered = async () => {
      const [field, sum] = await Promise.all([customer.boundingBox(), bar.boundingBox()]);
      return (field?.y ?? 0) + (field?.height ?? 0) - (sum?.y ?? 0);
    };
    await expect.poll(covered).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
  },
);

test("a person creates an invoice, sends it by WhatsApp in the language chosen last, and sees it paid", async () => {
  const shop = await openShop("Penjahit Rapi");
  const device = await approvedDevice(shop);
  const page = await visit("/payments", { as: shop });
  await page.getByRole("link", { name: "New invoice" }).first().click();
  await page.getByLabel("Amount (Rp)").fill("150.000");
  await page.getByText("Rp150.000").waitFor();
  await page.getByLabel("Customer's name").fill("Siti & Budi");
  await page.getByLabel("Customer's WhatsApp number").fill("0812-3456 7890");
  await page.getByText("Deadline, email and note").click();
  await page.getByLabel("Deadline").selectOption("3 days");
  await button(page, "Create invoice").click();
  await page.getByRole("heading", { level: 1, name: /^INV-\d{4}-0001$/u }).waitFor();
  const [code = ""] = await codesOf(shop);
  const first = await messageOf(page, /Send by WhatsApp/u);
  expect(first.to).toBe("https://wa.me/6281234567890");
  expect(first.text).toMatch(
    /^Halo Siti & Budi, ini tagihan INV-\d{4}-0001 dari Penjahit Rapi sebesar Rp150\.\d{3}\. Mohon dibayar sebelum .+ Silakan bayar di sini: http\S+\/pay\/\S+$/u,
  );
  await page.getByRole("radio", { name: "English" }).check();
  await page.reload();
  await page.getByLabel("Reminder").check();
  const reminder = await messageOf(page, /Remind by WhatsApp/u);
  expect(reminder.text).toMatch(/^Hello Siti & Budi, this is a reminder about invoice INV-/u);
  await page.getByRole("img", { name: `QR code of the checkout page of ${code}` }).waitFor();

  const total = Number(/Rp(150\.\d{3})/u.exec(first.text ?? "")?.[1]?.replace(".", ""));
  await device.report(transfer(total));
  await page.getByText("Paid", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Send by WhatsApp" }).waitFor({ state: "detached" });
  await page.getByText("Paid, matched automatically").waitFor();
});

test.each([
  ["http://localhost:8080", "quiet, below the warning that only this computer opens it", "plain"],
  ["https://pay.example", "the main action", "primary"],
])("the button that sends a link to %s is %s", async (public_url, _, tone) => {
  const shop = await openShop();
  const { sale_id } = await invoiceByHand(shop, { payment_amount: 50_000 });
  const page = await visit(`/invoices/${sale_id}`, {
    as: shop,
    viewport: { width: 390, height: 844 },
    prepare: (opened) =>
      opened
        .route(/\/dashboard\/api\/payments\/INV-/u, async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll(/http:[^"]+(?=\/pay\/)/gu, public_url);
          await route.fulfill({ response, body });
        })
        .then(() => undefined),
  });
  const cards = page.locator(".send-at-once, .invoice-send");
  await cards.nth(1).waitFor();
  const warning = page.getByText("This link opens on this computer only").locator("visible=true");
  expect(await warning.count()).toBe(tone === "plain" ? 1 : 0);
  for (const card of await cards.all()) {
    const send = card.getByRole("link", { name: "Send by WhatsApp" });
    expect(await send.getAttribute("class")).toContain(tone);
    if (tone === "primary") continue;
    const [above, below] = [await warning.boundingBox(), await send.boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
  }
});

test("the deadline can be a day and a time, within the bounds that the form states", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  await page.getByLabel("Amount (Rp)").fill("50.000");
  await page.getByLabel("Customer's name").fill("Siti");
  await page.getByText("Deadline, email and note").click();
  await page.getByLabel("Deadline").selectOption("Until a day and time…");
  await page.getByText("From 5 minutes to 90 days from now.").waitFor();
  const day = page.getByLabel("Day", { exact: true });
  await day.fill(inDays(100));
  await page.getByLabel("Time (WIB)").fill("17:30");
  await button(page, "Create invoice").click();
  await page.getByText("Choose a time between 5 minutes and 90 days from now.").waitFor();
  await day.fill(inDays(10));
  await button(page, "Create invoice").click();
  await page.getByText("Invoice created.").first().waitFor();
  const [code = ""] = await codesOf(shop);
  expect((await readPayment(shop, code)).payment_expired_at).toBe(
    new Date(`${inDays(10)}T17:30+07:00`).toISOString(),
  );
});

test("after a part the message and both pages request only the missing amount", async () => {
  const shop = await openShop("Penjahit Rapi");
  const device = await approvedDevice(shop);
  const { sale_id, payment_code, payment_total } = await invoiceByHand(shop, {
    payment_amount: 150_000,
  });
  const page = await visit(`/invoices/${sale_id}`, { as: shop });
  const app = await enrolAuthenticator(shop);
  const total = formatRupiah(payment_total ?? 0);
  const missing = formatRupiah((payment_total ?? 0) - 50_000);
  await page.locator(".figure", { hasText: total }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/payments/${payment_code}`);

  await bookPart(shop, { device, app, payment_code, amount: 50_000 });
  await page.locator(".figure", { hasText: missing }).waitFor();
  await page.getByText(`Rp50.000 of ${total} has arrived.`).waitFor();
  // The customer already knows the invoice, so the message is first a reminder.
  for (const kind of [/Remind by WhatsApp/u, /Send by WhatsApp/u]) {
    if (kind.source.startsWith("Send")) await page.getByRole("radio", { name: "New" }).check();
    const { text } = await messageOf(page, kind);
    expect(text).toContain(`dengan sisa tagihan ${missing}.`);
    expect(text).not.toContain(total);
  }
  expect(await axeViolations(page)).toEqual([]);

  const other = await pendingPayment(shop);
  await turnTo(page, "/");
  const alert = `Siti Rahayu: invoice part paid, ${missing} left`;
  await page.getByRole("link", { name: alert }).click();
  await page.getByText(`${missing} left`).waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  expect(await page.locator("tbody .tag").allInnerTexts()).toEqual(["Part paid"]);
  const chip = page.getByRole("link", { name: "Part paid (1)", exact: true });
  expect(await chip.getAttribute("aria-current")).toBe("true");
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Pending (1)", exact: true }).click();
  await page.getByRole("checkbox", { name: other.payment_code }).waitFor();
  expect(await page.locator("tbody .tag").allInnerTexts()).toEqual(["Pending"]);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
});

test("before a part-paid invoice is cancelled its money is named, and no selection cancels it", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const { payment_code } = await pendingPayment(shop);
  const other = await pendingPayment(shop);
  const app = await enrolAuthenticator(shop);
  await bookPart(shop, { device, app, payment_code, amount: 50_000 });

  const page = await visit("/payments", { as: shop });
  await page.getByRole("checkbox", { name: payment_code }).check();
  const bar = page.getByRole("group", { name: "Selected rows" });
  await bar
    .getByText("1 part-paid invoice has received Rp50.000 and will not be cancelled here.")
    .waitFor();
  expect(await bar.getByRole("button", { name: /^Cancel/u }).count()).toBe(0);
  await page.getByRole("checkbox", { name: other.payment_code }).check();
  expect(await axeViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Cancel 1 invoice" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel 1 invoice" }).click();
  await page.locator(".tag", { hasText: "Cancelled" }).waitFor();
  expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");

  await turnTo(page, `/payments/${payment_code}`);
  await button(page, "Cancel invoice").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("You have received Rp50.000 for this invoice").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel invoice" }).click();
  // Both ways that the dialog named are on the page.
  await button(page, "Accept the amount received").waitFor();
  await button(page, "Record a refund").waitFor();
});

test("an invoice without an account has the address of the choice, and can be cancelled before the choice", async () => {
  const shop = await openShop();
  await approvedDevice(shop);
  const page = await visit("/invoices/new", { as: shop });
  await page.getByLabel("Amount (Rp)").fill("45000");
  await page.getByLabel("Customer's name").fill("Joko");
  await page.getByLabel("Receiving account").selectOption("The customer chooses");
  await button(page, "Create invoice").click();
  await page.getByText("Method not chosen").waitFor();
  const { text } = await messageOf(page, /Send by WhatsApp/u);
  expect(text).toMatch(/bayar di sini: http\S+\/i\/[\w-]{36}$/u);
  await button(page, "Cancel invoice").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel invoice" }).click();
  await page.getByText("Cancelled", { exact: true }).waitFor();
  // The table contains payments only, and the list says so.
  await pendingPayment(shop);
  await turnTo(page, "/payments");
  await page.getByText("Not in the download: 1 invoice whose customer has not chosen").waitFor();
});

test("items are summed, an invoice is copied, and another is cancelled", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  await page.getByLabel("A list of goods or services").check();
  await page.getByLabel("Name of the item").fill("Kemeja");
  await page.getByLabel("Unit price (Rp)").fill("75000");
  await page.getByLabel("Quantity").fill("2");
  await button(page, "Add an item").click();
  const second = page.getByRole("group", { name: "Item 2" });
  await second.getByLabel("Name of the item").fill("Kancing");
  await second.getByLabel("Unit price (Rp)").fill("x");
  await second.getByLabel("Quantity").fill("10");
  await page.getByLabel("Customer's name").fill("Dewi");
  await button(page, "Create invoice").click();
  const wrong = second.getByLabel("Unit price (Rp)");
  await expect.poll(() => wrong.getAttribute("aria-invalid")).toBe("true");
  await wrong.fill("500");
  await page.getByText("Rp155.000").waitFor();
  await button(page, "Create invoice").click();
  await page.getByRole("link", { name: "Duplicate" }).click();
  await page.getByText("Rp155.000").waitFor();
  expect(await page.getByLabel("Deadline").inputValue()).toBe(String(24 * 3_600));
  await page.getByLabel("Customer's name").fill("Putri");
  await button(page, "Remove item 2").click();
  await page.getByText("Rp150.000").nth(1).waitFor();
  await button(page, "Create invoice").click();
  await page.getByRole("heading", { level: 1, name: /-0002$/u }).waitFor();

  await button(page, "Cancel invoice").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel invoice" }).click();
  await page.locator(".tag", { hasText: "Cancelled" }).waitFor();
  await page.goto(new URL("/dashboard/invoices", page.url()).href);
  await page.getByText("Dewi").waitFor();
  await page.getByText("Putri").waitFor();
  expect(new URL(page.url()).search).toBe("?mode=manual");
});

test.each([
  [
    "en-GB",
    "Create invoice",
    "Customer's name",
    ["Enter the amount.", "Enter the customer's name."],
  ],
  ["id-ID", "Buat tagihan", "Nama pelanggan", ["Isi jumlah.", "Isi nama pelanggan."]],
])(
  "in %s each empty field says what belongs in it, and no invoice is created",
  async (locale, make, name, problems) => {
    const shop = await openShop();
    const page = await visit("/invoices/new", { as: shop, locale });
    await button(page, make).click();
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(2);
    expect(await page.locator(".field-error").allInnerTexts()).toEqual(problems);
    expect(await page.getByLabel(name).getAttribute("aria-invalid")).toBe("true");
    expect(await codesOf(shop)).toEqual([]);
  },
);

test.each(["25000", "1,5jt", "Rp 25.000"])(
  "an empty amount is no longer marked once %s is typed, and is marked again when emptied",
  async (typed) => {
    const page = await visit("/invoices/new", { as: await openShop() });
    const amount = page.getByLabel("Amount (Rp)");
    const problem = page.getByText("Enter the amount.");
    await button(page, "Create invoice").click();
    await problem.waitFor();
    await amount.pressSequentially(typed);
    await problem.waitFor({ state: "detached" });
    await amount.blur();
    expect(await amount.getAttribute("aria-invalid")).toBe("false");
    const name = page.getByLabel("Customer's name");
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    await amount.fill("");
    await problem.waitFor();
    await page.getByText("Deadline, email and note").click();
    await page.getByLabel("Customer's email address").fill("no address");
    await button(page, "Create invoice").click();
    const wrong = page.getByText("Enter an email address");
    await wrong.waitFor();
    await page.getByLabel("Customer's email address").fill("dewi@toko.example");
    await wrong.waitFor({ state: "detached" });
  },
);

test("folded fields stay as the person left them, unless a problem stands in them", async () => {
  const page = await visit("/invoices/new", { as: await openShop() });
  const email = page.getByLabel("Customer's email address");
  const fold = () => page.getByText("Deadline, email and note").click();
  await page.getByLabel("Amount (Rp)").fill("20000");
  await fold();
  await email.fill("no address");
  await fold();
  await button(page, "Create invoice").click();
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => email.isVisible()).toBe(true);
  await email.fill("");
  await button(page, "Create invoice").click();
  await expect.poll(() => email.getAttribute("aria-invalid")).toBe("false");
  await page.locator(".field-error").waitFor();
  expect(await email.isVisible()).toBe(true);
});

test("an account that cannot take the invoice is named as the reason, and the form keeps its values", async () => {
  const shop = await openShop();
  const viewport = { width: 390, height: 480 };
  const page = await visit("/invoices/new", { as: shop, viewport });
  await page.getByLabel("Amount (Rp)").fill("20000");
  await page.getByLabel("Customer's name").fill("Agus");
  await shop.person.post(`/dashboard/api/accounts/${shop.account.account_id}`, {
    account_active: false,
  });
  await page.getByRole("option", { name: /takes no payments/u }).waitFor({ state: "attached" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await button(page, "Create invoice").click();
  const reason = page.getByRole("alert").getByText("This account is switched off");
  // Outside the screen, it would seem that the button did nothing.
  await expect
    .poll(async () => (await reason.boundingBox())?.y)
    .toSatisfy((y: number) => y > 0 && y < viewport.height);
  await shop.person.post(`/dashboard/api/accounts/${shop.account.account_id}`, {
    account_active: true,
  });
  await button(page, "Create invoice").click();
  await page.getByRole("heading", { level: 1, name: /-0001$/u }).waitFor();
});

test("an account that takes no payments is not chosen in advance", async () => {
  const shop = await openShop();
  const second = dataOf<Account>(
    await shop.person.post("/dashboard/api/accounts", {
      channel_id: shop.account.channel_id,
      account_number: "9876543210",
      account_name: "TOKO CONTOH",
    }),
  );
  // The second account has no days yet.
  const page = await visit("/invoices/new", { as: shop });
  const chosen = page.getByLabel("Receiving account");
  await expect.poll(() => chosen.inputValue()).toBe(shop.account.account_id);
  await grantDays(second);
  const switchOff = (account_id: string) =>
    shop.person.post(`/dashboard/api/accounts/${account_id}`, { account_active: false });
  await switchOff(shop.account.account_id);
  await page.reload();
  await expect.poll(() => chosen.inputValue()).toBe(second.account_id);
  await switchOff(second.account_id);
  await page.reload();
  await page.getByText("No account takes payments now.").waitFor();
  expect(await button(page, "Create invoice").count()).toBe(0);
});

test("two clicks at once create one invoice, and a customer's text is shown as text", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  const name = `<img src=x onerror="document.title='owned'">`;
  await page.getByLabel("Amount (Rp)").fill("20000");
  await page.getByLabel("Customer's name").fill(name);
  await button(page, "Create invoice").dblclick();
  await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
  expect(await codesOf(shop)).toHaveLength(1);
  expect(await page.title()).not.toBe("owned");
});

test("an invoice of another merchant is not shown", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { sale_id } = await invoiceByHand(other, { payment_amount: 20_000 });
  const page = await visit(`/invoices/${sale_id}`, { as: shop });
  await page.getByRole("alert").waitFor();
  await heading(page, "All invoices").waitFor();
});

test.each([
  {
    locale: "en-GB",
    language: "English",
    send: "Send by email",
    reminder: "Reminder",
    remind: "Remind by email",
    sent: "Email, sent",
    subject: "Subject: Invoice",
    again: "The last reminder was sent only recently.",
  },
  {
    locale: "id-ID",
    language: "Bahasa Indonesia",
    send: "Kirim lewat email",
    reminder: "Pengingat",
    remind: "Ingatkan lewat email",
    sent: "Email, terkirim",
    subject: "Subject: Tagihan",
    again: "Pengingat terakhir belum lama dikirim.",
  },
])("in $locale an invoice is emailed once, and then a reminder", async (words) => {
  await using mailbox = await openMailbox(inject("mailPort"));
  const shop = await openShop();
  const customer_email = `${words.locale}@customer.example`;
  const invoice = await invoiceByHand(shop, { payment_amount: 20_000, customer_email });
  const page = await visit(`/invoices/${invoice.sale_id}`, { as: shop, locale: words.locale });
  await page.getByRole("radio", { name: words.language }).check();
  await button(page, words.send).click();
  await button(page, words.send).waitFor({ state: "detached" });
  const mail = await mailbox.mailTo(customer_email);
  expect(mail).toContain(`${words.subject} ${invoice.payment_code}`);
  expect(mail).toContain(invoice.address);
  const states = async () => {
    const answer = await shop.person.get(`/dashboard/api/invoices/${invoice.sale_id}`);
    return dataOf<{ mails: { mail_state: string }[] }>(answer).mails.map((one) => one.mail_state);
  };
  await expect.poll(states).toEqual(["SENT"]);
  await page.reload();
  await page.getByText(words.sent).waitFor();
  await page.getByRole("radio", { name: words.reminder }).check();
  await button(page, words.remind).click();
  await expect.poll(() => page.getByText("Email, ").count()).toBe(2);
  await button(page, words.remind).click();
  await page.getByRole("alert").getByText(words.again).waitFor();
});

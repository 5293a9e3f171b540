import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import {
  axeViolations,
  crossedLooks,
  inEachLook,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { sendFile } from "../../contract-tests/support/statements.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { bankFormats, type BankFormat, type BankRow } from "../../server/testing/bank-files.ts";
import { openMailbox } from "./mailbox.ts";
import { button, heading, turnTo, visit } from "./open-dashboard.ts";
import { colleague, openShop } from "./people.ts";

/**
 * Tests a month of the books: its rules, chart, corrections and closing, as their pages show them.
 */

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const mailbox = await openMailbox(inject("mailPort"));
afterAll(() => mailbox[Symbol.asyncDispose]());

type Shop = Awaited<ReturnType<typeof openShop>>;

const api = "/dashboard/api";
const klikBca = bankFormats[0] as BankFormat;

const booked = (day: number, description: string, rupiah: number): BankRow => ({
  day: `2020-06-${String(day).padStart(2, "0")}`,
  time: "09:00:00",
  description,
  sen: rupiah * 100,
});

const june: readonly BankRow[] = [
  booked(9, "TRSF E-BANKING CR SITI RAHAYU", 150_347),
  booked(11, "BIAYA TRANSFER", -6_500),
  booked(12, "REV BIAYA TRANSFER", 6_500),
  booked(18, "SEWA RUKO JUNI", -1_500_000),
  booked(30, "BIAYA ADM", -15_000),
  booked(30, "BUNGA", 1_204),
];

const fileOf = (rows: readonly BankRow[]): Buffer =>
  Buffer.from(
    klikBca.write({
      account_number: klikBca.account_number,
      rows,
      first_day: "2020-06-01",
      last_day: "2020-06-30",
      opening_sen: 5_000_000_00,
    }),
  );

/** Opens a shop whose owner is confirmed and has imported June. */
async function shopWithJune(): Promise<Shop> {
  const shop = await openShop();
  const app = await enrolAuthenticator(shop);
  dataOf(await shop.person.post(`${api}/confirmation`, { totp_code: app.code() }));
  const { account_id } = shop.account;
  const upload_id = await sendFile(shop.person, { account_id, file: fileOf(june) });
  dataOf(await shop.person.post(`${api}/statement-uploads/${upload_id}/import`, {}));
  return shop;
}

const monthOf = ({ account: { account_id } }: Shop) => `/statements/${account_id}/2020-06`;

/** Opens this page for another member of the team. */
const colleagueAt = async (shop: Shop, role: string, address: string): Promise<Page> =>
  visit(address, { as: { person: await colleague(shop, { role, mailbox }) } });

/** Explains each row that has no explanation. */
async function explainAll({ person, account }: Shop): Promise<void> {
  const address = `${api}/statements/${account.account_id}/2020-06/rows`;
  for (const meaning of ["missed", "outgoing"]) {
    const rows = dataOf<{ row_id: string }[]>(await person.get(`${address}?meaning=${meaning}`));
    for (const { row_id } of rows)
      dataOf(
        await person.post(`${api}/statement-rows/${row_id}/explain`, {
          meaning: "other",
          account_key: "customer_payments",
        }),
      );
  }
}

test("a correction is paired, and a month is closed once every row is explained, and reopened", async () => {
  const shop = await shopWithJune();
  const page = await visit(monthOf(shop), { as: shop });
  const dialog = page.getByRole("dialog");
  await page.getByText("reverses 11 Jun 2020, BIAYA TRANSFER").waitFor();
  await button(page, "Yes, pair them REV BIAYA TRANSFER").click();
  await dialog.getByRole("button", { name: "Yes, pair them" }).click();
  await page.getByText("reverses 11 Jun 2020").first().waitFor({ state: "detached" });

  await button(page, "Close month").click();
  await dialog.getByRole("button", { name: "Close month" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/2 rows have no explanation/u)
    .waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();
  // The page names money out that keeps the month open, and lists it among the rows to check.
  await page.getByText("1 outgoing payment has no explanation yet.").waitFor();
  await expect.poll(() => button(page, "Explain: SEWA RUKO JUNI").count()).toBe(2);
  await explainAll(shop);
  await button(page, "Close month").click();
  await dialog.getByRole("button", { name: "Close month" }).click();
  await page.getByText(/Closed by/u).waitFor();
  await expect.poll(() => button(page, /^Explain|Record money/u).count()).toBe(0);
  const list = await visit("/statements", { as: shop });
  await list.getByRole("listitem").filter({ hasText: "June 2020" }).getByText("Closed").waitFor();

  // The bank adds a row afterwards.
  const more = fileOf([...june, booked(30, "KOREKSI SALDO", 1)]);
  const upload_id = await sendFile(shop.person, {
    account_id: shop.account.account_id,
    file: more,
  });
  const refused = await shop.person.post(`${api}/statement-uploads/${upload_id}/import`, {});
  expect(refused).toMatchObject({
    status: 409,
    body: { reason: { code: "statement_month_closed" } },
  });

  await button(page, "Reopen month").click();
  await dialog.getByRole("button", { name: "Reopen month" }).click();
  await button(page, "Close month").waitFor();
});

test("a rule is taught with its matching rows, refused twice, and removed", async () => {
  const shop = await shopWithJune();
  const page = await visit("/books/2020", { as: shop });
  await page.getByRole("link", { name: "Rules" }).click();
  await page.getByText("No rules yet").waitFor();
  const dialog = page.getByRole("dialog");
  const teach = async (words: string) => {
    await button(page, "Teach a rule").click();
    await dialog.getByLabel("Words in the bank's description").fill(words);
  };
  await teach("se");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => dialog.getByLabel("Words in the bank's description").getAttribute("aria-invalid"))
    .toBe("true");
  await dialog.getByLabel("Words in the bank's description").fill("sewa ruko");
  await dialog.getByText("1 row matches now.").waitFor();
  await dialog.getByText("18 Jun 2020, SEWA RUKO JUNI, Rp1.500.000").waitFor();
  await dialog.getByLabel("Money in").click();
  await dialog.getByText("0 rows match now.").waitFor();
  await dialog.getByLabel("Money out").click();
  await dialog.getByText("1 row matches now.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("listitem").filter({ hasText: "sewa ruko" }).waitFor();

  await teach("SEWA RUKO");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("A rule for “SEWA RUKO” already exists").waitFor();
  await dialog.getByRole("button", { name: "Back" }).click();

  await button(page, "Remove sewa ruko").click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No rules yet").waitFor();
});

test("the chart keeps a program's codes and the shop's own accounts", async () => {
  const shop = await shopWithJune();
  const page = await visit("/books/chart", { as: shop });
  await page.getByLabel("Code for Bank fees").fill("");
  await button(page, "Save").click();
  await expect
    .poll(() => page.getByLabel("Code for Bank fees").getAttribute("aria-invalid"))
    .toBe("true");
  await page.getByLabel("Code for Bank fees").fill("6-60500");
  await page.getByLabel("Name of the additional account").fill("Sewa ruko");
  await page.getByLabel("Code of the additional account").fill("6-60500");
  await button(page, "Save").click();
  await page.getByText("The chart of accounts was saved.").waitFor();
  await page.reload();
  expect(await page.getByLabel("Code for Bank fees").inputValue()).toBe("6-60500");
  expect(await page.getByLabel("Code for Sewa ruko").inputValue()).toBe("6-60500");
  await page.getByText("Bank fees, Sewa ruko have the same code, 6-60500.").waitFor();
  await page.getByLabel("Program").selectOption("Xero");
  await expect.poll(() => page.getByLabel("Code for Bank fees").inputValue()).toBe("404");

  // If a row is booked on an own account, that account stays chosen when the row is explained
  // again.
  await turnTo(page, monthOf(shop));
  const dialog = page.getByRole("dialog");
  const explain = () => button(page, "Explain: SEWA RUKO JUNI").last().click();
  await explain();
  await dialog.getByLabel("Account").selectOption("6-60500 Sewa ruko");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  // Both lists are loaded again: the row leaves the list of open rows, and the other list shows its
  // explanation.
  const rent = page.getByRole("listitem").filter({ hasText: "SEWA RUKO JUNI" });
  await expect.poll(() => rent.count()).toBe(1);
  await rent.locator(".tag.plain").waitFor();
  await explain();
  await expect
    .poll(() => dialog.getByLabel("Account").locator("option:checked").innerText())
    .toBe("6-60500 Sewa ruko");
});

test("a year and a quarter link to their months, and other periods are refused", async () => {
  const shop = await shopWithJune();
  const page = await visit("/statements", { as: shop });
  // Two amounts that no phone reported, and unexplained money out.
  await page.getByText("3 to check").waitFor();
  await page.getByRole("link", { name: "Books of the year" }).click();
  await heading(page, "Books of 2020").waitFor();
  await page.getByRole("link", { name: "June 2020" }).waitFor();
  await page.getByText("3 to explain").waitFor();
  await page.getByRole("link", { name: "Quarter 2" }).click();
  await heading(page, "Books of 2020, quarter 2").waitFor();
  await page.getByRole("link", { name: "June 2020" }).waitFor();
  await page.getByRole("link", { name: "Quarter 3" }).click();
  await page.getByText("No bank statements in this period").waitFor();
  await turnTo(page, "/books/2020-Q9");
  await page.getByRole("alert").waitFor();
});

test("an accountant can explain rows and teach rules, but cannot close a month or import", async () => {
  const shop = await shopWithJune();
  const page = await colleagueAt(shop, "accountant", "/books/rules");
  await button(page, "Teach a rule").waitFor();
  await turnTo(page, monthOf(shop));
  await button(page, "Yes, pair them REV BIAYA TRANSFER").waitFor();
  await button(page, "Explain: SEWA RUKO JUNI").first().waitFor();
  expect(await button(page, "Close month").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Upload a statement" }).count()).toBe(0);
  await page.getByRole("link", { name: "Everything for the accountant" }).waitFor();
});

test("a viewer can read the books but cannot change them", async () => {
  const shop = await shopWithJune();
  const rule = { direction: "DEBIT", words: "SEWA", meaning: "outgoing" };
  dataOf(await shop.person.post(`${api}/statement-rules`, rule));
  const page = await colleagueAt(shop, "viewer", "/books/rules");
  await page.getByRole("listitem").filter({ hasText: "SEWA" }).waitFor();
  expect(await button(page, /Teach a rule|Remove/u).count()).toBe(0);
  await turnTo(page, "/books/chart");
  await page.getByLabel("Code for Bank fees").waitFor();
  expect(await button(page, "Save").count()).toBe(0);
  await turnTo(page, monthOf(shop));
  await page.getByText("reverses 11 Jun 2020").waitFor();
  expect(await button(page, /Yes, pair them|Close month|^Explain/u).count()).toBe(0);
});

const desktop = { name: "desktop", viewport: { width: 1440, height: 900 } };
const phone = { name: "phone", viewport: { width: 390, height: 844 } };

test.each(crossedLooks(desktop, phone))(
  "the pages of the books are accessible and fit, in %s",
  async (locale, looks) => {
    const shop = await shopWithJune();
    const rule = { direction: "DEBIT", words: "BIAYA ADM", meaning: "fee" };
    dataOf(await shop.person.post(`${api}/statement-rules`, rule));
    const page = await visit("/books/2020", { as: shop, locale, ...looks[0] });
    const look = (part: string) =>
      inEachLook(page, looks, async ({ name, colorScheme }) => {
        await takePicture(page, path.join(folder, `books-${part}-${name}-${colorScheme}.png`));
        expect(await axeViolations(page)).toEqual([]);
        expect(await isScrolledSideways(page)).toBe(false);
      });
    const goTo = (address: string) => turnTo(page, address);
    await page.locator(".month-card").first().waitFor();
    await look("year");
    await goTo("/books/2020-Q2");
    await page.locator(".month-card").first().waitFor();
    await look("quarter");
    await goTo("/books/chart");
    await page.locator("form input").first().waitFor();
    await look("chart");
    await goTo("/books/rules");
    await page.locator(".rows li").first().waitFor();
    await look("rules");
    await button(page, /Teach a rule|Ajarkan aturan/u).click();
    await page.locator("dialog input[name=words]").fill("sewa");
    await page.getByText("SEWA RUKO JUNI").waitFor();
    await look("teach");
    await goTo(monthOf(shop));
    await button(page, /Yes, pair them|Ya, pasangkan/u).click();
    await page.locator("dialog form").waitFor();
    await look("pair");
    await page.keyboard.press("Escape");
    await button(page, /Close month|Tutup bulan/u).click();
    await page.locator("dialog form").waitFor();
    await look("close");
  },
);

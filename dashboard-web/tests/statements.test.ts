import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  crossedLooks,
  inEachLook,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { sendFile } from "../../contract-tests/support/statements.ts";
import { addAccount } from "../../contract-tests/support/shop.ts";
import { enrolAuthenticator, type Authenticator } from "../../contract-tests/support/totp.ts";
import { bankFormats, type BankFormat, type BankRow } from "../../server/testing/bank-files.ts";
import { button, heading, sessionCookie, turnTo, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

type Shop = Awaited<ReturnType<typeof openShop>>;

/** A month that is over by any clock. */
const month = { first_day: "2020-06-01", last_day: "2020-06-30" };

const booked = (day: number, time: string, description: string, rupiah: number): BankRow => ({
  day: `2020-06-${String(day).padStart(2, "0")}`,
  time,
  description,
  sen: rupiah * 100,
});

/**
 * The bank's rows: a transfer that the phone reports, one that the phone missed, a fee, interest, and a
 * payment.
 */
const rows: readonly BankRow[] = [
  booked(9, "09:10:00", "TRSF E-BANKING CR 0906/FTSCY/WS95031 SITI RAHAYU", 150_347),
  booked(10, "11:00:00", "TRSF E-BANKING CR 1006/FTSCY/WS95031 BUDI SANTOSO", 275_118),
  booked(12, "08:00:00", "TRSF E-BANKING DB 1206/FTFVA SUPPLIER", -500_000),
  booked(30, "23:00:00", "BIAYA ADM", -15_000),
  booked(30, "23:30:00", "BUNGA", 1_204),
];

const formatOf = (layout: string, channel = "BCA"): BankFormat => {
  const format = bankFormats.find((each) => each.layout === layout && each.channel === channel);
  if (!format) throw new Error(`there is no format ${layout}`);
  return format;
};

const klikBca = formatOf("bca_individual");

function fileOf(format: BankFormat, name: string, given: readonly BankRow[] = rows) {
  const content = format.write({ account_number: format.account_number, rows: given, ...month });
  return fileFrom(name, content);
}

const fileFrom = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});

/** Makes the phone report the bank's first row, and money that the bank does not have. */
async function reportTransfers(shop: Shop, forged: readonly number[]): Promise<void> {
  const device = await approvedDevice(shop);
  await device.report(
    transfer(150_347, { posted_at: "2020-06-09T02:10:20Z" }),
    ...forged.map((amount, index) =>
      transfer(amount, { posted_at: `2020-06-${11 + index}T03:00:00Z`, key: `forged ${index}` }),
    ),
  );
}

const choose = (page: Page, file: ReturnType<typeof fileFrom>) =>
  page.locator("input[type=file]").setInputFiles(file);

async function confirm(page: Page, app: Authenticator): Promise<void> {
  await page.getByLabel("Code from your authenticator app").fill(app.code());
  await button(page, "Confirm").click();
}

/**
 * Opens a signed-in shop. `forged` are amounts that the phone reports and the bank does not have.
 */
async function signedInShop(forged?: number[]) {
  const shop = await openShop();
  if (forged) await reportTransfers(shop, forged);
  const cookie = await sessionCookie(shop);
  const app = await enrolAuthenticator(shop);
  return { shop, cookie, app };
}

/** Imports a file manually, and stays on the page with the result. */
async function importFile(page: Page, file: ReturnType<typeof fileFrom>, app: Authenticator) {
  await choose(page, file);
  await button(page, /^Import/u).click();
  await confirm(page, app);
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
}

/** Returns a download. The browser runs in another process, so the file is copied from it. */
async function downloaded(page: Page, name: string, file_name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(file_name);
  const file = path.join(folder, file_name);
  await download.saveAs(file);
  return readFile(file, "utf8");
}

test("a statement is checked and imported, and shows forged and missed transfers", async () => {
  const { shop, cookie, app } = await signedInShop([2_500_311]);
  const page = await visit(`/accounts/${shop.account.account_id}`, { cookie });
  await page.getByRole("link", { name: "Upload a statement" }).click();
  await choose(page, fileOf(klikBca, "mutasi-juni.csv"));
  await page.getByRole("heading", { name: "Preview" }).waitFor();
  await page.getByText("KlikBCA Individual").waitFor();
  await page.getByText("5, all of them new").waitFor();
  await page.getByText("One transfer that a source reported is not in the statement.").waitFor();
  await page.getByText("1 row proves a transfer that a source reported.").waitFor();
  await page.getByText("No source reported 1 incoming amount (Rp275.118)").waitFor();
  await page.getByText("1 bank fee, Rp15.000.").waitFor();
  await page.getByText("1 payment of interest, Rp1.204.").waitFor();
  // Nothing has been stored yet.
  expect(dataOf(await shop.person.get("/dashboard/api/statements"))).toEqual([]);
  expect(dataOf(await shop.person.get("/dashboard/api/unsupported-transfers"))).toEqual([]);

  await button(page, "Import 5 rows").click();
  await confirm(page, app);
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  await page.getByRole("link", { name: "Open June 2020" }).click();
  await heading(page, "June 2020").waitFor();
  await page.getByRole("alert").getByText("One transfer is not in the bank statement").waitFor();

  await button(page, "Review").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Rp2.500.311").waitFor();
  await dialog.getByLabel("A forged notification").check();
  await button(page, "Close this alarm").click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await dialog.getByLabel("What did you find?").fill("The bank's app does not have it.");
  await button(page, "Close this alarm").click();
  await page.getByText("One transfer is not in the bank statement").waitFor({ state: "detached" });

  await button(page, "Record money").first().click();
  await page.getByText("Record Rp275.118 as money in?").waitFor();
  await dialog.getByRole("button", { name: "Record money" }).click();
  await page.getByText("You have recorded 1 missed amount.").waitFor();
  await page.getByText(/No source reported/u).waitFor({ state: "detached" });

  // After money was recorded, the page shows its transfer with the source, without an invented time.
  const recorded = page.locator(".recorded");
  await recorded.getByText("No similar invoices.").waitFor();
  await recorded.getByRole("link", { name: "Match it under To decide" }).waitFor();
  // The other list of the month no longer offers to record the money.
  await expect.poll(() => button(page, "Record money").count()).toBe(0);
  await takePicture(page, path.join(folder, "statement-recorded.png"));
  await recorded.getByRole("link", { name: "See the transfer" }).click();
  await heading(page, "Transfer").waitFor();
  await page
    .getByRole("link", { name: "Recorded from the statement of BCA 1234567890, 10 Jun 2020" })
    .waitFor();
  expect(await page.locator("time").allInnerTexts()).toEqual(["10 Jun 2020"]);
  expect(await page.locator("main").innerText()).not.toMatch(/BCA mobile|Bank statement,/u);
  await takePicture(page, path.join(folder, "transfer-of-statement.png"));
  await page.goto(new URL("/dashboard/mutations", page.url()).href);
  await page.getByRole("link", { name: /CR 1006\/FTSCY\/WS95031 BUDI SANTOSO/u }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /Recorded from/u }).click();
  await heading(page, "June 2020").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "See the transfer" }).count()).toBe(2);

  // An explanation of a row changes only the books.
  await page.getByLabel("Show").selectOption("outgoing");
  await button(page, /^Explain: TRSF E-BANKING DB/u)
    .last()
    .click();
  await dialog.getByLabel("Meaning").selectOption("refund");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("1 refund, Rp500.000.").waitFor();
  await page.getByRole("heading", { name: "Rows to check" }).waitFor({ state: "detached" });

  const table = await downloaded(page, "Download CSV", "bca-7890-2020-06-statement.csv");
  expect(table).toContain("BIAYA ADM");
  const journal = await downloaded(page, "Download journal as CSV", "bca-7890-2020-06-journal.csv");
  expect(journal).toContain("Bank fees,15000.00");
  const inIndonesian = await visit(new URL(page.url()).pathname.replace("/dashboard", ""), {
    cookie,
    locale: "id-ID",
  });
  expect(await downloaded(inIndonesian, "Unduh CSV", "bca-7890-2020-06-mutasi.csv")).toContain(
    "biaya bank",
  );
  expect(
    await downloaded(inIndonesian, "Unduh jurnal sebagai CSV", "bca-7890-2020-06-jurnal.csv"),
  ).toContain("Biaya bank,15000.00");

  // The same file again changes nothing.
  await page.getByRole("link", { name: "Upload a statement" }).click();
  await choose(page, fileOf(klikBca, "mutasi-juni (1).csv"));
  await page.getByText("5, all imported before").waitFor();
  await page.getByText("Tepat already has all these rows.").waitFor();
});

test.each([
  ["mandiri_livin", "MANDIRI", "e-statement.xlsx", "Livin' by Mandiri e-Statement"],
  ["bri_csv", "BRI", "mutasi-bri.csv", "BRI CSV"],
  ["bni_direct", "BNI", "mutasi-bni.csv", "BNIDirect"],
] as const)("%s of %s is recognised and imported", async (layout, channel, name, title) => {
  const { shop, cookie, app } = await signedInShop();
  const format = formatOf(layout, channel);
  const { account_id } = await addAccount(shop, { channel, number: format.account_number });
  const page = await visit("/statements/import", { cookie });
  await page.getByLabel("Account").selectOption(account_id);
  await choose(page, fileOf(format, name));
  await page.getByText(title).waitFor();
  await page.getByText("5, all of them new").waitFor();
  await button(page, "Import 5 rows").click();
  await confirm(page, app);
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
});

/**
 * Returns a file of a bank without a known layout: a preamble, unusual column names, and points for
 * thousands.
 */
const unknownFile = (name: string, lines: readonly string[]) =>
  fileFrom(
    name,
    ["Bank Contoh;;;;", "Tgl Buku;Rincian;Masuk;Keluar;Sisa Dana", ...lines, ""].join("\n"),
  );

test("a file that is no statement is refused without questions about its columns", async () => {
  const { shop, cookie } = await signedInShop();
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  await choose(page, fileFrom("notes.txt", "hello\nworld\n"));
  await page.getByText("notes.txt is not a bank statement").waitFor();
  await choose(page, unknownFile("bank.csv", ["09/06/2020;Transfer;150.347,00;;1.150.347,00"]));
  await page.getByText("Tepat does not know this kind of file").waitFor();
});

test("columns of an unknown file are named once and remembered for the bank", async () => {
  const { shop, cookie, app } = await signedInShop();
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  await choose(
    page,
    unknownFile("bank-contoh.csv", [
      "09/06/2020;Transfer SITI;150.347,00;;1.150.347,00",
      "30/06/2020;Biaya admin;;15.000,00;1.135.347,00",
    ]),
  );
  await page.getByText("Tepat does not know this kind of file").waitFor();
  expect(await page.getByLabel("1. Tgl Buku").inputValue()).toBe("day");
  expect(await page.getByLabel("2. Rincian").inputValue()).toBe("description");
  expect(await page.getByLabel("3. Masuk").inputValue()).toBe("credit");
  await page.getByLabel("1. Tgl Buku").selectOption("Not used");
  await button(page, "Check").click();
  await page.getByText("Choose the date column.").waitFor();
  await page.getByLabel("1. Tgl Buku").selectOption("Date");
  expect(await page.getByLabel("5. Sisa Dana").inputValue()).toBe("balance");
  await button(page, "Check").click();
  await page.getByText("2, all of them new").waitFor();
  await button(page, "Import 2 rows").click();
  await confirm(page, app);
  await page.getByRole("link", { name: "Open June 2020" }).waitFor();

  await button(page, "Upload another file").click();
  await choose(
    page,
    unknownFile("bank-contoh-juli.csv", [
      "01/07/2020;Transfer BUDI;20.000,00;;1.155.347,00",
      "13/07/2020;Transfer DEWI;30.000,00;;1.185.347,00",
    ]),
  );
  await page.getByText("that you last chose for this bank").waitFor();
  expect(await page.getByLabel("5. Sisa Dana").inputValue()).toBe("balance");
  await button(page, "Check").click();
  await button(page, "Import 2 rows").waitFor();
});

test("a person can leave out rows without transactions if the balances still add up", async () => {
  const { shop, cookie } = await signedInShop();
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  await choose(
    page,
    unknownFile("bank-contoh.csv", [
      "01/06/2020;Pindahan bulan lalu;;;1.000.000,00",
      "09/06/2020;Transfer SITI;150.347,00;;1.150.347,00",
      "halaman 2;;;;",
    ]),
  );
  await button(page, "Check").click();
  await button(page, "Leave out row 3 if it is not a transaction").click();
  await button(page, "Leave out row 5 if it is not a transaction").click();
  await page.getByText("Rows left out: 3, 5.").waitFor();
  await takePicture(page, path.join(folder, "statement-left-out.png"));
  await button(page, "Import 1 row").waitFor();

  // A row with money cannot be left out.
  await button(page, "Column meanings").click();
  await page.getByLabel("Rows that are not transactions").fill("3, 4, 5");
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, path.join(folder, "statement-leave-out-phone.png"));
  await button(page, "Check").click();
  await page
    .getByRole("alert")
    .getByText(/balance in row 4 is −?Rp[\d.]+, but it should be −?Rp/iu)
    .waitFor();
});

test("ambiguous dates are read day first, and the preview shows the period", async () => {
  const { shop, cookie } = await signedInShop();
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  const lines = ["02/06/2020;Transfer SITI;150.347,00;;1.150.347,00"];
  await choose(page, unknownFile("bank-contoh.csv", lines));
  await button(page, "Check").click();
  await button(page, "Import 1 row").waitFor();
  await page
    .getByText(/\b0?2 Jun/)
    .first()
    .waitFor();
});

test("an inconsistent file is refused with its row, and nothing is stored", async () => {
  const { shop, cookie } = await signedInShop();
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  const whole = fileOf(klikBca, "mutasi-juni.csv").buffer.toString();
  const refused = page.getByRole("alert");
  for (const [name, content, words] of [
    ["changed.csv", whole.replace("275118.00,CR", "975118.00,CR"), /balance in row 7 is/iu],
    ["cut.csv", whole.slice(0, whole.indexOf("Saldo Akhir")), /ends too early, at row/iu],
    ["other.csv", whole.replace("1234567890", "9876543210"), /names the account 9876543210/iu],
    ["statement.pdf", "%PDF-1.7 \n%", /Download a table instead\. BCA: KlikBCA/u],
    ["empty.csv", " ", /empty|no transactions|does not know/iu],
    ["formula.csv", whole.replace("'30/06/2020,BIAYA", "=TODAY(),BIAYA"), /contains a formula/iu],
  ] as const) {
    await choose(page, fileFrom(name, content));
    await refused.getByText(words).waitFor();
  }
  await choose(page, fileFrom("large.csv", Buffer.alloc(5 * 1024 * 1024, "a")));
  await refused.getByText("larger than 4 MB").waitFor();
  const format = formatOf("bri_csv", "BRI");
  await choose(page, fileOf(format, "mutasi-bri.csv"));
  await refused.getByText("this is a file of BRI, but the account is at BCA").waitFor();
  expect(dataOf(await shop.person.get("/dashboard/api/statements"))).toEqual([]);
  // After a refusal, the next file is accepted like a first one.
  await choose(page, fileOf(klikBca, "mutasi-juni.csv"));
  await page.getByRole("heading", { name: "Preview" }).waitFor();
});

test("a file can be dropped on the page, and without a code nothing is stored", async () => {
  const { shop, cookie } = await signedInShop();
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  const { buffer } = fileOf(klikBca, "mutasi-juni.csv");
  await page.locator(".drop").waitFor();
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "mutasi-juni.csv", { type: "text/csv" }));
    const drop = document.querySelector(".drop");
    for (const type of ["dragover", "drop"]) {
      const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
      drop?.dispatchEvent(new DragEvent(type, options));
    }
  }, buffer.toString());
  await button(page, "Import 5 rows").click();
  await page.getByLabel("Code from your authenticator app").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
  await page.getByText("Confirm with the code").or(page.getByRole("alert")).first().waitFor();
  await button(page, "Import 5 rows").waitFor();
  expect(dataOf(await shop.person.get("/dashboard/api/statements"))).toEqual([]);
});

/** Imports all of the bank's June, without a page. */
async function importJune({ person, account }: Shop, app: Authenticator): Promise<void> {
  const { buffer: file } = fileOf(klikBca, "mutasi-juni.csv");
  dataOf(await person.post("/dashboard/api/confirmation", { totp_code: app.code() }));
  const upload_id = await sendFile(person, { account_id: account.account_id, file });
  dataOf(await person.post(`/dashboard/api/statement-uploads/${upload_id}/import`, {}));
}

test("all missed rows are recorded at once, except one that another person explains meanwhile", async () => {
  const { shop, cookie, app } = await signedInShop();
  const missed = [11, 12, 13, 14].map((day) => booked(day, "08:00:00", `CR ${day}`, 20_000 + day));
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  await importFile(page, fileOf(klikBca, "mutasi-juni.csv", missed), app);
  await page.getByRole("link", { name: "Open June 2020" }).click();
  await button(page, "Record 4 missed rows").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Record 4 rows, Rp80.050 in total, as money in?").waitFor();
  await takePicture(page, path.join(folder, "statement-record-all.png"));

  const month = `/dashboard/api/statements/${shop.account.account_id}/2020-06`;
  const [row] = dataOf<{ row_id: string }[]>(await shop.person.get(`${month}/rows?per_page=1`));
  const explanation = { meaning: "other" };
  dataOf(
    await shop.person.post(`/dashboard/api/statement-rows/${row?.row_id}/explain`, explanation),
  );
  await dialog.getByRole("button", { name: "Record 4 missed rows" }).click();
  await page.getByText("You have recorded 3 missed amounts.").waitFor();
  await expect.poll(() => button(page, /^Record/u).count()).toBe(0);
  const { items } = dataOf<{ items: unknown[] }>(await shop.person.get("/dashboard/api/mutations"));
  expect(items).toHaveLength(3);
});

const words = {
  "en-GB": {
    missing: "The bank has no record of this transfer",
    tag: "No bank record",
    look: "Review in the statement of June 2020",
    verdict: "A forged notification.",
    proved: "Proved by the bank statement of 9 Jun 2020",
    recorded: "Recorded from the statement of BCA 1234567890, 10 Jun 2020",
    day: "10 Jun 2020",
  },
  "id-ID": {
    missing: "Bank tidak mencatat transfer ini",
    tag: "Tidak tercatat di bank",
    look: "Periksa di rekening koran Juni 2020",
    verdict: "Notifikasi palsu.",
    proved: "Terbukti di rekening koran 9 Jun 2020",
    recorded: "Dicatat dari rekening koran BCA 1234567890, 10 Jun 2020",
    day: "10 Jun 2020",
  },
} as const;

const named = (name: string, width: number) => ({ name, viewport: { width, height: 900 } });

test.each(crossedLooks(named("desktop", 1440), named("phone", 390)))(
  "a transfer shows the bank's record on every page, in %s",
  async (locale, looks) => {
    const { shop, app } = await signedInShop([2_500_311]);
    await importJune(shop, app);
    const t = words[locale];
    const page = await visit("/mutations", { as: shop, locale, ...looks[0] });
    const look = (part: string) =>
      inEachLook(page, looks, async ({ name, colorScheme }) => {
        await takePicture(page, path.join(folder, `bank-${part}-${name}-${colorScheme}.png`));
        expect(await axeViolations(page)).toEqual([]);
        expect(await isScrolledSideways(page)).toBe(false);
      });
    const goTo = (address: string) => turnTo(page, address);
    await page.getByText(t.tag).waitFor();
    await look("list");
    const { items: list } = dataOf<{ items: { id: string; amount_parsed: number }[] }>(
      await shop.person.get("/dashboard/api/mutations"),
    );
    const idOf = (amount: number) => list.find((each) => each.amount_parsed === amount)?.id ?? "";
    await goTo(`/mutations/${idOf(2_500_311)}`);
    await page.getByRole("alert").getByText(t.missing).waitFor();
    await look("forged");
    await goTo(`/mutations/${idOf(150_347)}`);
    await page.getByRole("link", { name: t.proved }).waitFor();
    await look("proved");
    await goTo(`/reconciliation?transfer=${idOf(2_500_311)}`);
    await page.getByRole("alert").getByText(t.missing).waitFor();
    await look("reconciliation");
    await page.getByRole("link", { name: t.look }).click();

    // The alarm ends on the linked page, which then shows the verdict, the person and the time.
    await page.locator(".alarm button").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.locator("textarea").fill("HP kasir dipinjam orang.");
    await dialog.locator("button[type=submit]").click();
    await page.locator(".alarm").waitFor({ state: "detached" });
    await goTo(`/mutations/${idOf(2_500_311)}`);
    await page.getByText(t.verdict).waitFor();
    await page.getByText("HP kasir dipinjam orang.").waitFor();
    await page.getByText(/(?:Judged by|Dinilai) Toko/u).waitFor();
    await look("judged");
  },
);

test("a month is printed on A4, with every row", async () => {
  const { shop, cookie, app } = await signedInShop([2_500_311]);
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  const many = Array.from({ length: 150 }, (_, index) =>
    booked(15, "12:00:00", `TRSF E-BANKING CR ${1000 + index} AGUS WIJAYA`, 20_000 + index),
  );
  const given = [...rows.slice(0, 3), ...many, ...rows.slice(3)];
  await importFile(page, fileOf(klikBca, "mutasi-juni.csv", given), app);
  await page.getByRole("link", { name: "Open June 2020" }).click();
  await page.getByRole("link", { name: "Print" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, path.join(folder, "statement-month-phone.png"));
  await button(page, "More actions").click();
  await page.getByRole("link", { name: "Download journal as CSV" }).waitFor();
  await takePicture(page, path.join(folder, "statement-month-menu.png"));
  await page.getByRole("link", { name: "Print" }).click();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByText("TRSF E-BANKING CR 1149").waitFor();
  await page.getByRole("button", { name: "Print" }).and(page.locator(":enabled")).waitFor();
  expect(await page.locator(".sheet tbody tr").count()).toBe(given.length);
  await takePicture(page, path.join(folder, "statement-print.png"));
  // On a phone, the bank's text has enough room, and nothing exceeds the page.
  await page.setViewportSize({ width: 390, height: 844 });
  const described = page.locator(".sheet-words", { hasText: "TRSF E-BANKING CR 1149 AGUS WIJAYA" });
  await expect.poll(async () => (await described.boundingBox())?.width).toBeGreaterThan(250);
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await page.locator(".sheet").evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
  await takePicture(page, path.join(folder, "statement-print-phone.png"));
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [, width = 0, height = 0] = /MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/u.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
  const pages = Number(/\/Type\s*\/Pages[^>]*\/Count (\d+)/u.exec(pdf)?.[1]);
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(pages).toBeLessThanOrEqual(8);
});

test.each(crossedLooks(named("desktop", 1440), named("phone", 320)))(
  "the pages are accessible and fit, in %s",
  async (locale, looks) => {
    const { shop, cookie, app } = await signedInShop([2_500_311, 75_118]);
    const page = await visit("/statements", { cookie, locale, ...looks[0] });
    const look = (part: string) =>
      inEachLook(page, looks, async ({ name, colorScheme }) => {
        await takePicture(page, path.join(folder, `statements-${part}-${name}-${colorScheme}.png`));
        expect(await axeViolations(page)).toEqual([]);
        expect(await isScrolledSideways(page)).toBe(false);
      });
    await page.locator(".empty").waitFor();
    await look("none");
    await turnTo(page, `/statements/import?account=${shop.account.account_id}`);
    await page.locator(".drop").waitFor();
    await look("choose");
    await choose(
      page,
      unknownFile("lain.csv", ["09/06/2020;Transfer SITI;150.347,00;;1.150.347,00"]),
    );
    await page.locator(".columns").waitFor();
    await look("mapper");
    await button(page, /Choose another file|Pilih berkas lain/u).click();
    const whole = fileOf(klikBca, "mutasi-juni.csv").buffer.toString();
    await choose(page, fileFrom("rusak.csv", whole.replace("275118.00,CR", "975118.00,CR")));
    await page.getByRole("alert").waitFor();
    await look("refused");
    await choose(page, fileOf(klikBca, "mutasi-juni.csv"));
    await page.locator(".findings").waitFor();
    await look("check");

    // With the keyboard only: import, and open the month.
    await button(page, /^Impor/u).focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog input").waitFor();
    await page.keyboard.type(app.code());
    await page.keyboard.press("Enter");
    await page.locator(".import-done").waitFor();
    await look("done");
    await page.getByRole("link", { name: /(?:Open|Buka) Jun[ei] 2020/u }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".statement-row").first().waitFor();
    await look("month");
    await page.locator(".alarm button").first().focus();
    await page.keyboard.press("Enter");
    await page.locator("dialog form").waitFor();
    await look("alarm");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await turnTo(page, "/statements");
    await page.locator(".rows li").first().waitFor();
    await look("list");
  },
);

test("withdrawing an import removes its month", async () => {
  const { shop, cookie, app } = await signedInShop([2_500_311]);
  const page = await visit(`/statements/import?account=${shop.account.account_id}`, { cookie });
  await importFile(page, fileOf(klikBca, "mutasi-juni.csv"), app);
  await page.getByRole("link", { name: "Open June 2020" }).click();
  await page.getByText("One transfer is not in the bank").waitFor();
  await button(page, "Withdraw import: mutasi-juni.csv").click();
  await page.getByText("Tepat removes the rows of this file").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "statement-withdraw.png"));
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw import" }).click();
  await page.getByText("No bank statements yet").waitFor();
});

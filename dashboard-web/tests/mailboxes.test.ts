import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  axeViolations,
  isScrolledSideways,
  openPage,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { freePort, type OwnService, startServer } from "../../contract-tests/support/service.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { confirmedBrowser } from "../../server/testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../server/testing/database.ts";
import {
  shopWithAccount,
  testGateway,
  type TestGateway,
  testSecret,
} from "../../server/testing/fixtures.ts";
import { joinTestCluster } from "../../server/testing/global-setup.ts";
import {
  type ServerProcess,
  sourcesEntry,
  startServerProcess,
} from "../../server/testing/server-process.ts";
import { startDnsServer, type TestDnsServer } from "../../server/testing/dns-server.ts";
import { ocbcText } from "../../server/testing/ocbc-text.ts";
import {
  rupiahOf,
  seabankAccount,
  seabankSender,
  seabankSubject,
  seabankText,
} from "../../server/testing/seabank-mails.ts";
import { sendMail } from "../../server/testing/send-mail.ts";
import { nameOf, rsaKey, signMail, writeMail } from "../../server/testing/signed-mail.ts";
import { type Dovecot, noDovecot, startDovecot } from "../../server/testing/dovecot.ts";
import {
  startImapServer,
  type TestImapServer,
  tokenLogin,
  withTokens,
} from "../../server/testing/imap-server.ts";
import {
  personsAddress,
  startTokenServer,
  testClient,
  type TokenServer,
} from "../../server/testing/token-server.ts";
import { browser, browserCookie, button, visit } from "./open-dashboard.ts";
import { grantDays, newMerchant, openShop, type Merchant } from "./people.ts";
import { chooseWay } from "./pairing-ways.ts";

/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/mailboxes");

const seabankChannel = "aa08bfa7-8005-5da9-a475-1288b50beca4";

const openOcbc = async ({ person }: Pick<Merchant, "person">) =>
  dataOf<Account>(
    await person.post("/dashboard/api/accounts", {
      channel_id: "d6881044-a5d7-57aa-acfa-bd66e7592588",
      account_number: "123456789012",
      account_name: "TOKO CONTOH",
    }),
  );

/** Opens a page of the test's own server. */
async function openAt(address: string, { cookie }: { cookie: string }, options: object = {}) {
  const { page } = await openPage(browser, address, {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    before: async (opened) => {
      const domain = new URL(address).hostname;
      await opened.context().addCookies([{ ...browserCookie(cookie), domain }]);
    },
    ...options,
  });
  return page;
}

describe.skipIf(noDovecot !== null)("an email address", () => {
  const password = "app-password-of-the-shop";
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(password);
  }, 60_000);
  afterAll(() => dovecot?.remove());

  test("is connected with its app password, and shown with its health", async () => {
    const merchant = await newMerchant();
    await openOcbc(merchant);
    const page = await visit("/devices", { as: merchant });
    await button(page, "Add a source").first().click();
    const dialog = page.getByRole("dialog");
    await chooseWay(dialog, "No phone", "Your bank's emails");
    expect(await dialog.getByLabel("App password").count()).toBe(0);
    const address = dialog.getByRole("textbox", { name: "Email address" });
    await address.fill("kasir@gmail");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
    await address.fill("kasir@gmail.com");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("link", { name: "Create an app password" }).waitFor();
    expect(await dialog.getByLabel("IMAP server").count()).toBe(0);
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@hotmail.com");
    await dialog.getByText("Microsoft's email accepts no app passwords.").waitFor();
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@toko.example");
    await dialog.getByLabel("IMAP server").fill(`127.0.0.1:${dovecot.port}`);
    await dialog.getByLabel("App password").fill("wrong");
    // The only account whose bank can be read is ticked. Without an account the form says what is missing.
    const account = dialog.getByLabel(/OCBC 123456789012/);
    expect(await account.isChecked()).toBe(true);
    await account.uncheck();
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    const unticked = dialog
      .locator("[tabindex='-1']")
      .filter({ hasText: "Tick the accounts whose" });
    const hasFocus = () => unticked.evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await expect.poll(hasFocus).toBe(true);
    await account.check();
    await takePicture(page, path.join(pictures, "form.png"));
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByText("The mail server refused the address or the password.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel("App password").fill(password);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "kasir@toko.example" }).waitFor();
    await page.getByText("No bank email has arrived").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByText("No sources yet").count()).toBe(0);
    await takePicture(page, path.join(pictures, "card.png"));

    await dovecot.createFolder("kasir@toko.example", "Bank");
    await button(page, "Change folder").click();
    await dialog.getByLabel("Folder").selectOption("Bank");
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "folder.png"));
    await dialog.getByRole("button", { name: "Use this folder" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("dd").getByText("Bank", { exact: true }).waitFor();

    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "card-dark.png"));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, "card-phone.png"));

    await button(page, "Disconnect").click();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("No sources yet").waitFor();
    expect(await page.getByRole("heading", { name: "kasir@toko.example" }).count()).toBe(0);
  });

  test("is asked for in Indonesian on a phone", async () => {
    const merchant = await newMerchant();
    const page = await visit("/devices", {
      as: merchant,
      locale: "id-ID",
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    const dialog = page.getByRole("dialog");
    const choose = async () => {
      await button(page, "Tambah sumber").first().click();
      await dialog.getByLabel("Tanpa HP").check();
      await dialog.getByRole("button", { name: "Pilih Email dari bank" }).click();
    };
    await choose();
    await dialog.getByText("Tambahkan dulu rekening Anda").waitFor();
    await button(page, "Tutup").last().click();
    await openOcbc(merchant);
    await choose();
    await dialog.getByRole("textbox", { name: "Alamat email" }).fill("kasir@gmail.com");
    await dialog.getByRole("button", { name: "Lanjut" }).click();
    await dialog.getByRole("link", { name: "Buat sandi aplikasi" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, "form-phone-id.png"));
  });

  test("is not asked for if no account's bank can be read, and other ways are named", async () => {
    const page = await visit("/devices", { as: await openShop() });
    await page.route("**/dashboard/api/accounts?*", async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: object[] };
      const rows = data.map((row) => ({ ...row, emails: "unknown" }));
      await route.fulfill({ response, json: { ...rest, data: rows } });
    });
    await button(page, "Add a source").first().click();
    const dialog = page.getByRole("dialog");
    await chooseWay(dialog, "No phone", "Your bank's emails");
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@gmail.com");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("Choose another way: an Android phone or bank statements.").waitFor();
    expect(await dialog.getByLabel("App password").count()).toBe(0);
  });
});

describe("an address to which emails are forwarded", () => {
  const bank = rsaKey("ocbcnisp.com", "mail2026");
  const google = rsaKey("google.com", "20230601");
  const seabank = rsaKey("seabank.co.id", "mail2026");
  let dnsServer: TestDnsServer;
  let own: OwnService;
  let smtpPort: number;
  beforeAll(async () => {
    dnsServer = await startDnsServer({
      [nameOf(bank)]: [bank.record],
      [nameOf(google)]: [google.record],
      [nameOf(seabank)]: [seabank.record],
    });
    smtpPort = await freePort();
    const preload = path.resolve(import.meta.dirname, "../../server/testing/asks-test-dns.mjs");
    own = await startServer(inject("service"), {
      SMTP_RECEIVE: `127.0.0.1:${smtpPort}`,
      SMTP_RECEIVE_DOMAIN: "in.toko.example",
      TEST_DNS_SERVER: dnsServer.address,
      NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
    });
  }, 120_000);
  afterAll(async () => {
    await own?.stop();
    await dnsServer?.close();
  });

  const send = async (to: string, mail: string) =>
    expect(await sendMail(mail, { to, port: smtpPort })).toBe("250");

  const mailOf = (from: string, to: string, subject: string, text: string) =>
    writeMail(
      [
        ["From", from],
        ["To", to],
        ["Subject", subject],
        ["Date", new Date().toUTCString()],
        ["Message-ID", `<${Date.now()}@mail.example>`],
        ["Content-Type", "text/plain; charset=utf-8"],
      ],
      text,
    );

  /** The list reloads after the dialog has closed, so the address appears later. */
  const forwardingAddressOn = (page: Page) =>
    page.getByText(/^[0-9a-f]{32}@in\.toko\.example$/).innerText();

  const openDevices = (merchant: Merchant, options: object = {}) =>
    openAt(`${own.service.base_url}/dashboard/devices`, merchant.person, options);

  test("is made, confirmed to Gmail, and pays an invoice with the bank's email as its proof", async () => {
    const merchant = await newMerchant();
    const account = await openOcbc(merchant);
    await grantDays(account);
    const payment_code = "FORWARDED-1";
    const { payment_total } = dataOf<{ payment_total: number }>(
      await merchant.post("/gateway/payments", {
        account_id: account.account_id,
        payment_code,
        payment_amount: 150_000,
        payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
        customer_name: "Siti",
        customer_email: "siti@example.com",
      }),
    );
    const page = await openDevices(merchant);
    await button(page, "Add a source").first().click();
    const dialog = page.getByRole("dialog");
    await chooseWay(dialog, "No phone", "Your bank's emails");
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@hotmail.com");
    await dialog.getByRole("button", { name: "Continue" }).click();
    // Microsoft's email accepts no app passwords.
    const forwards = "My email provider forwards the bank's emails, without a password";
    await expect.poll(() => dialog.getByLabel(forwards).isChecked()).toBe(true);
    await dialog.getByLabel("Tepat reads the inbox, with an app password").check();
    await dialog.getByText("Choose forwarding.").waitFor();
    await dialog.getByLabel(forwards).check();
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@gmail.com");
    await dialog.getByLabel(/OCBC 123456789012/).check();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "forwarding-form.png"));
    await dialog.getByRole("button", { name: "Create address" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Waiting for the first email").waitFor();
    const forwardTo = await forwardingAddressOn(page);

    const asks = "(#694352387) Gmail Forwarding Confirmation - Receive Mail from kasir@gmail.com";
    const gmail = "Gmail Team <forwarding-noreply@google.com>";
    await send(forwardTo, await signMail(mailOf(gmail, forwardTo, asks, "Hello\r\n"), google));
    await page.reload();
    await page.getByText("694352387").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "forwarding-card.png"));

    const text = ocbcText({ amount: payment_total, at: new Date() });
    const subject = "TRANSFER DANA MASUK BI-FAST";
    const mail = mailOf("OCBC <noreply@ocbcnisp.com>", "kasir@gmail.com", subject, text);
    const forged = mail.replace("OCBC <", "OCBC NISP <");
    await send(forwardTo, await signMail(forged, google));
    await send(forwardTo, await signMail(mail, bank));
    await page.reload();
    await page.getByText(/^Recorded: Rp/).waitFor();
    await page.getByText("Not trusted: the bank did not sign this email.").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "forwarding-read-dark.png"));
    await page.goto(`${own.service.base_url}/dashboard/payments/${payment_code}`);
    await page.getByText("Seen by").waitFor();
    await page.getByText("PAID").first().waitFor();
    await takePicture(page, path.join(pictures, "forwarding-paid.png"));
    await page.context().close();
  });

  test("learns a bank's email from one that a person confirms, and the next one pays", async () => {
    const merchant = await newMerchant();
    const account = dataOf<Account>(
      await merchant.person.post("/dashboard/api/accounts", {
        channel_id: seabankChannel,
        account_number: seabankAccount,
        account_name: "SITI CONTOH",
      }),
    );
    await grantDays(account);
    const invoice = async (payment_code: string) =>
      dataOf<{ payment_total: number }>(
        await merchant.post("/gateway/payments", {
          account_id: account.account_id,
          payment_code,
          payment_amount: 150_000,
          payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
          customer_name: "Ani",
          customer_email: "ani@example.com",
        }),
      ).payment_total;
    const statusOf = async (payment_code: string) =>
      dataOf<{ payment_status: string }>(await merchant.get(`/gateway/payments/${payment_code}`))
        .payment_status;
    const first = await invoice("TAUGHT-1");
    const page = await openDevices(merchant);
    await button(page, "Add a source").first().click();
    const dialog = page.getByRole("dialog");
    await chooseWay(dialog, "No phone", "Your bank's emails");
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@gmail.com");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog
      .getByLabel("My email provider forwards the bank's emails, without a password")
      .check();
    await dialog.getByLabel(/SeaBank 901234567890/).check();
    await dialog.getByText("After this bank's first email, you teach Tepat the wording.").waitFor();
    await takePicture(page, path.join(pictures, "taught-form.png"));
    await dialog.getByRole("button", { name: "Create address" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Waiting for the first email").waitFor();
    const forwardTo = await forwardingAddressOn(page);
    const from = `SeaBank <${seabankSender}>`;
    const tell = async (changes: Parameters<typeof seabankText>[0]) => {
      const text = seabankText(changes).replaceAll("\n", "\r\n");
      const mail = mailOf(from, "kasir@gmail.com", seabankSubject, text);
      await send(forwardTo, await signMail(mail, seabank));
    };

    await tell({ amount: first, remark: "TAUGHT-1" });
    await page.reload();
    await page.getByText("Not recorded: Tepat cannot read this kind of bank email yet.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "taught-unread.png"));
    expect(await statusOf("TAUGHT-1")).toBe("PENDING");
    await button(page, "This was a transfer").click();
    await dialog.locator(".template mark.amount").waitFor();
    const looks = [
      ["", "light", { width: 1440, height: 900 }],
      ["-dark", "dark", { width: 1440, height: 900 }],
      ["-phone", "light", { width: 390, height: 844 }],
    ] as const;
    for (const [look, colorScheme, size] of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      expect(await axeViolations(page)).toEqual([]);
      expect(await isScrolledSideways(page)).toBe(false);
      await takePicture(page, path.join(pictures, `taught-marks${look}.png`));
    }
    // Without a mark for the amount, no rule can be taught.
    const template = dialog.locator(".template").first();
    await dialog.getByRole("radio", { name: "Must be the same" }).check();
    await dialog.getByRole("button", { name: /^Rp/u }).first().click();
    await dialog.getByText("Mark the amount, exactly once.").waitFor();
    await takePicture(page, path.join(pictures, "taught-fault-phone.png"));
    await dialog.getByRole("radio", { name: "Amount", exact: true }).check();
    await dialog.getByRole("button", { name: /^Rp/u }).first().click();
    await expect.poll(() => template.innerText()).toContain("Jumlah : Amount");
    await dialog.getByRole("button", { name: "Record and teach" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/^Recorded: Rp/).waitFor();
    expect(await statusOf("TAUGHT-1")).toBe("PAID");

    const next = await invoice("TAUGHT-2");
    await tell({ amount: 5001, payer: `ANI ${rupiahOf(next)}`, remark: "gagal memalsukan" });
    expect(await statusOf("TAUGHT-2")).toBe("PENDING");
    await tell({ amount: next, payer: "ANI CONTOH", remark: "pesanan kedua" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${own.service.base_url}/dashboard/payments/TAUGHT-2`);
    await page.getByText("PAID").first().waitFor();
    await page.getByText("Seen by").waitFor();
    await page.goto(`${own.service.base_url}/dashboard/mutations`);
    const rules = page.locator(".reading-rules");
    await rules.getByText(`emails from ${seabankSender}`).waitFor();
    await rules.getByText("read 2 times").waitFor();
    expect(await rules.innerText()).not.toContain("ANI");
    await page.emulateMedia({ colorScheme: "light" });
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "taught-rules.png"));
    await button(page, "Remove").click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await rules.waitFor({ state: "detached" });
    await page.context().close();
  });

  test("teaches in Indonesian on a phone", async () => {
    const merchant = await newMerchant();
    const { account_id } = dataOf<Account>(
      await merchant.person.post("/dashboard/api/accounts", {
        channel_id: seabankChannel,
        account_number: seabankAccount,
        account_name: "SITI CONTOH",
      }),
    );
    const made = await fetch(`${own.service.base_url}/dashboard/api/forwarding-addresses`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: merchant.person.cookie,
        "sec-fetch-site": "same-origin",
      },
      body: JSON.stringify({ address: "kasir@gmail.com", account_ids: [account_id] }),
    });
    const { data } = (await made.json()) as {
      data: { mailbox: { forwarding: { address: string } } };
    };
    const text = seabankText().replaceAll("\n", "\r\n");
    const from = `SeaBank <${seabankSender}>`;
    const mail = mailOf(from, "kasir@gmail.com", seabankSubject, text);
    await send(data.mailbox.forwarding.address, await signMail(mail, seabank));
    const page = await openDevices(merchant, {
      viewport: { width: 390, height: 844 },
      locale: "id-ID",
    });
    await button(page, "Ini uang masuk").click();
    await page.locator(".template mark.amount").waitFor();
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "taught-marks-phone-id.png"));
    await page.context().close();
  });

  test("is shown in Indonesian on a phone", async () => {
    const merchant = await newMerchant();
    const { account_id } = await openOcbc(merchant);
    const made = await fetch(`${own.service.base_url}/dashboard/api/forwarding-addresses`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: merchant.person.cookie,
        "sec-fetch-site": "same-origin",
      },
      body: JSON.stringify({ address: "kasir@gmail.com", account_ids: [account_id] }),
    });
    expect(made.status).toBe(200);
    const page = await openDevices(merchant, {
      viewport: { width: 390, height: 844 },
      locale: "id-ID",
    });
    await page.getByText("Menunggu email pertama").waitFor();
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "forwarding-phone-id.png"));
    await page.context().close();
  });
});

describe("a mailbox at Google", () => {
  const phone = {
    locale: "id-ID",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  } as const;
  let tokens: TokenServer;
  let imap: TestImapServer;
  let cluster: Awaited<ReturnType<typeof joinTestCluster>>;
  /**
   * This test has its own server, because an OAuth client at Google changes the forms of all
   * merchants.
   */
  let database: TestDatabase;
  let gateway: TestGateway;
  let server: ServerProcess;
  /** The address that the provider knows. The provider's own pages are on another site. */
  let dashboard: string;
  beforeAll(async () => {
    tokens = await startTokenServer();
    imap = await startImapServer(answerImap, withTokens);
    cluster = await joinTestCluster();
    database = await createTestDatabase(cluster);
    const { sign_in_url, token_url } = tokens;
    const provider = { sign_in_url, token_url, host: "127.0.0.1", port: imap.port };
    const preload = path.resolve(
      import.meta.dirname,
      "../../server/testing/uses-test-provider.mjs",
    );
    const port = await freePort();
    const PUBLIC_URL = `http://localhost:${port}`;
    gateway = testGateway(database.sql, { publicUrl: PUBLIC_URL });
    server = await startServerProcess(
      {
        DATABASE_URL: database.url,
        TEPAT_SECRET: testSecret,
        HOST: "127.0.0.1",
        PORT: String(port),
        PUBLIC_URL,
        WEBHOOK_ALLOW_PRIVATE: "true",
        TEST_MAIL_PROVIDER: JSON.stringify(provider),
        NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
      },
      process.execPath,
      { entry: sourcesEntry },
    );
    dashboard = `${PUBLIC_URL}/dashboard`;
  }, 120_000);
  afterAll(async () => {
    await server?.terminate();
    await database?.drop();
    await cluster?.leave();
    tokens?.close();
    imap?.close();
  });

  function answerImap(command: string): string[] | undefined {
    const login = tokenLogin(command);
    if (!login) return command.startsWith("UID SEARCH") ? ["* SEARCH", "OK done"] : undefined;
    const isIn = login.user === personsAddress && tokens.valid.has(login.token);
    return [isIn ? "OK in" : "NO Invalid credentials"];
  }

  async function shopAtOcbc() {
    const shop = await shopWithAccount(gateway, {
      channel: "OCBC",
      account_number: "123456789012",
    });
    const browserOf = await confirmedBrowser(gateway, shop);
    const { cookie = "" } = browserOf;
    const open = (at: string, options: object = {}) =>
      openAt(`${dashboard}${at}`, { cookie }, options);
    const post = async (at: string, body: object) => {
      const headers = { ...browserOf, "content-type": "application/json" };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      expect((await fetch(`${dashboard}/api${at}`, sent)).status).toBe(200);
    };
    return { ...shop, open, post };
  }

  async function operatorsShop() {
    const shop = await shopAtOcbc();
    await database.sql`
      update merchants
      set is_operator = true
      where merchant_id = ${shop.merchant_id}
    `;
    return shop;
  }

  test("is connected by a sign-in there, once the server's owner has set the client", async () => {
    const { open } = await operatorsShop();
    const asOwner = await open("/server");
    const card = asOwner.locator("section", { hasText: "Sign-in with Google and Microsoft" });
    await card.getByText(`${dashboard}/devices/mail-sign-in`).waitFor();
    await card.getByText("Google", { exact: true }).click();
    const form = card.getByRole("form", { name: "Google" });
    await form.getByLabel("Client ID").fill(testClient.client_id);
    await form.getByLabel("Client secret").fill(testClient.client_secret);
    expect(await axeViolations(asOwner)).toEqual([]);
    await takePicture(asOwner, path.join(pictures, "client-card.png"));
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Saved").waitFor();
    expect(await asOwner.content()).not.toContain(testClient.client_secret);
    await asOwner.context().close();

    const page = await open("/devices");
    await button(page, "Add a source").first().click();
    const dialog = page.getByRole("dialog");
    await chooseWay(dialog, "No phone", "Your bank's emails");
    await dialog.getByRole("textbox", { name: "Email address" }).fill(personsAddress);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const byGoogle = dialog.getByLabel("I sign in with Google, without a password");
    await expect.poll(() => byGoogle.isChecked()).toBe(true);
    await dialog.getByLabel(/OCBC 123456789012/).check();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "sign-in-form.png"));
    await dialog.getByRole("button", { name: "Sign in with Google" }).click();
    await page.getByRole("heading", { name: personsAddress }).waitFor();
    expect(new URL(page.url()).hostname).toBe("127.0.0.1");
    await page.getByRole("link", { name: "Allow" }).click();
    await page.waitForURL(`${dashboard}/devices`);
    await page.getByRole("heading", { name: personsAddress }).waitFor();
    await page.getByText("No bank email has arrived").waitFor();
    const read = page.locator("dt", { hasText: "Last read" }).locator("+ dd time");
    const first = await read.getAttribute("datetime");
    await expect
      .poll(async () => (await page.reload(), read.getAttribute("datetime")), { timeout: 30_000 })
      .not.toBe(first);
    await page.getByText("Active", { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "signed-in-card.png"));
    expect(imap.commands.some((command) => command.startsWith("LOGIN"))).toBe(false);

    await button(page, "Connect again").click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.waitForURL(`${dashboard}/devices`);
    await page.getByRole("heading", { name: personsAddress }).waitFor();
    expect(await page.getByText("No bank email has arrived").count()).toBe(1);
    await button(page, "Disconnect").click();
    await page.getByRole("dialog").getByText("remove Tepat there too").waitFor();
    await page.context().close();

    const owned = await open("/server", phone);
    await owned.getByText("Alamat pengalihan untuk didaftarkan").waitFor();
    expect(await axeViolations(owned)).toEqual([]);
    expect(await isScrolledSideways(owned)).toBe(false);
    await takePicture(owned, path.join(pictures, "client-card-phone-id.png"));
    await owned.context().close();
  });

  test("is not connected if the person refuses, or comes back in another browser", async () => {
    const { post } = await operatorsShop();
    await post("/operator/settings/mail-clients", { provider: "google", ...testClient });
    const page = await (await shopAtOcbc()).open("/devices", phone);
    await button(page, "Tambah sumber").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Tanpa HP").check();
    await dialog.getByRole("button", { name: "Pilih Email dari bank" }).click();
    await dialog.getByRole("textbox", { name: "Alamat email" }).fill(personsAddress);
    await dialog.getByRole("button", { name: "Lanjut" }).click();
    await dialog.getByLabel(/OCBC 123456789012/).check();
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, "sign-in-form-phone-id.png"));
    await dialog.getByRole("button", { name: "Masuk dengan Google" }).click();
    await page.getByRole("link", { name: "Deny" }).click();
    await page.getByText("Anda belum mengizinkan Tepat").waitFor();
    const back = `${dashboard}/devices/mail-sign-in`;
    await expect.poll(() => page.url()).toBe(back);
    await page.goto(`${back}?state=of-another-browser&code=a-code`);
    await page.getByText("Waktu masuk sudah habis, atau dimulai di browser lain.").waitFor();
    await expect.poll(() => page.url()).toBe(back);
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, "sign-in-ended-phone-id.png"));
    await page.getByRole("link", { name: "Mulai lagi dari Sumber" }).click();
    await page.getByText("Belum ada sumber").waitFor();
    await page.context().close();
  });
});

import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAccounts } from "../domain/accounts/accounts.ts";
import { findMerchantsByApiKeys } from "../domain/merchants/api-keys.ts";
import { listAuditEntries } from "../domain/access/audit.ts";
import { checkPassword } from "../domain/security/passwords.ts";
import { liveWebhookSecrets } from "../domain/merchants/webhook-secrets.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
  misunderstandingOf,
} from "../testing/cli-process.ts";
import { commands } from "./merchant.ts";
import { colleague, visitor } from "../testing/dashboard.ts";
import { findSession } from "../domain/access/sessions.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount, type Shop, type TestGateway } from "../testing/fixtures.ts";

let database: TestDatabase;
let gateway: TestGateway;
let cli: Cli;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  cli = cliWith(settingsOf(database));
});
afterAll(() => database.drop());

const named = (email: string) => [
  "merchant",
  "create",
  "--name",
  "Toko 'Contoh'",
  "--email",
  email,
];

async function countMerchants(email: string): Promise<unknown> {
  const [row] = await database.sql`select count(*) from merchants where email = ${email}`;
  return row?.["count"];
}

describe("merchant create", () => {
  test("prints exactly the documented fields, and its key and secret work", async () => {
    const merchant = await jsonOf<Record<string, string>>(cli, ...named("a@example.com"));
    expect(Object.keys(merchant)).toEqual([
      "merchant_id",
      "email",
      "password",
      "key_id",
      "api_key",
      "webhook_secret",
    ]);
    const { merchant_id = "", api_key = "", webhook_secret } = merchant;
    expect(merchant).toMatchObject({
      email: "a@example.com",
      password: expect.stringMatching(/^.{20}$/),
    });
    expect(await findMerchantsByApiKeys(gateway.sql, [api_key])).toEqual([merchant_id]);
    const secrets = await liveWebhookSecrets(gateway.sql, gateway.secrets, {
      merchant_id,
      at: null,
    });
    expect(secrets).toEqual([webhook_secret]);
  });

  test("stores the given password as a hash", async () => {
    const { password } = await jsonOf(cli, ...named("b@example.com"), "--password", " my own one ");
    expect(password).toBe(" my own one ");
    const [row] =
      await database.sql`select password_hash from merchants where email = 'b@example.com'`;
    expect(row?.["password_hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("without --json prints aligned fields", async () => {
    const { code, stdout, stderr } = await cli(...named("c@example.com"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^merchant_id {5}\S+\nemail {11}c@example\.com\npassword {8}\S+\nkey_id/,
    );
  });

  test("--account adds the id of a sample account", async () => {
    const merchant = await jsonOf<{ merchant_id: string; account_id: string }>(
      cli,
      ...named("d@example.com"),
      "--account",
      "bri",
    );
    expect(Object.keys(merchant).at(-1)).toBe("account_id");
    expect(await listAccounts(gateway, merchant.merchant_id)).toMatchObject([
      {
        account_id: merchant.account_id,
        account_number: "0000000000",
        account_name: "TOKO 'CONTOH'",
        channel_name: "BRI",
        account_quota: 30,
      },
    ]);
  });

  test.each([["NOBANK"], ["QRIS"]])(
    "--account %s is refused before anything is created",
    async (channel) => {
      const refusal = await refusalOf(cli, ...named("e@example.com"), "--account", channel);
      expect(refusal).toMatch(
        /--account must be one of ALADIN, .*BCA, .*, not "\w+"\. .*--channel QRIS --qris PAYLOAD/,
      );
      expect(await countMerchants("e@example.com")).toBe(0);
    },
  );

  test("refuses a used email address, in upper or lower case", async () => {
    await cli(...named("f@example.com"));
    expect(await refusalOf(cli, ...named("F@example.com"))).toContain("already registered");
  });

  test.each([
    ["a word for an address", ["--email", "nobody"], "--email must be an email address"],
    [
      "a long address",
      ["--email", `${"x".repeat(251)}@y.id`],
      "--email must have at most 255 characters",
    ],
    ["an empty password", ["--email", "x@y.id", "--password="], "--password must not be empty"],
    [
      "a short password",
      ["--email", "x@y.id", "--password", "nine chars".slice(1)],
      "--password must have at least 10 characters",
    ],
    ["two names", ["--email", "x@y.id", "--name", "two"], "--name is given twice"],
    ["two kinds of output", ["--email", "x@y.id", "--json", "--export"], "--json and --export"],
  ])("does not understand %s", async (_, args, message) => {
    expect(
      await misunderstandingOf(commands, "merchant", "create", "--name", "Toko", ...args),
    ).toContain(message);
  });

  test("does not print a refused password", async () => {
    const args = ["--name", "Toko", "--email", "x@y.id", "--password", "rahasia!"];
    const said = await misunderstandingOf(commands, "merchant", "create", ...args);
    expect(said).toMatch(/^--password must have at least 10 characters\. To see /);
  });

  test.each([[""], [" "], ["two\nlines"], ["x".repeat(256)]])(
    "refuses the name %j",
    async (name) => {
      expect(
        await misunderstandingOf(
          commands,
          "merchant",
          "create",
          "--email",
          "x@y.id",
          `--name=${name}`,
        ),
      ).toContain("--name must");
    },
  );
});

describe("merchant create --export", () => {
  const evaluate = (lines: string) =>
    execFileSync("sh", ["-c", 'eval "$1"; env', "sh", lines], { encoding: "utf8", env: {} })
      .split("\n")
      .flatMap((line) => /^TEPAT_\w+/.exec(line) ?? [])
      .toSorted((a, b) => a.localeCompare(b));

  test("sets shell variables, and prints the password beside them", async () => {
    const { code, stdout, stderr } = await cli(
      ...named("g@example.com"),
      "--export",
      "--account",
      "BCA",
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/g@example\.com with the password \S{20};/),
    ]);
    expect(evaluate(stdout)).toEqual([
      "TEPAT_ACCOUNT_ID",
      "TEPAT_API_KEY",
      "TEPAT_MERCHANT_ID",
      "TEPAT_URL",
      "TEPAT_WEBHOOK_SECRET",
    ]);
    expect(stdout).toContain("TEPAT_URL='http://localhost:1'");
  });

  test("names the public address, and an account only if one was created", async () => {
    const { stdout } = await cliWith({
      ...settingsOf(database),
      PUBLIC_URL: "https://pay.example/",
    })(...named("h@example.com"), "--export");
    expect(stdout).toContain("TEPAT_URL='https://pay.example'");
    expect(evaluate(stdout)).not.toContain("TEPAT_ACCOUNT_ID");
  });
});

describe("merchant update", () => {
  let shop: Shop;
  let otherShop: Shop;
  beforeAll(async () => {
    shop = await shopWithAccount(gateway);
    otherShop = await shopWithAccount(gateway);
  });

  test("changes only the named fields, of this merchant only", async () => {
    const update = (...args: string[]) =>
      jsonOf(cli, "merchant", "update", "--merchant", shop.merchant_id, ...args);
    const unchanged = {
      merchant_id: shop.merchant_id,
      merchant_name: "Toko Contoh",
      email: shop.email,
      webhook_url: null,
      sends_expired_events: false,
      sends_cancelled_events: false,
      logo_url: null,
      accent_color: null,
      sends_device_events: false,
      sends_difference_events: false,
      refuse_offline_accounts: false,
      is_operator: false,
      quota_price: null,
      sale_code_pattern: "INV-{year}-{number}",
      sends_receipts: true,
      asks_for_rest: true,
      contact_address: null,
      contact_email: null,
      contact_phone: null,
      shop_url: null,
    };
    const addressed = { ...unchanged, webhook_url: "https://shop.example/hook" };
    expect(await update("--webhook-url", "https://SHOP.example/hook#x")).toEqual(addressed);
    expect(await update("--expired-events", "true")).toEqual({
      ...addressed,
      sends_expired_events: true,
    });
    expect(await update("--cancelled-events", "true", "--expired-events", "false")).toEqual({
      ...addressed,
      sends_cancelled_events: true,
    });
    expect(await update("--webhook-url", "none", "--cancelled-events", "false")).toEqual(unchanged);
    expect(await update("--device-events", "true", "--refuse-offline-accounts", "true")).toEqual({
      ...unchanged,
      sends_device_events: true,
      refuse_offline_accounts: true,
    });
    expect(await update("--difference-events", "true")).toMatchObject({
      sends_difference_events: true,
    });
    await update("--difference-events", "false");
    await update("--device-events", "false", "--refuse-offline-accounts", "false");

    const [other] = await database.sql`
      select webhook_url, sends_expired_events from merchants where merchant_id = ${otherShop.merchant_id}
    `;
    expect(other).toEqual({ webhook_url: null, sends_expired_events: false });
  });

  test("sets and removes the checkout page's picture and colour", async () => {
    const update = (...args: string[]) =>
      jsonOf(cli, "merchant", "update", "--merchant", shop.merchant_id, ...args);
    const logo_url = "https://shop.example/logo.png?v=2";
    expect(await update("--logo-url", logo_url, "--accent-color", "#00AA5B")).toMatchObject({
      logo_url,
      accent_color: "#00aa5b",
    });
    expect(await update("--accent-color", "none")).toMatchObject({ logo_url, accent_color: null });
    expect(await update("--logo-url", "none")).toMatchObject({ logo_url: null });
  });

  test.each([
    ["--logo-url", "http://shop.example/logo.png", "must be an absolute https:// URL"],
    ["--logo-url", "javascript:alert(1)", "must be an absolute https:// URL"],
    ["--logo-url", `https://shop.example/${"x".repeat(2048)}`, "at most 2048 characters"],
    ["--accent-color", "red", "must be a colour such as #0a7d55"],
    ["--accent-color", "#0a5", "must be a colour such as #0a7d55"],
    ["--accent-color", "#00aa5b;}", "must be a colour such as #0a7d55"],
  ])("does not understand %s %s", async (option, value, message) => {
    const args = ["merchant", "update", "--merchant", shop.merchant_id, `${option}=${value}`];
    expect(await misunderstandingOf(commands, ...args)).toContain(message);
  });

  test.each([
    ["https://10.0.0.1/hook", "must name a public host"],
    ["https://shop.example:22/hook", "must use another port"],
    ["https://user@shop.example/hook", "must not contain a user name"],
    ["shop.example", "must be an absolute URL"],
  ])("refuses the webhook address %s", async (url, problem) => {
    const args = ["merchant", "update", "--merchant", shop.merchant_id, "--webhook-url", url];
    expect(await refusalOf(cli, ...args)).toContain(problem);
  });

  test("turns the merchant into the only operator who sells quota", async () => {
    const update = (...args: string[]) => [
      "merchant",
      "update",
      "--merchant",
      shop.merchant_id,
      ...args,
    ];
    expect(await refusalOf(cli, ...update("--quota-price", "1000"))).toContain("Only an operator");
    const args = update("--operator", "true", "--quota-price", "1000");
    expect(await jsonOf(cli, ...args)).toMatchObject({ is_operator: true, quota_price: 1000 });
    const none = update("--operator", "false", "--quota-price", "none");
    expect(await jsonOf(cli, ...none)).toMatchObject({ is_operator: false, quota_price: null });
  });

  test("refuses an unknown merchant", async () => {
    const id = "018f0000-0000-7000-8000-000000000000";
    const args = ["merchant", "update", "--merchant", id, "--webhook-url", "none"];
    expect(await refusalOf(cli, ...args)).toBe(
      `There is no merchant ${id}. To list the merchants, run npx tepat merchant list`,
    );
  });

  test.each([
    [
      [],
      "Nothing to change. Add --webhook-url, --expired-events, --cancelled-events, --device-events, --difference-events, --refuse-offline-accounts, --logo-url, --accent-color, --operator or --quota-price.",
    ],
    [["--expired-events", "yes"], '--expired-events must be true or false, not "yes"'],
    [["--webhook-url="], "--webhook-url must not be empty"],
  ])("does not understand %j", async (args, message) => {
    expect(
      await misunderstandingOf(
        commands,
        "merchant",
        "update",
        "--merchant",
        shop.merchant_id,
        ...args,
      ),
    ).toContain(message);
  });
});

describe("merchant reset-password", () => {
  test("prints a new password, which replaces the merchant's", async () => {
    const merchant = await shopWithAccount(gateway);
    const args = ["merchant", "reset-password", "--merchant", merchant.merchant_id];
    const { password } = await jsonOf<{ password: string }>(cli, ...args);
    expect(password).toMatch(/^[\w-]{20}$/);
    const [row] = await database.sql<{ password_hash: string }[]>`
      select password_hash from merchants where merchant_id = ${merchant.merchant_id}`;
    expect(await checkPassword(row?.password_hash ?? "", password)).toMatchObject({
      is_right: true,
    });
    const { items } = await listAuditEntries(gateway, { ...merchant, per_page: 20 });
    expect(items).toMatchObject([{ action: "password.reset", actor: "operator_cli" }]);
  });

  test("resets the named team member's password, and keeps the owner's session", async () => {
    const merchant = await shopWithAccount(gateway);
    const owner = await visitor(gateway, merchant);
    const cashier = await colleague(gateway, merchant, "cashier");
    const args = ["--merchant", merchant.merchant_id, "--person", cashier.session.email];
    const reset = await jsonOf(cli, "merchant", "reset-password", ...args);
    expect(reset).toMatchObject({ email: cashier.session.email, ended_sessions: 1 });
    expect(await findSession(gateway, cashier.token)).toBeNull();
    expect(await findSession(gateway, owner.token)).not.toBeNull();
  });

  test("refuses an unknown merchant", async () => {
    const id = "018f0000-0000-7000-8000-000000000000";
    expect(await refusalOf(cli, "merchant", "reset-password", "--merchant", id)).toBe(
      `There is no merchant ${id}. To list the merchants, run npx tepat merchant list`,
    );
  });
});

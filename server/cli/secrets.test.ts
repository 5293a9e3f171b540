import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { upsertSetting } from "../domain/gateway-settings/gateway-settings.sql.ts";
import { settingContext } from "../domain/gateway-settings/settings-in-force.ts";
import { isHalfResealed } from "../domain/upkeep/sealed-values.ts";
import { sealedPlaces, selectSealed } from "../domain/upkeep/sealed-values.sql.ts";
import { createSecretBox, secretBoxOf, type SecretBox } from "../domain/security/secrets.ts";
import { mailKeyContext, passwordContext, signInContext } from "../domain/mail/mail-sealing.ts";
import { upsertSignIn } from "../domain/mail/mail-sign-ins.sql.ts";
import { insertMailbox } from "../domain/mail/mailboxes.sql.ts";
import { hashCredential } from "../domain/security/credentials.ts";
import { enableTotp, totpContext } from "../domain/access/totp.ts";
import { upsertOffer } from "../domain/access/two-factor.sql.ts";
import {
  liveWebhookSecrets,
  rotateWebhookSecret,
  webhookSecretContext,
} from "../domain/merchants/webhook-secrets.ts";
import { addLocalSecret, localSecrets } from "../start/local-secret.ts";
import { cliEntry, cliWith, jsonOf } from "../testing/cli-process.ts";
import qris from "../testing/data/qris.json" with { type: "json" };
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { ownersKeys, visitor } from "../testing/dashboard.ts";
import { addAccount, shopWithAccount, testGateway, type Shop } from "../testing/fixtures.ts";

const former = "the secret that this installation began with";
const present = "the secret that this installation goes on with";

let database: TestDatabase;
let shop: Shop;
let gateway: Gateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = { ...testGateway(database.sql), secrets: createSecretBox(former) };
  shop = await shopWithAccount(gateway);
  await enableTotp(gateway, shop.merchant_id);
  const { merchant_id } = shop;
  const sealed_secret = gateway.secrets.seal("offered", totpContext(merchant_id));
  await upsertOffer(database.sql, { ...ownersKeys(shop), sealed_secret, at: null });
  await upsertSetting(database.sql, {
    setting_name: "email",
    sealed_value: gateway.secrets.seal("{}", settingContext("email")),
    merchant_id,
    at: null,
  });
  const { session } = await visitor(gateway, shop);
  const { session_id } = session;
  await upsertSignIn(database.sql, {
    merchant_id,
    session_id,
    state_hash: hashCredential("a state"),
    sealed_request: gateway.secrets.seal("{}", signInContext(session_id)),
    at: null,
  });
  const device_id = randomUUID();
  await insertMailbox(
    database.sql,
    {
      merchant_id,
      device_id,
      address: "kasir@gmail.com",
      login: "kasir@gmail.com",
      host: "imap.gmail.com",
      port: 993,
      provider: "google",
      sealed_password: gateway.secrets.seal("a refresh token", passwordContext(device_id)),
      sealed_mail_key: gateway.secrets.seal("a key", mailKeyContext(device_id)),
      uid_validity: 1,
      last_uid: 0,
      account_ids: [],
    },
    null,
  );
  await addAccount(gateway, shop, {
    channel: "QRIS",
    account_number: undefined,
    account_name: undefined,
    qris: qris.vectors.find(({ id }) => id === "Q12")?.static,
    app_package: "com.gojek.gopaymerchant",
  });
});
afterAll(() => database.drop());

const settings = (secrets: Record<string, string>) => ({
  DATABASE_URL: database.url,
  PORT: "1",
  ...secrets,
});
const rotating = () => settings({ TEPAT_SECRET: present, TEPAT_SECRET_PREVIOUS: former });

/** Counts the encrypted values, and those that these secrets cannot decrypt. */
async function countSealed(secrets: SecretBox): Promise<{ total: number; unreadable: number }> {
  const merchants = (await database.sql`select merchant_id from merchants`).map(
    (row) => row["merchant_id"] as string,
  );
  let [total, unreadable] = [0, 0];
  for (const place of sealedPlaces) {
    for (const row of await selectSealed(database.sql, place, merchants)) {
      total += 1;
      try {
        secrets.open(row.sealed, place.contextOf(row));
      } catch {
        unreadable += 1;
      }
    }
  }
  return { total, unreadable };
}

describe("secrets rotate", () => {
  test("knows every column with sealed values", async () => {
    const rows = await database.sql`
      select table_name || '.' || column_name as place
      from information_schema.columns
      where table_schema = 'public'
        and column_name like 'sealed%'
      order by 1
    `;
    const known = sealedPlaces.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ place }) => place as string)).toEqual(known.toSorted());
  });

  test("without the previous secret skips values that it cannot open, and names their places", async () => {
    const { code, stdout, stderr } = await cliWith(settings({ TEPAT_SECRET: present }))(
      "secrets",
      "rotate",
    );
    expect([code, stdout]).toEqual([1, "Encrypted again: 0.\n"]);
    expect(stderr).toMatch(/^Not decrypted, and unchanged: 8\.\n/);
    expect(stderr).toMatch(
      new RegExp(
        `\nwebhook_secrets [0-9a-f-]{36} of merchant ${shop.merchant_id}: A stored secret`,
      ),
    );
    expect(stderr).toContain(`\nauthenticators of merchant ${shop.merchant_id}: A stored secret`);
    expect(stderr).toMatch(/set TEPAT_SECRET_PREVIOUS to it.*\n.*npx tepat webhook rotate-secret/);
    expect(await countSealed(createSecretBox(former))).toMatchObject({ unreadable: 0 });
  });

  test("seals all values again under the current secret, and a second run finds none", async () => {
    const { total } = await countSealed(createSecretBox(former));
    expect(total).toBe(8);
    const cli = cliWith(rotating());
    expect(await jsonOf(cli, "secrets", "rotate")).toEqual({
      resealed_count: total,
      unreadable_count: 0,
      unreadable: [],
    });
    expect(await countSealed(createSecretBox(present))).toEqual({ total, unreadable: 0 });
    expect(await jsonOf(cli, "secrets", "rotate")).toMatchObject({ resealed_count: 0 });
  });

  test("continues after kill -9 while servers sign and create secrets", async () => {
    const oldServer = { ...gateway, secrets: createSecretBox(former, [present]) };
    const newServer = { ...gateway, secrets: createSecretBox(present, [former]) };
    await addMerchants(oldServer, 1_000);
    const running = new AbortController();
    let signed = 0;
    const traffic = [oldServer, newServer].map(async ({ sql, secrets }) => {
      const { merchant_id } = await shopWithAccount({ ...gateway, secrets });
      let at = new Date();
      while (!running.signal.aborted) {
        // Rotations are more than a day apart, because only a limited number of secrets can sign at a time.
        at = new Date(at.getTime() + 25 * 3_600_000);
        const newest = await rotateWebhookSecret(sql, secrets, { merchant_id, at });
        const [signing] = await liveWebhookSecrets(sql, secrets, { merchant_id, at });
        expect(signing).toBe(newest);
        signed += 1;
      }
    });

    const killed = spawn(process.execPath, [cliEntry, "secrets", "rotate"], { env: rotating() });
    const exit = once(killed, "exit");
    const atStart = (await countSealed(createSecretBox(former))).unreadable;
    await expect
      .poll(async () => (await countSealed(createSecretBox(former))).unreadable, {
        interval: 5,
      })
      .toBeGreaterThan(atStart + 10);
    killed.kill("SIGKILL");
    expect(await exit).toEqual([null, "SIGKILL"]);
    expect((await countSealed(createSecretBox(present))).unreadable).toBeGreaterThan(0);

    await expect.poll(() => signed).toBeGreaterThan(10);
    running.abort();
    await Promise.all(traffic);
    expect(await jsonOf(cliWith(rotating()), "secrets", "rotate")).toMatchObject({
      unreadable_count: 0,
    });
    expect((await countSealed(createSecretBox(present))).unreadable).toBe(0);
  });
});

test("is unfinished as long as a value of another secret can be opened", async () => {
  const under = (...secrets: string[]): Gateway => ({
    ...gateway,
    secrets: secretBoxOf(() => secrets),
  });
  const next = "the secret that comes after the present one";
  expect(await isHalfResealed(under(next, present))).toBe(true);
  // A value that can never be decrypted must not prevent later rotations from creating a secret.
  expect(await isHalfResealed(under(next))).toBe(false);
  expect(await isHalfResealed(under(present))).toBe(false);
});

/** Adds merchants that have only a webhook secret. */
async function addMerchants({ sql, secrets }: Gateway, count: number): Promise<void> {
  const merchants = Array.from({ length: count }, () => {
    const merchant_id = randomUUID();
    const sealed = secrets.seal("whsec_example", webhookSecretContext(merchant_id));
    return { merchant_id, sealed: sealed.toString("hex") };
  });
  await sql`
    with added as (
      insert into merchants (merchant_id, merchant_name, email, created_at)
      select (one ->> 'merchant_id')::uuid, 'Toko', one ->> 'merchant_id', now()
      from jsonb_array_elements(${sql.json(merchants)}) one
      returning merchant_id
    )
    insert into webhook_secrets (merchant_id, secret_id, sealed_secret, created_at)
    select merchant_id, gen_random_uuid(), decode(one ->> 'sealed', 'hex'), now()
    from added
    join jsonb_array_elements(${sql.json(merchants)}) one on (one ->> 'merchant_id')::uuid = merchant_id
  `;
}

describe("the secret file of the embedded database", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tepat-secrets-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("is created once, by the first process", async () => {
    const [one, other] = await Promise.all([localSecrets(folder), localSecrets(folder)]);
    expect(one()).toEqual(other());
    expect(one()).toHaveLength(1);
  });

  test("gets a new first secret, which a running server reads automatically", async () => {
    const server = secretBoxOf(await localSecrets(folder));
    const before = server.seal("value", "place");
    await addLocalSecret(folder);
    const command = secretBoxOf(await localSecrets(folder));
    expect(server.open(command.seal("value", "place"), "place")).toBe("value");
    expect(command.isCurrent(server.seal("value", "place"))).toBe(true);
    expect(command.isCurrent(before)).toBe(false);
    expect(server.open(before, "place")).toBe("value");
    expect((await readFile(join(folder, "secret"), "utf8")).match(/.\n/g)).toHaveLength(2);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refreshed, visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { listApiKeys } from "../merchants/api-keys.ts";
import { listAuditEntries } from "./audit.ts";
import { changeChannelSteps } from "../accounts/channel-steps.ts";
import { listDevices, registerDevice } from "../sources/devices.ts";
import {
  changeOwnAccount,
  createOwnAccount,
  listAccountChoices,
  readOwnAccount,
} from "../accounts/own-accounts.ts";
import { createOwnApiKey, revokeOwnApiKey } from "./own-api-keys.ts";
import { approveOwnDevice, revokeOwnDevice } from "../sources/own-devices.ts";
import { changeOwnSettings, rotateOwnWebhookSecret } from "./own-settings.ts";
import { enableTotp } from "./totp.ts";
import { confirmPerson } from "./two-factor.ts";

/** With two-factor authentication, a stolen session can create nothing that outlasts it, and cannot redirect money. */

const today = drawnDay("confirmed persons");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
let bca: string;

const start = today("10:00").getTime();

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  const { channels } = await listAccountChoices(gateway, await shopWithAccount(gateway));
  bca = channels.find(({ channel_code }) => channel_code === "BCA")?.channel_id ?? "";
});
beforeEach(async () => {
  gateway.setClock(new Date(start));
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const session = () => refreshed(gateway, person);

async function confirm(secret: string): Promise<void> {
  const code = currentTotpCode(secret, start);
  await confirmPerson(gateway, person.actor, { session: await session(), code });
}

async function waitingPhone() {
  const { merchant_id } = shop;
  await registerDevice(database.sql, {
    merchant_id,
    device_name: "Phone",
    installation_id: "beside the till",
    model: null,
    app_version: null,
  });
  const { items } = await listDevices(gateway, { merchant_id, page: 1, per_page: 1 });
  return { device_id: items[0]?.device_id ?? "", pairing_code: items[0]?.pairing_code ?? "" };
}

const settings = async (change: Parameters<typeof changeOwnSettings>[2]["change"]) =>
  changeOwnSettings(gateway, person.actor, { session: await session(), change });

const account = async (change: Parameters<typeof changeOwnAccount>[2]["change"]) =>
  changeOwnAccount(gateway, person.actor, {
    session: await session(),
    account_id: shop.account_id,
    change,
  });

const guarded: Record<string, () => Promise<unknown>> = {
  "approving a phone": async () =>
    approveOwnDevice(gateway, person.actor, {
      session: await session(),
      ...(await waitingPhone()),
    }),
  "making an API key": async () =>
    createOwnApiKey(gateway, person.actor, {
      session: await session(),
      label: "Shop",
      is_test: false,
    }),
  "rotating the webhook secret": async () =>
    rotateOwnWebhookSecret(gateway, person.actor, await session()),
  "the webhook address": () => settings({ webhook_url: "https://thief.example/hook" }),
  "taking the webhook address away": () => settings({ webhook_url: null }),
  "the name that customers see": () => settings({ merchant_name: "Toko, BCA 999" }),
  "the picture that customers see": () => settings({ logo_url: "https://thief.example/qr.png" }),
  "adding an account": async () =>
    createOwnAccount(gateway, person.actor, {
      session: await session(),
      request: {
        channel_id: bca,
        account_number: "9999999999",
        account_name: "THIEF",
        qris: null,
        app_package: null,
        device_id: null,
        account_min_amount: 1,
        account_max_amount: null,
      },
    }),
  "an account's number": () => account({ account_number: "9999999999" }),
  "an account's holder": () => account({ account_name: "THIEF" }),
  "the app that pays an account": () => account({ app_package: "com.thief" }),
  "the phone that pays an account": () => account({ device_id: null }),
  "an account's number beside its switch": () =>
    account({ account_active: true, account_number: "9999999999" }),
  "instructions to customers": async () =>
    changeChannelSteps(gateway, person.actor, {
      session: await session(),
      channel_id: bca,
      additions: [{ title: "New number", content: "Pay to 999." }],
    }),
};

describe.each(Object.entries(guarded))("%s", (_deed, act) => {
  test("requires a code if two-factor authentication is on, once for five minutes", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const before = await listAuditEntries(gateway, { ...shop, per_page: 20 });
    await expect(act()).rejects.toMatchObject({ code: "confirmation_required" });
    expect(await listAuditEntries(gateway, { ...shop, per_page: 20 })).toEqual(before);
    await confirm(secret);
    await act();
    gateway.setClock(new Date(start + 5 * 60 * 1000));
    await expect(act()).rejects.toMatchObject({ code: "confirmation_required" });
  });

  test("requires no code if two-factor authentication is off", async () => {
    await act();
  });
});

test("a code in another browser does not confirm the person here", async () => {
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  const thief = person;
  person = await visitor(gateway, shop);
  await confirm(secret);
  person = thief;
  const before = await readOwnAccount(gateway, shop);
  await expect(account({ account_number: "9999999999" })).rejects.toMatchObject({
    code: "confirmation_required",
  });
  expect(await readOwnAccount(gateway, shop)).toEqual(before);
});

test("operations that only remove access or read require no code", async () => {
  const { merchant_id } = shop;
  await enableTotp(gateway, merchant_id);
  const { device_id } = await waitingPhone();
  const [key] = await listApiKeys(database.sql, merchant_id);
  await revokeOwnDevice(gateway, person.actor, { merchant_id, device_id });
  await revokeOwnApiKey(gateway, person.actor, { merchant_id, key_id: key?.key_id ?? "" });
  expect(await account({ account_active: false })).toMatchObject({ account_active: false });
  expect(await settings({ sends_device_events: true, accent_color: "#00aa5b" })).toMatchObject({
    sends_device_events: true,
  });
});

import { randomInt, randomUUID } from "node:crypto";
import { inject } from "vitest";
import {
  cookieOf,
  ofOwnPage,
  personWith,
  signedIn,
  type Person,
} from "../../contract-tests/support/dashboard.ts";
import { registeredDevice, transfer, type Device } from "../../contract-tests/support/device.ts";
import { dataOf, merchantWith, send, type Caller } from "../../contract-tests/support/http.ts";
import type { Account, Invoice, ListedDevice } from "../../contract-tests/support/resources.ts";
import type { Authenticator } from "../../contract-tests/support/totp.ts";
import type { Shop as ShopOfCommands } from "../../contract-tests/support/shop.ts";
import type { Mailbox } from "./mailbox.ts";

/**
 * A person who opened an account at the dashboard. This is faster than the command line, and the person is
 * already signed in.
 */
export interface Merchant extends Omit<ShopOfCommands, "account"> {
  person: Person;
}

type Shop = Merchant & Pick<ShopOfCommands, "account">;

const api = "/dashboard/api";

export async function newMerchant(merchant_name = "Toko"): Promise<Merchant> {
  const account = { email: `${randomUUID()}@shop.example`, password: "a calm lake" };
  const answer = await send({
    method: "POST",
    path: `${api}/sign-up`,
    headers: { ...ofOwnPage, "x-forwarded-for": someAddress() },
    json: { merchant_name, ...account },
  });
  const { merchant_id } = dataOf<{ merchant_id: string }>(answer);
  const person = personWith(cookieOf(answer.headers));
  const [key, secret] = await Promise.all([
    person.post(`${api}/api-keys`, { label: "Shop" }),
    person.post(`${api}/webhook-secret`, {}),
  ]);
  const { api_key } = dataOf<{ api_key: string }>(key);
  const { webhook_secret } = dataOf<{ webhook_secret: string }>(secret);
  return { merchant_id, ...account, api_key, webhook_secret, person, ...merchantWith(api_key) };
}

/** Returns a random address, because one network can open only a few accounts. */
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const bca = "5479355a-9dad-5a11-9103-a29ee9ccb26b";

/** Opens a merchant with a bank account and 30 days of quota. */
export async function openShop(merchant_name?: string): Promise<Shop> {
  const merchant = await newMerchant(merchant_name);
  const account = dataOf<Account>(
    await merchant.person.post(`${api}/accounts`, {
      channel_id: bca,
      account_number: "1234567890",
      account_name: "TOKO CONTOH",
    }),
  );
  await grantDays(account);
  return { ...merchant, account };
}

/** Grants days, because an account begins with none on a server that sells days. */
export async function grantDays({ account_id }: Account): Promise<void> {
  const person = await operator();
  dataOf(await person.post(`${api}/operator/accounts/${account_id}/quota-grants`, { days: 30 }));
}

let signedInOperator: Promise<Person> | undefined;

export const operator = (): Promise<Person> => (signedInOperator ??= signedIn(inject("operator")));

/** Returns a phone whose code the merchant has compared. */
export async function approvedDevice(
  merchant: Caller & Pick<Merchant, "person">,
  fields: object = {},
): Promise<Device> {
  const device = await registeredDevice(merchant, fields);
  const devices = dataOf<ListedDevice[]>(await merchant.get("/worker/devices"));
  const listed = devices.find(({ device_id }) => device_id === device.device_id);
  const approval = { pairing_code: listed?.pairing_code };
  dataOf(await merchant.person.post(`${api}/devices/${device.device_id}/approval`, approval));
  return device;
}

/** Adds another member to the team, who accepts the email's invitation without a page. */
export async function colleague(
  { person }: Pick<Merchant, "person">,
  { role, name = role, mailbox }: { role: string; name?: string; mailbox: Mailbox },
): Promise<Person> {
  const email = `${randomUUID()}@shop.example`;
  dataOf(await person.post(`${api}/team/invitations`, { email, role }));
  const link = new URL(await mailbox.linkTo(email));
  const token = link.hash.slice("#token=".length);
  const answer = await send({
    method: "POST",
    path: `${api}/invitations/acceptance`,
    headers: ofOwnPage,
    json: { token, name, password: "a calm lake at dawn" },
  });
  dataOf(answer);
  return personWith(cookieOf(answer.headers));
}

/** Creates a manual invoice, as the dashboard's form does. */
export async function invoiceByHand(
  { person, account }: Pick<Shop, "person" | "account">,
  fields: object = {},
): Promise<Invoice> {
  return dataOf<Invoice>(
    await person.post(`${api}/invoices`, {
      form_key: randomUUID(),
      account_id: account.account_id,
      customer_name: "Siti Rahayu",
      deadline_seconds: 86_400,
      ...fields,
    }),
  );
}

interface Part {
  device: Device;
  app: Authenticator;
  payment_code: string;
  amount: number;
}

/** Reports a transfer, and books it as a part of an invoice. */
export async function bookPart(
  { person }: Merchant,
  { device, app, payment_code, amount }: Part,
): Promise<void> {
  const [reported] = await device.report(transfer(amount));
  dataOf(await person.post(`${api}/confirmation`, { totp_code: app.code() }));
  const body = { payment_code, outcome: "part" };
  dataOf(await person.post(`${api}/transfers/${reported?.mutation_id}/tie`, body));
}

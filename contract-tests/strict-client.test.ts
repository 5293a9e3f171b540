import { expect, inject, test } from "vitest";
import { z } from "zod";
import { randomFrom } from "../server/testing/random.ts";
import { trials } from "../server/testing/run-size.ts";
import { tepat } from "./support/command-line.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, merchantWith } from "./support/http.ts";
import { staticQris } from "./support/qris.ts";
import { addAccount, newCode, openShop } from "./support/shop.ts";

/**
 * A client written only from the interface specification, as a merchant would write it in a strict language: an unknown
 * field, a missing field or another type is an error. It makes random calls and derives the expected response from the
 * specification. It uses neither the document, nor the SDK, nor the validator of the other tests. Another program of
 * the same merchant, with its own key, uses additions to the specification.
 */

const calls = trials({ some: 120, all: 200, more: 1_000 });

// Section 2, field by field.
const uuid = z.uuid();
const text = z.string();
const int64 = z.int();
const datetime = z.iso.datetime({ offset: true });
const channelType = z.enum(["TRANSFER", "QRIS"]);
const status = z.enum(["PENDING", "PAID", "EXPIRED", "CANCELLED"]);

const account = z.strictObject({
  account_id: uuid,
  account_number: text.nullable(),
  account_name: text.nullable(),
  account_min_amount: int64,
  account_max_amount: int64.nullable(),
  account_active: z.boolean(),
  account_quota: int64,
  channel_id: uuid,
  channel_type: channelType,
  channel_name: text.nullable(),
  app_id: uuid.nullable(),
  app_name: text.nullable(),
  app_package: text.nullable(),
});

const orderItem = z.strictObject({
  sku: text.optional(),
  name: text,
  price: int64,
  quantity: int64,
  subtotal: int64,
  product_url: text.nullable(),
  image_url: text.nullable(),
});

const step = z.strictObject({ step: int64, title: text, content: text });

const payment = z
  .strictObject({
    payment_id: uuid,
    payment_code: text,
    payment_amount: int64,
    payment_unique: int64.min(1).max(999),
    payment_total: int64,
    payment_status: status,
    payment_expired_at: datetime,
    payment_updated_at: datetime,
    payment_webhook_url: text.nullable(),
    payment_checkout_url: z.url(),
    payment_return_url: text.nullable(),
    customer_name: text.nullable(),
    customer_email: text.nullable(),
    customer_phone: text.nullable(),
    customer_orders: z.array(orderItem).nullable(),
    account_id: uuid,
    account_number: text.nullable(),
    account_name: text.nullable(),
    channel_id: uuid.nullable(),
    channel_name: text.nullable(),
    channel_type: channelType.nullable(),
    channel_instructions: z.array(step),
    is_manual_match: z.boolean(),
    manual_matched_mutation_id: uuid.nullable(),
  })
  .refine((one) => one.payment_total === one.payment_amount + one.payment_unique);

const mutation = z
  .strictObject({
    id: uuid,
    device_id: uuid,
    title: text.nullable(),
    body: text.nullable(),
    posted_at: datetime,
    amount_parsed: int64,
    sender_parsed: text.nullable(),
    type_parsed: z.enum(["CREDIT", "DEBIT"]).nullable(),
    currency_parsed: text.nullable(),
    is_matched: z.boolean(),
    matched_payment_id: uuid.nullable(),
    matched_payment_code: text.nullable(),
    created_at: datetime,
    device_name: text.nullable(),
    package_name: text.nullable(),
    app_name: text.nullable(),
    app_version: text.nullable(),
    account_number: text.nullable(),
    account_name: text.nullable(),
    bank_name: text.nullable(),
    bank_type: channelType.nullable(),
  })
  .refine((one) => one.is_matched === (one.matched_payment_id !== null));

const pagination = z.strictObject({
  total: int64,
  count: int64,
  per_page: int64,
  current_page: int64,
  total_pages: int64,
});

const jsonText = <Schema extends z.ZodType>(schema: Schema) =>
  text.transform((json): unknown => JSON.parse(json)).pipe(schema);

const transferView = {
  payment_code: text,
  amount_original: int64,
  amount_unique: int64,
  amount_total: int64,
  status,
  expires_at: datetime,
  created_at: datetime,
  customer_name: text,
  customer_email: text.nullable(),
  customer_phone: text.nullable(),
  return_url: text.nullable(),
  redirect_url: text.nullable(),
  order_items: jsonText(z.array(orderItem)),
  account_number: text,
  account_name: text,
  bank_name: text,
  app_name: text,
  instructions: jsonText(z.array(step)),
};
const checkoutView = z.discriminatedUnion("bank_type", [
  z.strictObject({ ...transferView, bank_type: z.literal("TRANSFER") }),
  z.strictObject({
    ...transferView,
    bank_type: z.literal("QRIS"),
    qris_id: text.nullable(),
    qris_name: text.nullable(),
    qris_city: text.nullable(),
    qris_payload: text.nullable(),
  }),
]);

// Section 1: the envelopes.
const envelope = <Data extends z.ZodType>(data: Data, message = "ok") =>
  z.strictObject({ success: z.literal(true), message: z.literal(message), data });
const page = <Item extends z.ZodType>(item: Item) => envelope(z.array(item)).extend({ pagination });
const refusal = (code: string) =>
  z.strictObject({
    success: z.literal(false),
    code: z.literal(code),
    message: text.min(1),
    ...(code === "validation_error" && { errors: z.record(text, text.min(1)) }),
  });

const { base_url } = inject("service");
const shop = await openShop();
const qris = await addAccount(shop, { channel: "QRIS", qris: staticQris });
const device = await approvedDevice(shop);
const accounts = [shop.account, qris];
const otherKey = await tepat<{ api_key: string }>("apikey create", "--merchant", shop.merchant_id);
const neighbour = merchantWith(otherKey.api_key);
const random = randomFrom("the strict client's calls");
const below = (bound: number) => Math.floor(random() * bound);
const oneOf = <Thing>(...things: [Thing, ...Thing[]]): Thing =>
  things[below(things.length)] ?? things[0];

type Payment = z.infer<typeof payment>;
/** The responses about each of the client's payments, the newest last. */
const known = new Map<string, Payment>();

async function ask<Schema extends z.ZodType>(
  method: string,
  path: string,
  expected: number,
  schema: Schema,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<z.infer<Schema>> {
  const response = await fetch(base_url + path, {
    method,
    headers: {
      ...(path.startsWith("/gateway/") && { "X-Api-Key": shop.api_key }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said = await response.text();
  const title = `${method} ${path} ${JSON.stringify(body)}: ${said}`;
  expect(response.status, title).toBe(expected);
  const result = schema.safeParse(JSON.parse(said));
  if (!result.success) throw new Error(`${title}\n${z.prettifyError(result.error)}`);
  return result.data;
}

const pathOf = (code: string) => `/gateway/payments/${encodeURIComponent(code)}`;
const anyCode = (): string => oneOf("none", ...known.keys());
const isPending = (code: string) => known.get(code)?.payment_status === "PENDING";

/** Returns a body that section 4.2 allows. */
function validBody() {
  const payment_amount = 10_000 + below(1_000_000);
  const quantity = 1 + below(3);
  const rest = payment_amount - quantity * 1_000;
  const orders = [
    { sku: "A-1", name: "Kopi", price: 1_000, quantity, subtotal: 0 },
    { name: "Roti", price: rest, quantity: 1, subtotal: rest, product_url: null, image_url: null },
  ];
  const contact = oneOf<object>(
    { customer_email: "siti@shop.example" },
    { customer_phone: "0812" },
    { customer_email: "siti@shop.example", customer_phone: "+62 812" },
  );
  return {
    account_id: oneOf(...(accounts as [typeof qris])).account_id,
    payment_code: oneOf("", "INV/", "É ") + newCode(),
    payment_amount,
    payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
    customer_name: "Siti",
    ...contact,
    ...oneOf<object>({}, { customer_orders: orders }, { customer_orders: [] }),
    ...oneOf<object>({}, { payment_return_url: "https://shop.example/thanks?a=1" }),
    ...oneOf<object>({}, { payment_webhook_url: "https://shop.example/hook" }),
  };
}

const wrongFields: Record<string, unknown[]> = {
  account_id: [undefined, "x", 7],
  payment_code: [undefined, "", 7],
  payment_amount: [undefined, "10000", 1.5, 0, -1],
  customer_name: [undefined, 7],
  customer_email: ["x".repeat(256)],
  customer_phone: ["0".repeat(51)],
  payment_return_url: ["http://shop.example/thanks"],
  customer_orders: [[{ name: "x", price: 1, quantity: 1, subtotal: 1 }], [{ price: 1 }], "x"],
};

const actions: Record<string, () => Promise<void>> = {
  async create() {
    const body = validBody();
    const created = await ask("POST", "/gateway/payments", 201, envelope(payment, "created"), {
      body,
    });
    const { payment_code, payment_amount, account_id } = body;
    expect(created.data).toMatchObject({
      payment_code,
      payment_amount,
      account_id,
      payment_status: "PENDING",
    });
    known.set(payment_code, created.data);
  },
  async createAgain() {
    const [payment_code] = known.keys();
    if (payment_code === undefined) return;
    const body = { ...validBody(), payment_code };
    await ask("POST", "/gateway/payments", 409, refusal("payment_code_conflict"), { body });
  },
  async createWrong() {
    const field = oneOf(...(Object.keys(wrongFields) as [string]));
    const body = { ...validBody(), [field]: oneOf(...(wrongFields[field] as [unknown])) };
    const { errors } = await ask("POST", "/gateway/payments", 400, refusal("validation_error"), {
      body,
    });
    expect(errors).toHaveProperty(field);
  },
  async createLate() {
    const payment_expired_at = oneOf("2020-01-01T00:00:00Z", "tomorrow", "2999-02-30T00:00:00Z");
    const body = { ...validBody(), payment_expired_at };
    await ask("POST", "/gateway/payments", 400, refusal("invalid_expired_at"), { body });
  },
  async createElsewhere() {
    const body = { ...validBody(), account_id: "01920f4e-7c1a-7b3e-9a77-1f2e3d4c5b6a" };
    await ask("POST", "/gateway/payments", 403, refusal("account_not_owned"), { body });
  },
  async get() {
    const code = anyCode();
    const before = known.get(code);
    if (!before) return void (await ask("GET", pathOf(code), 404, refusal("not_found")));
    const { data } = await ask("GET", pathOf(code), 200, envelope(payment));
    expect(data).toEqual(before);
  },
  async list() {
    const [current_page, size] = [1 + below(3), oneOf(1, 20, 100, 150)];
    const path = `/gateway/payments?page=${current_page}&per_page=${size}`;
    const answer = await ask("GET", path, 200, page(payment));
    const per_page = Math.min(size, 100);
    const newest = [...known.values()].toReversed();
    const here = newest.slice((current_page - 1) * per_page, current_page * per_page);
    expect(answer.data).toEqual(here);
    expect(answer.pagination).toEqual({
      total: known.size,
      count: here.length,
      per_page,
      current_page,
      total_pages: Math.ceil(known.size / per_page),
    });
  },
  async cancel() {
    const code = anyCode();
    if (!isPending(code)) {
      return void (await ask("DELETE", pathOf(code), 404, refusal("payment_not_cancellable")));
    }
    await ask("DELETE", pathOf(code), 200, envelope(z.null()));
    await changed(code, "CANCELLED");
  },
  /** The Worker is not part of the client, but its reports are. */
  async pay() {
    const one = [...known.values()].find(
      ({ payment_status, account_id }) =>
        payment_status === "PENDING" && account_id === shop.account.account_id,
    );
    if (!one) return;
    const [outcome] = await device.report(transfer(one.payment_total));
    expect(outcome?.matched_payment_code).toBe(one.payment_code);
    await changed(one.payment_code, "PAID");
    const { data } = await ask("GET", "/gateway/mutations?per_page=1", 200, page(mutation));
    expect(data[0]).toMatchObject({
      amount_parsed: one.payment_total,
      is_matched: true,
      matched_payment_id: one.payment_id,
      matched_payment_code: one.payment_code,
    });
  },
  async match() {
    const path = `${pathOf(anyCode())}/match`;
    if (random() < 0.5) {
      return void (await ask("POST", path, 400, refusal("X-Totp-Code header is required")));
    }
    const headers = { "X-Totp-Code": "123456" };
    await ask("POST", path, 403, refusal("totp_not_enabled"), { headers });
  },
  async instructions() {
    const { channel_id } = oneOf(...(accounts as [typeof qris]));
    const data = z.strictObject({ channel_id: uuid, instructions: z.array(step) });
    const path = (id: string) => `/gateway/channels/${id}/instructions`;
    expect((await ask("GET", path(channel_id), 200, envelope(data))).data.channel_id).toBe(
      channel_id,
    );
    await ask("GET", path(""), 400, refusal("channel_id is required"));
  },
  async mutations() {
    const query = oneOf("", "?only_unmatched=true", "?page=2&per_page=5", "?only_unmatched=false");
    const { data } = await ask("GET", `/gateway/mutations${query}`, 200, page(mutation));
    if (query.includes("true")) expect(data.filter(({ is_matched }) => is_matched)).toEqual([]);
  },
  async checkout() {
    const one = known.get(anyCode());
    if (!one) {
      const path = "/checkout/01920f4e-7c1a-7b3e-9a77-1f2e3d4c5b6a";
      return void (await ask("GET", path, 404, refusal("not_found")));
    }
    const path = `/checkout/${one.payment_checkout_url.split("/").at(-1)}`;
    const { data } = await ask("GET", path, 200, envelope(checkoutView));
    expect(data).toMatchObject({
      payment_code: one.payment_code,
      amount_original: one.payment_amount,
      amount_unique: one.payment_unique,
      amount_total: one.payment_total,
      status: one.payment_status,
      expires_at: one.payment_expired_at,
      return_url: one.payment_return_url,
      bank_type: one.channel_type,
      order_items: one.customer_orders ?? [],
    });
    const { redirect_url } = data;
    expect(redirect_url && new URL(redirect_url).searchParams.get("payment_code")).toBe(
      one.payment_return_url && one.payment_code,
    );
  },
  async accounts() {
    const { data } = await ask("GET", "/gateway/accounts", 200, envelope(z.array(account)));
    const ids = data.map(({ account_id }) => account_id);
    expect(ids.toSorted()).toEqual(accounts.map(({ account_id }) => account_id).toSorted());
  },
  async neighbourCreates() {
    const body = { ...validBody(), metadata: { order_id: "A-17" } };
    expect(dataOf(await neighbour.post("/gateway/payments", body))).toHaveProperty("metadata");
    const { payment_code } = body;
    const { data } = await ask("GET", pathOf(payment_code), 200, envelope(payment));
    known.set(payment_code, data);
  },
  async neighbourReads() {
    const path = oneOf(
      "/gateway/payments?include=metadata&per_page=5",
      "/gateway/payments?updated_since=2020-01-01T00:00:00Z&include=metadata&per_page=5",
      "/gateway/mutations?since=2020-01-01T00:00:00Z&per_page=5",
      "/gateway/refunds",
      "/gateway/events?per_page=5",
    );
    dataOf(await neighbour.get(path));
  },
  async neighbourRefunds() {
    const paid = [...known.values()].find(({ payment_status }) => payment_status === "PAID");
    if (!paid) return;
    const refund = { reference: newCode(), amount: 1, reason: "One was returned" };
    dataOf(await neighbour.post(`${pathOf(paid.payment_code)}/refunds`, refund));
  },
  async strange() {
    const headers = { "X-Api-Key": oneOf("unknown", "x") };
    const code = "tenant_api_key_required";
    await ask("GET", "/gateway/accounts", 401, refusal(code), { headers });
    await ask("GET", pathOf(anyCode()), 403, refusal(code), { headers });
  },
};

async function changed(code: string, to: Payment["payment_status"]): Promise<void> {
  const { data } = await ask("GET", pathOf(code), 200, envelope(payment));
  const { payment_updated_at } = data;
  const before = known.get(code) as Payment;
  expect(data).toEqual({ ...before, payment_status: to, payment_updated_at });
  known.set(code, data);
}

test(`${calls} drawn calls get the specified responses, field for field`, async () => {
  const counts: Record<string, number> = {};
  for (let call = 0; call < calls; call += 1) {
    const name = oneOf("create", ...Object.keys(actions));
    counts[name] = (counts[name] ?? 0) + 1;
    await actions[name]?.();
  }
  console.log(`strict client: ${JSON.stringify(counts)}`);
});

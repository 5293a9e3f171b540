import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase } from "../../testing/database.ts";
import { isRunOfAll } from "../../testing/run-size.ts";
import { compileMilliseconds, copySources, type SourceCopy } from "../../testing/source-copy.ts";

/** The recipe "a field of a payment" of the map: ten edits in seven files, and `npm run generate`. */

let copy: SourceCopy;

beforeAll(async () => {
  copy = await copySources();
  await copy.write(
    "server/db/migrations/9999_add_customer_landmark.sql",
    `-- A made-up field.
alter table payments add column customer_landmark text;
alter type payment_request add attribute customer_landmark text;
`,
  );
  const schema = "server/db/schema/payments.sql";
  await copy.edit(
    schema,
    "  -- json, not jsonb",
    "  customer_landmark text,\n  -- json, not jsonb",
  );
  await copy.edit(schema, "  metadata json\n", "  metadata json,\n  customer_landmark text\n");
  const insert = "server/db/functions/payments/create_payments.sql";
  await copy.edit(
    insert,
    " customer_phone, customer_orders",
    " customer_phone, customer_landmark, customer_orders",
  );
  await copy.edit(
    insert,
    " clear.customer_orders",
    " clear.customer_landmark, clear.customer_orders",
  );
  const contract = "server/contract/payments.ts";
  await copy.edit(
    contract,
    `    customer_orders: z
      .array(orderItem)`,
    `    customer_landmark: z.string().nullable().meta({ description: "What the customer wrote." }),
    customer_orders: z
      .array(orderItem)`,
  );
  await copy.edit(
    contract,
    "    customer_orders: z.array(orderItemInput)",
    `    customer_landmark: optional(text({ max: limits.textCharacters })).meta({
      description: "What the customer wrote.",
    }),
    customer_orders: z.array(orderItemInput)`,
  );
  await copy.edit(
    "server/domain/payments/payments.sql.ts",
    `"customer_phone"] as const`,
    `"customer_phone", "customer_landmark"] as const`,
  );
  await copy.edit(
    "server/contract/samples.ts",
    "  customer_orders: orders,",
    `  customer_landmark: "Leave it at the door.",\n  customer_orders: orders,`,
  );
  await copy.edit(
    "dashboard-web/src/features/payments/payment.tsx",
    "payment.customer_email, payment.customer_phone",
    "payment.customer_email, payment.customer_phone, payment.customer_landmark",
  );
  const generated = await copy.run("server/scripts/generate.ts");
  // oxlint-disable-next-line vitest/no-standalone-expect -- without it, what follows would show another fault
  expect(generated.output).toContain("server/db/schema.sql");
});
afterAll(() => copy.remove());

test("create over HTTP stores the field, and get returns it", async () => {
  const database = await createEmptyDatabase();
  await copy.write(
    "server/create.ts",
    `import { connect } from "./db/client.ts";
import { migrate } from "./db/migrate.ts";
import { paymentInput, shopWithAccount } from "./testing/fixtures.ts";
import { ask, openInProcessService } from "./testing/in-process-service.ts";

await migrate(${JSON.stringify(database.url)});
const sql = connect(${JSON.stringify(database.url)});
const { gateway, dispatch } = openInProcessService(sql);
const shop = await shopWithAccount(gateway);
const headers = { "x-api-key": shop.api_key };
const input = { ...paymentInput(shop), payment_code: "INV-1", customer_landmark: "Ring twice." };
const post = { method: "POST", path: "/gateway/payments", headers, json: input };
const get = { method: "GET", path: "/gateway/payments/INV-1", headers };
const answers = [(await ask(dispatch, post)).text, (await ask(dispatch, get)).text];
console.log(JSON.stringify(answers.map((text) => JSON.parse(text).data.customer_landmark)));
await sql.end();
process.exit(0);
`,
  );
  const { output } = await copy.run("server/create.ts");
  await database.drop();
  expect(output).toBe(`["Ring twice.","Ring twice."]\n`);
});

test.runIf(isRunOfAll)(
  "everything compiles, and no generated file is outdated",
  async () => {
    expect((await copy.compile(".", "checkout-web", "dashboard-web")).output).toBe("");
    expect(await copy.run("server/scripts/generate.ts", "--check")).toMatchObject({ ok: true });
  },
  compileMilliseconds,
);

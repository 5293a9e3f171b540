import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentStatus } from "../../contract/payments.ts";
import { createEmptyDatabase } from "../../testing/database.ts";
import { isRunOfAll } from "../../testing/run-size.ts";
import {
  compileMilliseconds,
  copySources,
  readSources,
  type SourceCopy,
} from "../../testing/source-copy.ts";

/**
 * The recipes of the map, with an invented field and an invented state of a payment in one copy. Copying, generating
 * and compiling cost half a minute each time.
 */

const madeUpField = "customer_landmark";
const madeUpState = "HELD";

/** The files that define the states, in which the recipe adds one. */
const homes = ["server/contract/payments.ts", "server/db/schema/payments.sql"];

/** Places that this compiler does not see, and the check that names them. */
const elsewhere = {
  "plugins/medusa/src/providers/tepat/service.ts": "the build of the plugin, where Medusa is",
  "plugins/woocommerce/includes/class-tepat-next-step.php": "next-step.test.ts",
};

/** The largest number of characters in a list of the states. */
const listCharacters = 300;
const anyStatus = new RegExp(paymentStatus.options.join("|"), "g");

let copy: SourceCopy;

beforeAll(async () => {
  copy = await copySources();
  await addField();
  await addState();
  const generated = await copy.run("server/scripts/generate.ts");
  for (const file of ["server/db/schema.sql", "plugins/n8n/nodes/Tepat/payment-statuses.gen.ts"]) {
    // oxlint-disable-next-line vitest/no-standalone-expect -- without this check, the tests would show another fault
    expect(generated.output).toContain(file);
  }
});
afterAll(() => copy.remove());

/** "A field of a payment": ten edits in seven files. */
async function addField(): Promise<void> {
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
}

/**
 * "A state of a payment". The contract and the table's check list the states, and schema.test.ts compares the two.
 * `npm run generate` writes the clients' lists. The compiler names every other place.
 */
async function addState(): Promise<void> {
  const statuses = `"PENDING", "PAID", "EXPIRED", "CANCELLED"`;
  await copy.edit("server/contract/payments.ts", statuses, `${statuses}, "${madeUpState}"`);
  const checked = statuses.replaceAll(`"`, "'");
  const withState = `${checked}, '${madeUpState}'`;
  await copy.edit("server/db/schema/payments.sql", checked, withState);
  await copy.write(
    "server/db/migrations/9999_add_held.sql",
    `-- A made-up state.
alter table payments
  drop constraint payments_payment_status_check,
  add constraint payments_payment_status_check check (payment_status in (${withState}));
`,
  );
}

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

describe.runIf(isRunOfAll)("the compiler", () => {
  let errors: { file: string; text: string }[];
  let lists: string[];

  beforeAll(async () => {
    errors = await copy.compile(".", "checkout-web", "dashboard-web");
    lists = await readSources((text) => {
      const code = text.replaceAll(/^\s*(?:\/\/|\/?\*|--).*$/gm, "");
      return [...code.matchAll(anyStatus)].some(({ index }) => {
        const isNear = (status: string) =>
          code.slice(index, index + listCharacters).includes(status);
        return paymentStatus.options.every(isNear);
      });
    });
  }, compileMilliseconds);

  test("names every list of the states that lacks the new one", () => {
    const named = new Set([...homes, ...Object.keys(elsewhere), ...errors.map(({ file }) => file)]);
    expect(lists.length).toBeGreaterThan(homes.length);
    expect(lists.filter((file) => !named.has(file))).toEqual([]);
  });

  test("finds nothing that the new field lacks", () => {
    const ofState = ({ file, text }: { file: string; text: string }) =>
      (lists.includes(file) || text.includes(madeUpState)) && !text.includes(madeUpField);
    expect(errors.filter((error) => !ofState(error))).toEqual([]);
  });

  test("has no outdated generated file before it", async () => {
    expect(await copy.run("server/scripts/generate.ts", "--check")).toMatchObject({ ok: true });
  });
});

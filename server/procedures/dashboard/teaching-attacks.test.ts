import { randomInt, randomUUID } from "node:crypto";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerWith, dataOf, type Caller } from "../../../contract-tests/support/http.ts";
import type { Payment } from "../../contract/payments.ts";
import { listen } from "../../http/transport/listen.ts";
import type { Listener } from "../../http/transport/listener.ts";
import { confirmedBrowser } from "../../testing/actors.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedPhone,
  paymentInput,
  shopWithAccount,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";
import { trials } from "../../testing/run-size.ts";
import {
  attackedApps,
  attackOn,
  namedAttacks,
  type Attack,
  type AttackedApp,
} from "../../testing/teaching-attacks.ts";

/**
 * Attacks the teaching of wordings over HTTP, on every app that Tepat knows. A phone reports a text. A person
 * confirms it and teaches the rule that the gateway proposes. The phone then reports the text with the total of
 * another invoice.
 *
 * `TEACHING_ATTACKS=10000` draws more attacks, and `SEED` draws the same attacks again.
 */

const drawn = Number(process.env["TEACHING_ATTACKS"] ?? trials({ some: 88, all: 88, more: 8_800 }));
const seed = Number(process.env["SEED"] ?? randomInt(2 ** 31));
/** Each app has its own shop, so attacks on different apps can run at the same time. */
const appsAtOnce = 4;
/** The number of attacks between two one-time codes: a code confirms the person for five minutes. */
const attacksPerCode = 20;

let database: TestDatabase;
let gateway: TestGateway;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  const service = openInProcessService(database.sql);
  ({ gateway } = service);
  listener = await listen(service.dispatch, {
    transport: "node",
    host: "127.0.0.1",
    port: 0,
    log: pino({ level: "silent" }),
  });
});
afterAll(async () => {
  await listener.close();
  await database.drop();
});

const api = "/dashboard/api";

interface Victim {
  app: AttackedApp;
  merchant_id: string;
  phone: Caller;
  /** Returns a person who has just entered a one-time code. */
  signIn(): Promise<Caller>;
  /** Creates an invoice. */
  invoice(): Promise<Payment>;
  isPending(payment: Payment): Promise<boolean>;
}

async function shopOf(app: AttackedApp): Promise<Victim> {
  const { package_name } = app;
  const base_url = `http://127.0.0.1:${listener.port}`;
  const shop = await shopWithAccount(gateway, { app_package: package_name });
  const { device_token } = await approvedPhone(gateway, shop);
  const server = callerWith({ "x-api-key": shop.api_key }, base_url);
  return {
    app,
    merchant_id: shop.merchant_id,
    phone: callerWith({ "x-device-token": device_token }, base_url),
    signIn: async () => callerWith(await confirmedBrowser(gateway, shop), base_url),
    invoice: async () =>
      dataOf<Payment>(await server.post("/gateway/payments", paymentInput(shop))),
    isPending: async ({ payment_code }) =>
      dataOf<Payment>(await server.get(`/gateway/payments/${payment_code}`)).payment_status ===
      "PENDING",
  };
}

const report = async ({ phone, app }: Victim, title: string, body: string) =>
  dataOf(
    await phone.post("/worker/mutations", {
      notifications: [
        {
          key: randomUUID(),
          package_name: app.package_name,
          title,
          body,
          posted_at: new Date().toISOString(),
        },
      ],
    }),
  );

interface Offered {
  text_id: string;
  body: string;
  payments: { payment_code: string }[];
}
interface Trial {
  marks: { part: string }[];
  faults: { code: string }[];
}

/** Returns the faults of the refused rule, or null if the text was not offered for a decision. */
async function attack(
  victim: Victim,
  person: Caller,
  { title, text }: Attack,
): Promise<string[] | null> {
  const [confirmed, next] = [await victim.invoice(), await victim.invoice()];
  const body = text(confirmed.payment_total);
  await report(victim, title, body);
  const offers = dataOf<Offered[]>(await person.get(`${api}/likely-texts`));
  const offered = offers.find(
    (offer) =>
      offer.body === body &&
      offer.payments.some(({ payment_code }) => payment_code === confirmed.payment_code),
  );
  let faults: string[] | null = null;
  if (offered !== undefined) {
    const { mutation_id } = dataOf<{ mutation_id: string }>(
      await person.post(`${api}/likely-texts/${offered.text_id}/payment`, {
        payment_code: confirmed.payment_code,
      }),
    );
    const trial = dataOf<Trial>(await person.post(`${api}/reading-rule-trials`, { mutation_id }));
    faults = trial.faults.map(({ code }) => code);
    const amount = trial.marks.filter(({ part }) => part === "amount");
    for (const marks of [trial.marks, amount]) {
      const { status } = await person.post(`${api}/reading-rules`, { mutation_id, marks });
      expect(status).toBe(409);
    }
  }
  await report(victim, title, text(next.payment_total));
  expect(await victim.isPending(next)).toBe(true);
  return faults;
}

test(
  `neither the named attacks nor ${drawn} drawn ones teach a rule, on any app`,
  { timeout: 300_000 + drawn * 1000 },
  async () => {
    console.log(`attacks: SEED=${seed} TEACHING_ATTACKS=${drawn}`);
    const each = Math.ceil(drawn / attackedApps.length);
    const left = attackedApps.map((app, place) => ({ app, place }));
    let [tried, refused] = [0, 0];
    const attackApps = async (): Promise<void> => {
      for (let turn = left.shift(); turn !== undefined; turn = left.shift()) {
        const { app, place } = turn;
        const victim = await shopOf(app);
        const named = namedAttacks.map(([, code, text]) => ({ title: app.title, text, code }));
        const others = fc.sample(attackOn(app), { seed: seed + place, numRuns: each });
        let person = await victim.signIn();
        for (const [number, each] of [...named, ...others].entries()) {
          if (number % attacksPerCode === attacksPerCode - 1) person = await victim.signIn();
          const shown = `${app.package_name}, ${each.title}: ${each.text(500_498)}`;
          const faults = await attack(victim, person, each).catch((cause: unknown) => {
            throw new Error(`SEED=${seed} ${shown}`, { cause });
          });
          tried += 1;
          if (faults !== null) refused += 1;
          if ("code" in each) expect(faults ?? [], shown).toContain(each.code);
        }
        const rules = await database.sql`
          select from reading_rules where merchant_id = ${victim.merchant_id}
        `;
        expect(rules, app.package_name).toHaveLength(0);
      }
    };
    await Promise.all(Array.from({ length: appsAtOnce }, attackApps));
    console.log(
      `${tried} attacks on ${attackedApps.length} apps: ${refused} were confirmed, and refused as rules`,
    );
    expect(refused).toBeGreaterThan((tried * 3) / 4);
  },
);

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { explainMutation } from "../mutations/mutation-reasons.ts";
import { callMatchPayment, matchMutation, selectRematchable } from "../mutations/matching.sql.ts";
import { keepUnread } from "../mutations/mutations.sql.ts";
import {
  identityOf,
  readReport,
  recordReports,
  rereadNotifications,
  reportOutcomes,
} from "../mutations/mutations.ts";
import { readPayment } from "../payments/payments.ts";
import { diagnose } from "./device-health.ts";
import { noteHeartbeat, selectDeviceById } from "./devices.sql.ts";
import { approveDevice, registerDevice, revokeDevice, type Device } from "./devices.ts";

/** Tests that a report belongs to the registration under which the phone saw it (decisions, section 2). */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let otherShop: Shop;
let installation_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(nine);
  shop = await shopWithAccount(gateway);
  otherShop = await shopWithAccount(gateway);
  installation_id = randomUUID();
});
afterAll(() => database.drop());

const at = drawnDay("registrations of phones");
const nine = at("09:00:00");

const register = (of: Shop, time: string) =>
  registerDevice(
    gateway.sql,
    { ...of, installation_id, device_name: "Till", model: null, app_version: null },
    at(time),
  );

async function connect(of: Shop, time: string): Promise<Device> {
  const { device_id } = await register(of, time);
  return approveDevice(gateway.sql, device_id);
}

const revoke = (device: Device, time: string) =>
  revokeDevice(gateway.sql, device.device_id, at(time));

const unsaid = {
  battery: null,
  queue_length: null,
  app_version: null,
  last_notification_at: null,
  listener_error: undefined,
};

const hear = (device: { merchant_id: string; device_id: string }, time: string) =>
  noteHeartbeat(gateway.sql, device, unsaid, at(time));

function invoiceOf(of: Shop) {
  gateway.setClock(nine);
  return pendingPayment(gateway, of);
}

/** Lets the device report, late in the evening, the total of an invoice of nine o'clock. Returns the reason. */
async function outcomeOf(device: Device, of: Shop, posted: string) {
  const { payment_code, payment_total } = await invoiceOf(of);
  gateway.setClock(at("23:00:00"));
  const posted_at = at(posted);
  const outcome = await reportTransfer(gateway, device, payment_total, { posted_at });
  const reason = await reasonOf(outcome.mutation_id);
  expect(outcome.matched_payment_code).toBe(reason === "matched" ? payment_code : null);
  return reason;
}

async function reasonOf(mutation_id: string | null) {
  const { mutation } = await explainMutation(gateway, mutation_id as string);
  return mutation.match_reason;
}

const statusOf = async ({ payment_code }: { payment_code: string }, of: Shop) =>
  (await readPayment(gateway, { merchant_id: of.merchant_id, payment_code })).payment_status;

describe("a phone revoked at one merchant and registered at another", () => {
  let device: Device;
  beforeEach(async () => {
    await revoke(await connect(shop, "09:30:00"), "12:00:00");
    device = await connect(otherShop, "12:01:00");
  });

  test.each([
    ["10:00:00", "before_registration"],
    ["12:00:59.999", "before_registration"],
    ["12:01:00", "matched"],
    ["22:00:00", "matched"],
  ])("reports a notification posted at %s: %s", async (posted, reason) => {
    expect(await outcomeOf(device, otherShop, posted)).toBe(reason);
  });

  test("pays nothing with its previous queue when transfers are matched again", async () => {
    gateway.setClock(at("12:02:00"));
    const { payment_id, payment_unique } = await invoiceOf(otherShop);
    const amount = 300_000 + payment_unique;
    const posted_at = at("12:00:30");
    const { mutation_id } = await reportTransfer(gateway, device, amount, { posted_at });
    await gateway.sql`
      update payments
      set payment_amount = 300000, payment_total = ${amount}
      where payment_id = ${payment_id}
    `;
    const [mutation] = await gateway.sql<{ merchant_id: string; mutation_number: number }[]>`
      select merchant_id, mutation_number from mutations where mutation_id = ${mutation_id}
    `;
    if (!mutation) throw new Error("it was not recorded");
    expect(await selectRematchable(gateway.sql, { limit: 10, at: gateway.now() })).toEqual([]);
    expect(await matchMutation(gateway.sql, { ...mutation, at: gateway.now() })).toBeNull();
    expect(await reasonOf(mutation_id)).toBe("before_registration");
  });

  test("pays nothing with a stored text of its previous queue that becomes readable later", async () => {
    const payment = await invoiceOf(otherShop);
    const posted_at = at("11:00:00");
    const notification = transferNotification(payment.payment_total, { posted_at });
    await keepUnread(
      gateway.sql,
      otherShop.merchant_id,
      [{ ...device, identity: identityOf(notification), notification }],
      null,
    );
    expect(await rereadNotifications(gateway)).toBe(1);
    expect(await statusOf(payment, otherShop)).toBe("PENDING");
  });

  test("pays by a person's manual match", async () => {
    const payment = await invoiceOf(otherShop);
    const { mutation_id } = await reportTransfer(gateway, device, payment.payment_total, {
      posted_at: at("11:00:00"),
    });
    const { merchant_id } = otherShop;
    const { payment_code } = payment;
    const match = { merchant_id, payment_code, mutation_id, at: gateway.now() };
    expect(await callMatchPayment(gateway.sql, match)).toBeNull();
    expect(await reasonOf(mutation_id)).toBe("matched_by_hand");
  });

  test("leaves an invoice to the phone that saw the transfer for this merchant", async () => {
    installation_id = randomUUID();
    const honest = await connect(otherShop, "09:00:00");
    const payment = await invoiceOf(otherShop);
    const posted_at = at("11:00:00");
    const { mutation_id } = await reportTransfer(gateway, device, payment.payment_total, {
      posted_at,
    });
    const paying = await reportTransfer(gateway, honest, payment.payment_total, { posted_at });
    expect(paying.matched_payment_code).toBe(payment.payment_code);
    expect(await reasonOf(mutation_id)).toBe("announced_twice");
  });

  test("does not stand for the report of the phone that saw the transfer for this merchant", async () => {
    installation_id = randomUUID();
    const honest = await connect(otherShop, "09:00:00");
    gateway.setClock(at("12:02:00"));
    const posted_at = at("11:00:00");
    const former = await reportTransfer(gateway, device, 42_000, { posted_at });
    const own = await reportTransfer(gateway, honest, 42_000, { posted_at });
    expect(await reasonOf(former.mutation_id)).toBe("announced_twice");
    expect(await reasonOf(own.mutation_id)).toBe("no_such_total");
  });
});

describe("a phone that stays with its merchant", () => {
  test("pays with notifications from its wait for approval", async () => {
    const { device_id } = await register(shop, "10:00:00");
    await register(shop, "11:00:00");
    const device = await approveDevice(gateway.sql, device_id);
    expect(await outcomeOf(device, shop, "10:30:00")).toBe("matched");
    expect(await outcomeOf(device, shop, "09:59:59")).toBe("before_registration");
  });

  test.each(["10:00:00", "12:00:00", "13:30:00"])(
    "pays with its queue of %s after it was installed again",
    async (posted) => {
      await connect(shop, "10:00:00");
      const device = await connect(shop, "12:00:00");
      expect(await outcomeOf(device, shop, posted)).toBe("matched");
    },
  );

  test.each([
    ["11:00:00", "matched"],
    ["13:59:59.999", "matched"],
    ["14:00:00", "while_unregistered"],
    ["15:00:00", "matched"],
  ])(
    "was heard until two, despite a stranger's registration of its installation, and reports a notification posted at %s: %s",
    async (posted, reason) => {
      const { device_id } = await connect(shop, "10:00:00");
      await register(otherShop, "10:30:00");
      await hear({ ...shop, device_id }, "14:00:00");
      const device = await connect(shop, "15:00:00");
      expect(await outcomeOf(device, shop, posted)).toBe(reason);
    },
  );

  test.each([
    ["09:59:59", "before_registration"],
    ["11:59:59.999", "matched"],
    ["12:00:00", "while_unregistered"],
    ["12:59:59.999", "while_unregistered"],
    ["13:00:00", "matched"],
  ])(
    "was revoked and registered again, and reports a notification posted at %s: %s",
    async (posted, reason) => {
      await revoke(await connect(shop, "10:00:00"), "12:00:00");
      const device = await connect(shop, "13:00:00");
      expect(await outcomeOf(device, shop, posted)).toBe(reason);
    },
  );

  test("forgets its oldest registrations, and keeps the newest", async () => {
    const hours = Array.from({ length: limits.registrationsKept + 1 }, (_, hour) => hour);
    const minute = (hour: number, second: string) =>
      `10:${String(hour).padStart(2, "0")}:${second}`;
    for (const hour of hours.slice(0, -1)) {
      await revoke(await connect(shop, minute(hour, "00")), minute(hour, "30"));
    }
    const device = await connect(shop, minute(limits.registrationsKept, "00"));
    expect(await outcomeOf(device, shop, minute(0, "10"))).toBe("before_registration");
    expect(await outcomeOf(device, shop, minute(1, "10"))).toBe("matched");
  });
});

describe("a phone moved to another merchant and back without a revocation", () => {
  test.each([
    ["11:59:59", "matched"],
    ["12:00:00", "while_unregistered"],
    ["14:59:59", "while_unregistered"],
    ["15:00:00", "matched"],
    ["15:30:00", "matched"],
  ])("reports a notification posted at %s: %s", async (posted, reason) => {
    await connect(shop, "10:00:00");
    await connect(otherShop, "12:00:00");
    const device = await connect(shop, "15:00:00");
    expect(await outcomeOf(device, shop, posted)).toBe(reason);
  });

  test("belonged to the other merchant, even if the first one revoked it later", async () => {
    const former = await connect(shop, "10:00:00");
    await connect(otherShop, "12:00:00");
    await revoke(former, "14:00:00");
    const device = await connect(shop, "15:00:00");
    expect(await outcomeOf(device, shop, "11:00:00")).toBe("matched");
    expect(await outcomeOf(device, shop, "13:00:00")).toBe("while_unregistered");
  });
});

test("pays the earlier merchant with a report sent before its move", async () => {
  const former = await connect(shop, "10:00:00");
  const payment = await invoiceOf(shop);
  const posted_at = at("11:00:00");
  const notification = transferNotification(payment.payment_total, { posted_at });
  // The token was valid when the report came.
  const report = await readReport(gateway, former, [notification]);
  await revoke(former, "12:00:00");
  await connect(otherShop, "12:01:00");
  const [rows = []] = await recordReports(gateway, [report.transfers]);
  expect(reportOutcomes(report, rows)[0]?.matched_payment_code).toBe(payment.payment_code);
});

test("one statement judges each report by the registration of its own merchant", async () => {
  const former = await connect(shop, "10:00:00");
  const device = await connect(otherShop, "12:00:00");
  const [own, foreign] = [await invoiceOf(shop), await invoiceOf(otherShop)];
  const reports = await Promise.all(
    (
      [
        [former, own],
        [device, foreign],
      ] as const
    ).map(([phone, { payment_total }]) =>
      readReport(gateway, phone, [
        transferNotification(payment_total, { posted_at: at("11:00:00") }),
      ]),
    ),
  );
  const rows = await recordReports(
    gateway,
    reports.map(({ transfers }) => transfers),
  );
  const codes = rows.map(([row]) => row?.matched_payment_code);
  expect(codes).toEqual([own.payment_code, null]);
});

describe("the state reported by a phone's previous program", () => {
  const findings = async ({ merchant_id, device_id }: Device) => {
    const row = await selectDeviceById(gateway.sql, { merchant_id, device_id }, at("13:30:00"));
    return row && diagnose(row, row.read_at).findings.map(({ problem }) => problem);
  };
  let device: Device;
  beforeEach(async () => {
    device = await connect(shop, "10:00:00");
    const heartbeat = {
      battery: 5,
      queue_length: 7,
      app_version: null,
      last_notification_at: null,
      listener_error: "no access",
    };
    await noteHeartbeat(gateway.sql, device, heartbeat, at("11:00:00"));
  });

  test("is shown while its registration lasts", async () => {
    expect(await findings(device)).toContain("listener_error");
  });

  test("is forgotten when it is registered again after a revocation", async () => {
    await revoke(device, "12:00:00");
    await connect(shop, "13:00:00");
    expect(await findings(device)).toEqual([]);
  });

  test("is forgotten when another registration takes its place", async () => {
    await connect(shop, "13:00:00");
    expect(await findings(device)).toEqual([]);
  });
});

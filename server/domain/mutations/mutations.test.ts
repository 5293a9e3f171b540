import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import type { Device } from "../sources/devices.ts";
import { keepUnread } from "./mutations.sql.ts";
import {
  forgetUnreadNotifications,
  identityOf,
  listMutations,
  reportNotifications,
  rereadNotifications,
} from "./mutations.ts";
import { createNotificationReader } from "../notifications/notification-text.ts";
import { readPayment } from "../payments/payments.ts";

const today = drawnDay("mutations");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

const unreadCount = async () => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*) from unread_notifications where merchant_id = ${shop.merchant_id}
  `;
  return row?.count;
};

test("a stored text that becomes readable pays its payment, once", async () => {
  const payment = await pendingPayment(gateway, shop);
  const notification = transferNotification(payment.payment_total);
  // Stored as if the rules of that day did not know this wording.
  await keepUnread(
    database.sql,
    shop.merchant_id,
    [{ ...device, identity: identityOf(notification), notification }],
    null,
  );
  expect(await rereadNotifications(gateway)).toBe(1);
  expect(await rereadNotifications(gateway)).toBe(0);
  const paid = await readPayment(gateway, { ...shop, payment_code: payment.payment_code });
  expect(paid.payment_status).toBe("PAID");
  expect(await unreadCount()).toBe(0);
  const [again] = await reportNotifications(gateway, device, [notification]);
  expect(again?.outcome).toBe("duplicate");
});

const wording = "Catatan kredit Rp";
const teachingReader = createNotificationReader({
  formats: [],
  added: [
    {
      id: "my_bca",
      packages: ["com.bca"],
      rules: [
        {
          name: "credit",
          type: "CREDIT",
          body: ["Catatan kredit {amount}"],
          samples: [],
        },
      ],
    },
  ],
});

test("a stored text is read again with rules that an operator added since", async () => {
  const payment = await pendingPayment(gateway, shop);
  const total = payment.payment_total.toLocaleString("id-ID");
  const notification = { ...transferNotification(1), body: `${wording}${total}` };
  const [outcome] = await reportNotifications(gateway, device, [notification]);
  expect(outcome?.outcome).toBe("ignored");
  expect(await rereadNotifications(gateway)).toBe(0);

  const taught = { ...gateway, notificationReader: () => teachingReader };
  expect(await rereadNotifications(taught)).toBe(1);
  const paid = await readPayment(gateway, { ...shop, payment_code: payment.payment_code });
  expect(paid.payment_status).toBe("PAID");
  const { items } = await listMutations(gateway, {
    merchant_id: shop.merchant_id,
    page: 1,
    per_page: 1,
    only_unmatched: false,
  });
  expect(items[0]).toMatchObject({ is_matched: true, body: notification.body });
  expect(await unreadCount()).toBe(0);
});

describe("a text hidden by the phone", () => {
  const hidden = (package_name: string) => ({
    ...transferNotification(1),
    package_name,
    title: "BCA mobile",
    body: "Konten notifikasi sensitif disembunyikan",
  });
  const hiddenTextAt = async () => {
    const [row] = await database.sql<{ hidden_text_at: Date | null }[]>`
      select hidden_text_at from devices where device_id = ${device.device_id}
    `;
    return row?.hidden_text_at;
  };

  test("is ignored, not stored, and recorded for the device", async () => {
    expect(await hiddenTextAt()).toBeNull();
    const at = today("05:00");
    gateway.setClock(at);
    const outcomes = await reportNotifications(gateway, device, [hidden("com.bca")]);
    gateway.setClock(null);
    expect(outcomes).toMatchObject([{ outcome: "ignored", mutation_id: null }]);
    expect(await hiddenTextAt()).toEqual(at);
    expect(await unreadCount()).toBe(0);
  });

  test("of an app without an account can stay hidden", async () => {
    await reportNotifications(gateway, device, [hidden("com.whatsapp")]);
    expect(await hiddenTextAt()).toBeNull();
  });

  test("does not prevent the recording of a transfer beside it", async () => {
    const reports = [hidden("com.bca"), transferNotification(1234)];
    const outcomes = await reportNotifications(gateway, device, reports);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ignored", "recorded"]);
  });
});

test("a text from two devices is stored for each, and read again for each", async () => {
  const otherShop = await shopWithAccount(gateway);
  const otherDevice = await approvedDevice(gateway, otherShop);
  const notification = transferNotification(4321);
  const identity = identityOf(notification);
  for (const one of [device, otherDevice]) {
    await keepUnread(database.sql, one.merchant_id, [{ ...one, identity, notification }], null);
  }
  expect(await rereadNotifications(gateway)).toBe(2);
});

test.each(["2020-11-21T10:00:00+18:00", "2020-11-21T10:00:00-23:59", "1970-01-01T00:00:00Z"])(
  "a report of %s is recorded",
  async (posted_at) => {
    const [outcome] = await reportNotifications(gateway, device, [
      { ...transferNotification(5), posted_at },
    ]);
    expect(outcome?.outcome).toBe("recorded");
  },
);

test("a stored text is deleted after seven days, and not before", async () => {
  const text = { ...transferNotification(1), body: "Kalimat yang belum dikenal Rp1.000" };
  await reportNotifications(gateway, device, [text]);
  expect(await unreadCount()).toBe(1);
  gateway.setClock(new Date(Date.now() + 6.9 * 86_400_000));
  await forgetUnreadNotifications(gateway);
  expect(await unreadCount()).toBe(1);
  gateway.setClock(new Date(Date.now() + 7.1 * 86_400_000));
  await forgetUnreadNotifications(gateway);
  expect(await unreadCount()).toBe(0);
  gateway.setClock(null);
});

test("an expanded text is read instead of a shortened body", async () => {
  const payment = await pendingPayment(gateway, shop);
  const whole = transferNotification(payment.payment_total);
  const [outcome] = await reportNotifications(gateway, device, [
    { ...whole, body: `${whole.body.slice(0, 25)}…`, big_text: whole.body },
  ]);
  expect(outcome?.matched_payment_code).toBe(payment.payment_code);
});

test("the list is newest first, and the unmatched transfers have their own pages", async () => {
  const notifications = Array.from({ length: 7 }, (_, index) => transferNotification(1000 + index));
  await reportNotifications(gateway, device, notifications);
  const list = (page: number, only_unmatched: boolean) =>
    listMutations(gateway, { merchant_id: shop.merchant_id, page, per_page: 3, only_unmatched });
  for (const only_unmatched of [false, true]) {
    const pages = [
      await list(1, only_unmatched),
      await list(2, only_unmatched),
      await list(3, only_unmatched),
    ];
    expect(pages.flatMap(({ items }) => items.map((item) => item.amount_parsed))).toEqual([
      1006, 1005, 1004, 1003, 1002, 1001, 1000,
    ]);
    expect(pages[2]?.pagination).toMatchObject({ total: 7, count: 1, total_pages: 3 });
  }
});

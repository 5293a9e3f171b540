import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { registeredDevice, transfer } from "../../contract-tests/support/device.ts";
import { cancelledPayment, pendingPayment } from "../../contract-tests/support/shop.ts";
import {
  startReceiver,
  type WebhookReceiver,
} from "../../contract-tests/support/webhook-receiver.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { turnTo, visit } from "./open-dashboard.ts";
import { approvedDevice, invoiceByHand, newMerchant, openShop, operator } from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const shop = await openShop("Toko Sari Rasa Nusantara & Katering Ibu Hj. Siti Rahayu Wulandari");
const device = await approvedDevice(shop);
await registeredDevice(shop, { device_name: "Spare phone", model: "Samsung A15" });

const { sale_id } = await invoiceByHand(shop, {
  items: [
    {
      name: "Kemeja batik lengan panjang, ukuran M, motif parang rusak",
      price: 185_000,
      quantity: 2,
    },
    { name: "Ongkos kirim", price: 18_500, quantity: 1 },
  ],
  customer_phone: "0812 3456 7890",
  note: "Bisa diambil hari Sabtu.\nTerima kasih sudah menunggu.",
});
const link = dataOf<{ link_id: string }>(
  await shop.person.post("/dashboard/api/links", {
    link_name: "Kopi susu gula aren literan, dikirim dingin ke seluruh kota",
    description: "Satu liter.\nTahan tiga hari di lemari es.",
    amounts: [85_000],
    stock: 40,
    quantity_max: 5,
  }),
);

const customers = [
  "Budi Santoso",
  "Dewi Lestari",
  "Agus Wijaya",
  "Putri Ayu Ningsih",
  "Joko Susilo",
];

beforeAll(async () => {
  await using receiver = await startReceiver((name) => ({ status: name === "gone" ? 410 : 200 }));
  for (const name of ["shop", "gone"]) {
    const payment = await pendingPayment(shop, {
      payment_code: `INV-2026-11-00${name === "shop" ? 42 : 43}`,
      payment_webhook_url: receiver.urlOf(name),
    });
    await device.report(transfer(payment.payment_total));
    await untilHeard(receiver, name);
  }
  await Promise.all(customers.map((customer_name) => pendingPayment(shop, { customer_name })));
  await cancelledPayment(shop);
  await device.report(transfer(150_000), transfer(75_500));
});

/** A person with a shop, a new person, the server's owner, and a person who has not signed in. */
const people = {
  shop,
  newcomer: await newMerchant(),
  operator: { person: await operator() },
  nobody: undefined,
};

const pages: Record<string, [address: string, who: keyof typeof people]> = {
  "sign-in": ["/sign-in", "nobody"],
  "sign-up": ["/sign-up", "nobody"],
  "reset-password": ["/reset-password", "nobody"],
  "new-password": ["/reset-password#token=pgr_x", "nobody"],
  overview: ["/", "shop"],
  "overview-new": ["/", "newcomer"],
  guide: ["/guide", "newcomer"],
  "guide-account": ["/guide?step=account", "newcomer"],
  "guide-payment": ["/guide?step=payment", "shop"],
  payments: ["/payments", "shop"],
  "payments-new": ["/payments", "newcomer"],
  "payments-none": ["/payments?search=nothing-like-it", "shop"],
  payment: ["/payments/INV-2026-11-0042", "shop"],
  "open-invoices": ["/payments?status=OPEN", "shop"],
  "new-invoice": ["/invoices/new", "shop"],
  "new-invoice-copy": [`/invoices/new?copy=${sale_id}`, "shop"],
  "new-invoice-first": ["/invoices/new", "newcomer"],
  invoice: [`/invoices/${sale_id}`, "shop"],
  links: ["/links", "shop"],
  "links-new": ["/links", "newcomer"],
  "new-link": ["/links/new", "shop"],
  link: [`/links/${link.link_id}`, "shop"],
  "link-poster": [`/links/${link.link_id}/poster`, "shop"],
  mutations: ["/mutations", "shop"],
  accounts: ["/accounts", "shop"],
  "accounts-new": ["/accounts", "newcomer"],
  "new-account": ["/accounts/new", "shop"],
  account: [`/accounts/${shop.account.account_id}`, "shop"],
  devices: ["/devices", "shop"],
  "devices-new": ["/devices", "newcomer"],
  webhooks: ["/webhooks", "shop"],
  "webhooks-new": ["/webhooks", "newcomer"],
  notices: ["/notices", "shop"],
  "notices-new": ["/notices", "newcomer"],
  settings: ["/settings", "shop"],
  "api-keys": ["/api-keys", "shop"],
  requests: ["/requests", "shop"],
  "requests-new": ["/requests", "newcomer"],
  security: ["/security", "shop"],
  "audit-log": ["/audit-log", "shop"],
  counter: ["/counter", "shop"],
  reconciliation: ["/reconciliation", "shop"],
  statements: ["/statements", "shop"],
  team: ["/team", "shop"],
  operator: ["/operator", "operator"],
  "not-found": ["/nothing-here", "shop"],
};

const phone = {
  viewport: { width: 390, height: 844 },
  locale: "id-ID",
  colorScheme: "dark",
} as const;

const opened = new Map<string, Page>();

/** Returns a window of a person. It is opened once. */
async function windowOf(who: keyof typeof people, kind: "desktop" | "phone"): Promise<Page> {
  const name = `${who} ${kind}`;
  const page =
    opened.get(name) ??
    (await visit("/", { as: people[who], stays: true, ...(kind === "phone" && phone) }));
  opened.set(name, page);
  return page;
}

test.each(Object.entries(pages))(
  "%s fits every screen, and axe finds nothing in either scheme",
  async (name, [address, who]) => {
    const desktop = await windowOf(who, "desktop");
    await turnTo(desktop, address);
    await look(desktop, `${name}-desktop`);
    for (const width of [720, 768, 1024, 1440]) {
      await desktop.setViewportSize({ width, height: 860 });
      expect([width, await isScrolledSideways(desktop)]).toEqual([width, false]);
      if (width === 1024 || width === 1440)
        await takePicture(desktop, path.join(folder, `${name}-${width}.png`));
    }
    await desktop.setViewportSize({ width: 1280, height: 860 });

    const small = await windowOf(who, "phone");
    await turnTo(small, address);
    await look(small, `${name}-phone-dark`);
    await small.setViewportSize({ width: 320, height: 568 });
    expect(await isScrolledSideways(small)).toBe(false);
    await small.setViewportSize(phone.viewport);
  },
);

async function untilHeard(receiver: WebhookReceiver, name: string) {
  while (receiver.heard(name).length === 0) await wait(20);
}

async function look(page: Page, name: string) {
  await takePicture(page, path.join(folder, `${name}.png`));
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
}

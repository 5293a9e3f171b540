import { join } from "node:path";
import { createEmptyDatabase } from "../../../server/testing/database.ts";
import { freePort } from "../../../server/testing/free-port.ts";
import { startPlatform, type PlatformProcess } from "../../tests/platform-process.ts";
import { describeShop, type OrderView, type Shop } from "../../tests/story.ts";
import { runMedusa } from "./run-medusa.ts";

await describeShop("medusa", openMedusa);

interface Seeded {
  region_id: string;
  variant_id: string;
  shipping_option_id: string;
  inventory_item_id: string;
  publishable_key: string;
  secret_key: string;
}

interface AdminOrder {
  id: string;
  status: string;
  total: number;
  metadata: { tepat_notes?: { note: string }[] } | null;
  payment_collections: {
    payments: { id: string; captures: { amount: number }[]; refunds?: { amount: number }[] }[];
  }[];
}

interface StoreOrder {
  payment_collections: { payment_sessions: { data: OrderView["shown"] }[] }[];
}

const adminFields =
  "id,status,total,metadata,payment_collections.payments.id,payment_collections.payments.captures.amount,payment_collections.payments.refunds.amount";

async function openMedusa(folder: string): Promise<Shop> {
  const database = await createEmptyDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ownSettings = {
    DATABASE_URL: database.url,
    PORT: String(port),
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    MEDUSA_DISABLE_TELEMETRY: "true",
    // The migration compiles the code that each start loads.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
  let process: PlatformProcess | undefined;
  let seeded: Seeded;

  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    process = await startPlatform({
      folder,
      args: ["node_modules/.bin/medusa", "start"],
      environment: { ...ownSettings, ...environment },
      ready: `${url}/health`,
    });
  }
  async function ask<Answer>(path: string, json?: unknown): Promise<Answer> {
    const isAdmin = path.startsWith("/admin");
    const response = await fetch(url + path, {
      method: json === undefined ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        ...(isAdmin
          ? { authorization: `Basic ${btoa(`${seeded.secret_key}:`)}` }
          : { "x-publishable-api-key": seeded.publishable_key }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  async function adminOrder(id: string): Promise<AdminOrder> {
    const { order } = await ask<{ order: AdminOrder }>(`/admin/orders/${id}?fields=${adminFields}`);
    return order;
  }
  const paymentsOf = (order: AdminOrder) =>
    order.payment_collections.flatMap(({ payments }) => payments);

  return {
    url,
    webhookPath: "/hooks/tepat",
    async open(environment) {
      await runMedusa(folder, { ...ownSettings, ...environment }, ["db:migrate"]);
      await start(environment);
      seeded = (await (await fetch(`${url}/seed`, { method: "POST" })).json()) as Seeded;
    },
    start,
    async kill() {
      await process?.kill();
    },
    async fillCart() {
      const address = {
        first_name: "Siti",
        last_name: "Rahayu",
        address_1: "Jalan Contoh 2",
        city: "Bandung",
        country_code: "id",
        postal_code: "40111",
      };
      const { cart } = await ask<{ cart: { id: string } }>("/store/carts", {
        region_id: seeded.region_id,
        email: "siti@example.com",
        items: [{ variant_id: seeded.variant_id, quantity: 1 }],
        shipping_address: address,
        billing_address: address,
      });
      await ask(`/store/carts/${cart.id}/shipping-methods`, {
        option_id: seeded.shipping_option_id,
      });
      return { id: cart.id };
    },
    async order({ id }) {
      const { payment_collection } = await ask<{ payment_collection: { id: string } }>(
        "/store/payment-collections",
        { cart_id: id },
      );
      await ask(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
        provider_id: "pp_tepat_tepat",
      });
      const completed = await ask<
        { type: "order"; order: { id: string } } | { type: "cart"; error: { message: string } }
      >(`/store/carts/${id}/complete`, {});
      return completed.type === "order"
        ? { id: completed.order.id }
        : { refusal: completed.error.message };
    },
    async read({ id }) {
      const order = await adminOrder(id);
      const { order: shownToCustomer } = await ask<{ order: StoreOrder }>(
        `/store/orders/${id}?fields=*payment_collections.payment_sessions`,
      );
      const captures = paymentsOf(order).flatMap((payment) => payment.captures);
      const paid = captures.reduce((sum, { amount }) => sum + amount, 0);
      const refunds = paymentsOf(order).flatMap((payment) => payment.refunds ?? []);
      const shown = shownToCustomer.payment_collections[0]?.payment_sessions[0]?.data;
      if (!shown) throw new Error(`the storefront is shown no payment of ${id}`);
      return {
        state: order.status === "canceled" ? "cancelled" : paid > 0 ? "paid" : "waiting",
        total: order.total,
        paid,
        payments: captures.length,
        refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
        refunds: refunds.length,
        shown,
        notes: (order.metadata?.tepat_notes ?? []).map(({ note }) => note),
      };
    },
    async cancel({ id }) {
      await ask(`/admin/orders/${id}/cancel`, {});
    },
    async refund({ id }, rupiah) {
      const [payment] = paymentsOf(await adminOrder(id));
      await ask(`/admin/payments/${payment?.id}/refund`, { amount: rupiah });
    },
    async countOrders() {
      const { count } = await ask<{ count: number }>("/admin/orders?limit=1");
      return count;
    },
    async countReserved() {
      const { reservations } = await ask<{ reservations: { quantity: number }[] }>(
        `/admin/reservations?inventory_item_id=${seeded.inventory_item_id}&limit=100`,
      );
      return reservations.reduce((sum, { quantity }) => sum + quantity, 0);
    },
    output: () => process?.output() ?? "",
    async end() {
      await process?.kill();
      await database.drop();
    },
  };
}

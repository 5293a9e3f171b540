import { join } from "node:path";
import { createEmptyDatabase } from "../../../server/testing/database.ts";
import { freePort } from "../../../server/testing/free-port.ts";
import { startPlatform, type PlatformProcess } from "../../tests/platform-process.ts";
import { describeShop, type OrderView, type Shop } from "../../tests/story.ts";
import { openCatalogue } from "./catalogue.ts";
import { graphqlOf } from "./graphql.ts";

await describeShop("vendure", openVendure);

interface AdminOrder {
  id: string;
  state: string;
  code: string;
  totalWithTax: number;
  payments: {
    id: string;
    state: string;
    amount: number;
    refunds: { state: string; total: number }[];
  }[];
  lines: { id: string; quantity: number }[];
  history: { items: { type: string; data: { note?: string } }[] };
}

type Refusal = { message: string; paymentErrorMessage?: string };

const hundredths = 100;

async function openVendure(folder: string): Promise<Shop> {
  const database = await createEmptyDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ownSettings = {
    DATABASE_URL: database.url,
    PORT: String(port),
    NODE_ENV: "production",
    // The first start compiles the code that each start loads.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
  };
  const admin = graphqlOf(`${url}/admin-api`);
  let process: PlatformProcess | undefined;
  let variantId = "";

  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    process = await startPlatform({
      folder,
      args: ["server.js"],
      environment: { ...ownSettings, ...environment },
      ready: `${url}/health`,
    });
  }
  async function adminOrder(id: string): Promise<AdminOrder> {
    const { order } = await admin.ask<{ order: AdminOrder }>(
      `query ($id: ID!) {
        order(id: $id) {
          id state code totalWithTax
          payments { id state amount refunds { state total } }
          lines { id quantity }
          history(options: { take: 100 }) { items { type data } }
        }
      }`,
      { id },
    );
    return order;
  }

  return {
    url,
    webhookPath: "/tepat/webhook",
    async open(environment) {
      await start({ ...environment, MAKE_TABLES: "yes" });
      variantId = await openCatalogue(admin);
    },
    start,
    async kill() {
      await process?.kill();
    },
    async fillCart() {
      const shop = graphqlOf(`${url}/shop-api`);
      await shop.ask(
        `mutation ($id: ID!) {
          addItemToOrder(productVariantId: $id, quantity: 1) { ... on ErrorResult { message } }
        }`,
        { id: variantId },
      );
      await shop.ask(
        `mutation {
          setCustomerForOrder(
            input: { firstName: "Siti", lastName: "Rahayu", emailAddress: "siti@example.com" }
          ) { ... on ErrorResult { message } }
          setOrderShippingAddress(
            input: { fullName: "Siti Rahayu", streetLine1: "Jalan Contoh 2", countryCode: "ID" }
          ) { ... on ErrorResult { message } }
        }`,
      );
      const { eligibleShippingMethods } = await shop.ask<{
        eligibleShippingMethods: { id: string }[];
      }>("{ eligibleShippingMethods { id } }");
      await shop.ask(
        `mutation ($ids: [ID!]!) {
          setOrderShippingMethod(shippingMethodId: $ids) { ... on ErrorResult { message } }
          transitionOrderToState(state: "ArrangingPayment") { ... on ErrorResult { message } }
        }`,
        { ids: eligibleShippingMethods.map(({ id }) => id) },
      );
      return { token: shop.token() };
    },
    async order({ token }) {
      const { addPaymentToOrder: ordered } = await graphqlOf(`${url}/shop-api`, token).ask<{
        addPaymentToOrder: { id: string } | Refusal;
      }>(
        `mutation {
          addPaymentToOrder(input: { method: "tepat", metadata: {} }) {
            ... on Order { id }
            ... on ErrorResult { message }
            ... on PaymentFailedError { paymentErrorMessage }
          }
        }`,
      );
      if ("id" in ordered) return { id: ordered.id };
      return { refusal: ordered.paymentErrorMessage ?? ordered.message };
    },
    async read({ id }) {
      const order = await adminOrder(id);
      const { orderByCode } = await graphqlOf(`${url}/shop-api`).ask<{
        orderByCode: { payments: { metadata: { public?: OrderView["shown"] } }[] };
      }>("query ($code: String!) { orderByCode(code: $code) { payments { metadata } } }", {
        code: order.code,
      });
      const shown = orderByCode.payments.find(({ metadata }) => metadata.public)?.metadata.public;
      if (!shown) throw new Error(`the storefront is shown no payment of ${id}`);
      const settled = order.payments.filter(({ state }) => state === "Settled");
      const refunds = settled.flatMap((payment) =>
        payment.refunds.filter(({ state }) => state !== "Failed"),
      );
      const states = { PaymentSettled: "paid", Cancelled: "cancelled" } as const;
      return {
        state: states[order.state as keyof typeof states] ?? "waiting",
        total: order.totalWithTax / hundredths,
        paid: settled.reduce((sum, { amount }) => sum + amount, 0) / hundredths,
        payments: settled.length,
        refunded: refunds.reduce((sum, { total }) => sum + total, 0) / hundredths,
        refunds: refunds.length,
        shown,
        notes: order.history.items
          .filter(({ type }) => type === "ORDER_NOTE")
          .map(({ data }) => data.note ?? ""),
      };
    },
    async cancel({ id }) {
      await admin.ask(
        `mutation ($id: ID!) {
          cancelOrder(input: { orderId: $id, cancelShipping: true }) {
            ... on ErrorResult { message }
          }
        }`,
        { id },
      );
    },
    async refund({ id }, rupiah) {
      const { payments } = await adminOrder(id);
      await admin.ask(
        `mutation ($input: RefundOrderInput!) {
          refundOrder(input: $input) { ... on ErrorResult { message } }
        }`,
        {
          input: {
            paymentId: payments.find(({ state }) => state === "Settled")?.id,
            amount: rupiah * hundredths,
            lines: [],
            shipping: 0,
            adjustment: 0,
            reason: "Barang rusak",
          },
        },
      );
    },
    async countOrders() {
      const { orders } = await admin.ask<{ orders: { totalItems: number } }>(
        "{ orders(options: { filter: { active: { eq: false } } }) { totalItems } }",
      );
      return orders.totalItems;
    },
    async countReserved() {
      const { productVariant } = await admin.ask<{
        productVariant: { stockLevels: { stockAllocated: number }[] };
      }>("query ($id: ID!) { productVariant(id: $id) { stockLevels { stockAllocated } } }", {
        id: variantId,
      });
      return productVariant.stockLevels.reduce((sum, level) => sum + level.stockAllocated, 0);
    },
    output: () => process?.output() ?? "",
    async end() {
      await process?.kill();
      await database.drop();
    },
  };
}

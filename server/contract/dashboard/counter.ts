import { z } from "zod";
import { channelType } from "../accounts.ts";
import { refusedAs } from "../field-problems.ts";
import { lineText, optional, rupiah, text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { paymentStatus } from "../payments.ts";
import { isAboutAmount, isObject, itemInput, sumOf } from "./invoices.ts";
import { dashboardOperation } from "./operation.ts";
import { rest } from "./reconciliation.ts";

const tag = "Counter";

const sellers = ["owner", "finance", "cashier"] as const;

const listed = {
  sale_id: uuid().meta({ description: "The sale." }),
  payment_code: z.string().meta({ description: "The code of the sale's invoice." }),
  payment_amount: rupiah().meta({
    description: "The amount that the cashier entered, whole rupiah.",
  }),
  payment_total: rupiah().meta({ description: "The exact amount to pay, whole rupiah." }),
  payment_status: paymentStatus,
  created_at: timestamp().meta({ description: "The time of the sale, UTC." }),
  payment_updated_at: timestamp().meta({
    description: "The time of the last status change, UTC. For a PAID sale, the time of payment.",
  }),
  channel_name: z.string().meta({ description: "The account's bank or method." }),
};

const listedCounterSale = z
  .object(listed)
  .meta({ id: "ListedCounterSale", description: "A sale in the list of the day." });

export type ListedCounterSale = z.infer<typeof listedCounterSale>;

const counterSale = z
  .object({
    ...listed,
    payment_unique: z.int().meta({ description: "Unique amount within the total." }),
    rest,
    payment_expired_at: timestamp().meta({ description: "The invoice's deadline, UTC." }),
    server_time: timestamp().meta({
      description: "The server's time, UTC. Count the remaining time from it.",
    }),
    channel_type: channelType,
    account_number: z.string().nullable().meta({
      description:
        "The account number to pay to. Null for QRIS, once the sale is no longer pending, and if its missing amount cannot be paid.",
    }),
    account_name: z
      .string()
      .nullable()
      .meta({ description: "The account's holder; null if the number is null." }),
    qris_name: z
      .string()
      .nullable()
      .meta({ description: "The merchant name in the QRIS code. QRIS only." }),
    is_watched: z.boolean().meta({
      description:
        "True if a source watches the account now. Otherwise a person must look for the money and mark the invoice as paid.",
    }),
    receipt_address: z.string().nullable().meta({
      description: "Address of the customer's page with the receipt; null unless the sale is PAID.",
    }),
    receipt_qr: z.string().nullable().meta({
      description: "A drawing of that address as a QR code; null when the address is null.",
    }),
    qris_svg: z.string().nullable().meta({
      description:
        "QRIS only: a drawing of the code for exactly the total or the missing amount. Null once the sale is no longer pending, and if the missing amount cannot be paid.",
    }),
  })
  .meta({ id: "CounterSale", description: "A sale as the customer sees it." });

export type CounterSale = z.infer<typeof counterSale>;

const itemName = () => lineText().meta({ description: "The item's name." });
const itemPrice = () =>
  z
    .int()
    .min(1)
    .max(limits.paymentAmountMax)
    .meta({ format: "int64", description: "Unit price, whole rupiah." });

const counterItem = z
  .object({ name: itemName(), price: itemPrice() })
  .meta({ id: "CounterItem", description: "An item that the shop sells at the counter." });

export type CounterItem = z.infer<typeof counterItem>;

const counterAccount = z
  .object({
    account_id: uuid().meta({ description: "The account." }),
    channel_name: z.string().meta({ description: "The account's bank or method." }),
    channel_type: channelType,
    account_number: z.string().nullable().meta({ description: "The account's number." }),
    account_name: z
      .string()
      .nullable()
      .meta({ description: "The account's holder; for QRIS, the merchant name in the code." }),
    obstacle: z.enum(["account_without_quota", "account_not_watched"]).nullable().meta({
      description:
        "The reason why this account cannot take a sale now. `account_without_quota`: the account's day quota is used up. `account_not_watched`: no source watches the account now, and the merchant refuses invoices without one (`refuse_offline_accounts`).",
    }),
    is_watched: z.boolean().meta({
      description:
        "True if a source watches the account now. Otherwise Tepat does not see the customer's payment.",
    }),
  })
  .meta({
    id: "CounterAccount",
    description: "An active account, and the reason why it cannot take a sale, if any.",
  });

export type CounterAccount = z.infer<typeof counterAccount>;

const counter = z
  .object({
    day: z.iso.date().meta({ description: "The local day.", pattern: undefined }),
    time_zone: z.string().meta({ description: "The time zone in which the day begins and ends." }),
    sale_count: z.int().min(0).meta({ description: "The number of sales of the day." }),
    paid_count: z.int().min(0).meta({ description: "The number of PAID sales." }),
    paid_total: rupiah().min(0).meta({ description: "The sum paid, whole rupiah." }),
    sales: z.array(listedCounterSale).meta({
      description: `The sales of the day, newest first, at most ${limits.counterSalesShown}.`,
    }),
    items: z.array(counterItem).meta({
      description: `The items of the shop, in their order, at most ${limits.counterItems}.`,
    }),
    accounts: z.array(counterAccount).meta({
      description: `The active accounts, QRIS first, at most ${limits.accountsPerMerchant}.`,
    }),
  })
  .meta({ id: "Counter", description: "The data of the counter page." });

export type Counter = z.infer<typeof counter>;

const sale_id = uuid().meta({ description: "The sale." });

export const counterOperations = {
  getCounter: dashboardOperation({
    meta: {
      operationId: "getCounter",
      method: "GET",
      path: "/counter",
      tag,
      roles: sellers,
      summary: "Read the counter's day",
      description:
        "The counter's sales of this local day, the amounts paid for them, and the accounts that can take the next sale. A sale belongs to the day of its creation.",
    },
    input: z.object({}),
    output: counter,
  }),

  makeCounterSale: dashboardOperation({
    meta: {
      operationId: "makeCounterSale",
      method: "POST",
      path: "/counter/sales",
      tag,
      roles: sellers,
      summary: "Sell at the counter",
      description: `Creates an invoice of this amount, with a code from the gateway and a deadline of ${limits.counterSaleSeconds / 60} minutes, or of ${limits.counterSaleUnwatchedSeconds / 3600} hours while no source watches the account. A repeated \`form_key\` returns the sale that it created before. If something prevents the sale, Tepat returns \`conflict\` with the reason.`,
      errors: ["not_found", "conflict"],
    },
    input: z
      .object({
        form_key: uuid().meta({
          description: "A random key for one sale, so that a form sent twice creates one sale.",
        }),
        account_id: uuid().meta({ description: "The account that gets the money." }),
        payment_amount: rupiah()
          .min(1)
          .max(limits.paymentAmountMax)
          .meta({ description: "The amount." }),
        items: z
          .array(itemInput)
          .max(limits.orderItems)
          .default([])
          .meta({ description: "The items sold. The amount must be their sum." }),
        note: optional(text({ max: limits.saleNoteCharacters })).meta({
          description: "A note, shown on the receipt.",
        }),
      })
      .superRefine(
        ({ items, payment_amount }, context) => {
          const sum = sumOf(items);
          if (items.length === 0 || sum === payment_amount) return;
          const problem =
            sum > limits.paymentAmountMax
              ? ({ code: "too_large", params: { maximum: limits.paymentAmountMax } } as const)
              : ({ code: "not_the_sum", params: { sum } } as const);
          const path = ["payment_amount"];
          context.addIssue({ code: "custom", path, ...refusedAs(problem) });
        },
        { when: ({ value, issues }) => isObject(value) && !issues.some(isAboutAmount) },
      )
      .meta({ description: "The sale and its payment method." }),
    output: counterSale,
  }),

  changeCounterItems: dashboardOperation({
    meta: {
      operationId: "changeCounterItems",
      method: "POST",
      path: "/counter/items",
      tag,
      roles: ["owner", "finance"],
      summary: "Change the items of the counter",
      description: "Replaces the whole list. Existing sales keep their names and prices.",
    },
    input: z
      .object({
        items: z
          .array(z.object({ name: itemName(), price: itemPrice() }))
          .max(limits.counterItems)
          .meta({ description: "The items, in the order of the page." }),
      })
      .meta({ description: "The new list of items." }),
    output: z.array(counterItem),
  }),

  getCounterSale: dashboardOperation({
    meta: {
      operationId: "getCounterSale",
      method: "GET",
      path: "/counter/sales/{sale_id}",
      tag,
      roles: sellers,
      summary: "Read a sale of the counter",
      description:
        "The sale as the customer sees it: its state, and the code or the account while it is pending.",
      subject: "sale",
    },
    input: z.object({ sale_id }),
    output: counterSale,
  }),

  cancelCounterSale: dashboardOperation({
    meta: {
      operationId: "cancelCounterSale",
      method: "DELETE",
      path: "/counter/sales/{sale_id}",
      tag,
      roles: sellers,
      summary: "Cancel a sale of the counter",
      description:
        "Cancels the sale's PENDING invoice. If the invoice is not PENDING, Tepat returns `payment_not_cancellable`.",
      subject: "sale",
      errors: ["payment_not_cancellable"],
    },
    input: z.object({ sale_id }),
    output: z.null(),
  }),
};

import { z } from "zod";
import { channelType } from "./accounts.ts";
import { rupiah, timestamp, uuid } from "./fields.ts";
import { operation } from "./operation.ts";
import { paymentStatus } from "./payments.ts";

const qris = (description: string) => z.string().nullable().optional().meta({ description });

/** Specification 2.7. */
export const checkoutView = z
  .object({
    payment_code: z.string().meta({ description: "Invoice code." }),
    amount_original: rupiah().meta({
      description: "Amount without the unique amount, whole rupiah.",
    }),
    amount_unique: rupiah().meta({ description: "Unique amount, 1 to 999 whole rupiah." }),
    amount_total: rupiah().meta({ description: "Amount to pay, exactly, whole rupiah." }),
    status: paymentStatus,
    expires_at: timestamp().meta({ description: "Deadline, UTC." }),
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    customer_name: z
      .string()
      .meta({ description: "Customer's name; empty if the shop did not ask for it." }),
    customer_email: z.string().nullable().meta({ description: "Customer's email address." }),
    customer_phone: z.string().nullable().meta({ description: "Customer's phone." }),
    return_url: z.string().nullable().meta({ description: "Merchant's return address; https." }),
    redirect_url: z.string().nullable().meta({
      description:
        "`return_url` with the query parameter `payment_code`, which replaces an existing one.",
    }),
    order_items: z
      .string()
      .meta({ description: "Order items as a JSON string: an array of OrderItem." }),
    account_number: z
      .string()
      .meta({ description: "Receiving account; empty when EXPIRED or CANCELLED." }),
    account_name: z
      .string()
      .meta({ description: "The account's holder; empty when EXPIRED or CANCELLED." }),
    bank_name: z.string().meta({ description: "Bank or institution." }),
    bank_type: channelType,
    app_name: z.string().meta({ description: "Mobile banking app; empty if there is none." }),
    instructions: z.string().meta({
      description:
        "Instructions as a JSON string: an array of InstructionStep, empty when EXPIRED or CANCELLED.",
    }),
    qris_id: qris("The merchant's NMID in the QRIS code. QRIS only."),
    qris_name: qris("The merchant name in the QRIS code. QRIS only."),
    qris_city: qris("The city in the QRIS code. QRIS only."),
    qris_payload: qris(
      "QRIS only: content of the QR code, carrying exactly amount_total. Null unless PENDING.",
    ),
  })
  .meta({
    id: "CheckoutView",
    description: "The data of the public checkout page.",
  });

export type CheckoutView = z.infer<typeof checkoutView>;

export const getCheckout = operation({
  meta: {
    operationId: "getCheckout",
    method: "GET",
    path: "/checkout/{payment_id}",
    tag: "Checkout",
    summary: "Get public checkout data",
    description:
      'The data that a customer needs to pay. Requires no credentials. The rate limit counts per client address. Pages of any origin can read the data. A browser that navigates here (`Sec-Fetch-Dest: document`, or an `Accept` that names `application/xhtml+xml`) is redirected to the checkout page. Other callers get JSON, with any `Accept`. For EXPIRED and CANCELLED invoices the response has neither account nor instructions. A malformed id returns the same error as an unknown one. `/checkout/{payment_id}/events` streams changes of the payment\'s status as server-sent events: `event: status`, with `{"status", "received", "total", "server_time"}` as data. `received` is the amount received in parts. `total` changes if the customer chooses another way to pay. The stream ends with a final status.',
    credential: "none",
    rateClass: "checkout",
    envelope: "ok",
    anyOrigin: true,
    browserPage: "/pay/{payment_id}",
    malformedPath: "not_found",
    subject: "payment",
    errors: ["rate_limited", "not_found", "internal_error"],
  },
  input: z.object({
    payment_id: uuid().meta({ description: "The id in `payment_checkout_url`." }),
  }),
  output: checkoutView,
});

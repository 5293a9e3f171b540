import { z } from "zod";
import { channelType } from "./accounts.ts";
import { instructionStep } from "./channels.ts";
import {
  blankText,
  dateTimeWithOffset,
  email,
  httpsUrl,
  metadataKey,
  optional,
  paymentCode,
  phone,
  nameText,
  rupiah,
  signedRupiah,
  text,
  timestamp,
  uuid,
  wholeRupiah,
} from "./fields.ts";
import { limits } from "./limits.ts";
import { aboutListsByTime, pagesAndTimes, refuseContradictions } from "./lists-by-time.ts";
import { operation } from "./operation.ts";

/** Specification 3.1. */
export const paymentStatus = z.enum(["PENDING", "PAID", "EXPIRED", "CANCELLED"]).meta({
  id: "PaymentStatus",
  description: "`PENDING`: the invoice is not paid yet. The other three are final.",
});

export type PaymentStatus = z.infer<typeof paymentStatus>;

/** Specification 2.3. */
const orderItemFields = {
  sku: z.string().optional().meta({ description: "Product SKU. Absent if you sent none." }),
  name: z.string().meta({ description: "Product name." }),
  price: signedRupiah().meta({
    description: "Unit price, whole rupiah; negative for a discount.",
  }),
  quantity: z.int().min(1).meta({ description: "Number of units." }),
  subtotal: signedRupiah().meta({
    description: "price × quantity, whole rupiah, computed by Tepat.",
  }),
  product_url: z.string().nullable().meta({ description: "Product page." }),
  image_url: z.string().nullable().meta({ description: "Product image." }),
};

export const orderItem = z.object(orderItemFields).meta({
  id: "OrderItem",
  description: "One line of the customer's order, as stored.",
});

export type OrderItem = z.infer<typeof orderItem>;

const orderItemInput = z
  .object({
    sku: optional(text({ max: limits.textCharacters })).meta({ description: "Product SKU." }),
    name: nameText().meta({ description: "Product name." }),
    price: signedRupiah().meta({
      description: "Unit price, whole rupiah. A discount is an item with a negative price.",
    }),
    quantity: z
      .int()
      .min(1)
      .max(limits.paymentAmountMax)
      .meta({ description: "Number of units, at least 1." }),
    subtotal: signedRupiah().meta({
      description: "Whole rupiah. Required, but Tepat replaces the value with price × quantity.",
    }),
    product_url: optional(text({ max: limits.urlCharacters })).meta({
      description:
        "The address of the product page. The checkout page shows the link only if the address is http(s).",
    }),
    image_url: optional(text({ max: limits.urlCharacters })).meta({
      description:
        "The address of the product image. The checkout page shows the image only if the address is https.",
    }),
  })
  .meta({
    id: "OrderItemInput",
    description: "One line of the customer's order.",
  });

/** The merchant's own notes about a payment. */
export const metadata = z.record(z.string(), z.string()).meta({
  description:
    "The notes that you sent when you created the payment. Absent if the payment has none. Get and list return the notes only with `include=metadata`. Customers never see the notes.",
});

export type Metadata = z.infer<typeof metadata>;

const possibleKey = metadataKey();
const { $schema: _, ...keyRules } = z.toJSONSchema(possibleKey);

const metadataInput = z
  .record(z.string(), text({ max: limits.metadataValueCharacters }))
  .superRefine((value, context) => {
    const keys = Object.keys(value);
    if (keys.length > limits.metadataKeys)
      context.addIssue(`must have at most ${limits.metadataKeys} keys`);
    for (const key of keys) {
      const { error } = possibleKey.safeParse(key);
      for (const { message } of error?.issues.slice(0, 1) ?? [])
        context.addIssue(
          `key ${JSON.stringify(key.slice(0, limits.metadataKeyCharacters))} ${message}`,
        );
    }
  })
  .meta({
    maxProperties: limits.metadataKeys,
    propertyNames: keyRules,
  });

/** Specification 2.2. */
export const payment = z
  .object({
    payment_id: uuid().meta({ description: "The id that Tepat assigned to the payment." }),
    payment_code: z.string().meta({ description: "The merchant's own code." }),
    payment_amount: rupiah().meta({
      description: "Amount without the unique amount, whole rupiah.",
    }),
    payment_unique: z
      .int()
      .min(limits.uniqueAmountMin)
      .max(limits.uniqueAmountMax)
      .meta({ format: "int64", description: "Unique amount, 1 to 999 whole rupiah." }),
    payment_total: rupiah().meta({
      description: "The exact amount to pay, whole rupiah: `payment_amount` + `payment_unique`.",
    }),
    payment_status: paymentStatus,
    payment_expired_at: timestamp().meta({
      description:
        "The payment's deadline, UTC. From that time on, no response shows the payment as PENDING.",
    }),
    payment_updated_at: timestamp().meta({
      description: "The time of the last status change, or of creation, UTC.",
    }),
    payment_webhook_url: z
      .string()
      .nullable()
      .meta({ description: "The webhook URL of this payment." }),
    payment_checkout_url: z.url().meta({ description: "The public checkout page." }),
    payment_return_url: z
      .string()
      .nullable()
      .meta({ description: "The address to which the customer returns after paying." }),
    customer_name: z.string().nullable().meta({ description: "Customer's name." }),
    customer_email: z.string().nullable().meta({ description: "Customer's email address." }),
    customer_phone: z.string().nullable().meta({ description: "Customer's phone number." }),
    customer_orders: z
      .array(orderItem)
      .nullable()
      .meta({ description: "Order items; null when none were given." }),
    account_id: uuid().meta({ description: "Receiving account." }),
    account_number: z
      .string()
      .nullable()
      .meta({ description: "The account's number (QRIS: the QRIS identifier)." }),
    account_name: z.string().nullable().meta({ description: "The account's holder." }),
    channel_id: uuid().nullable().meta({ description: "The account's channel." }),
    channel_name: z.string().nullable().meta({ description: "Bank or method." }),
    channel_type: channelType.nullable().meta({ description: "The channel's type." }),
    channel_instructions: z
      .array(instructionStep)
      .meta({ description: "The payment steps. Can be empty." }),
    is_manual_match: z.boolean().meta({ description: "True if the payment was matched manually." }),
    manual_matched_mutation_id: uuid()
      .nullable()
      .meta({ description: "The mutation linked by a manual match." }),
    metadata: metadata.optional(),
  })
  .meta({ id: "Payment", description: "An invoice." });

export type Payment = z.infer<typeof payment>;

/**
 * The input of a create (specification 4.2). `payment_expired_at` accepts any value here. A wrong value has its own
 * code, `invalid_expired_at`, which is checked after all other fields: see `readDeadline`.
 */
export const createPaymentInput = z
  .object({
    account_id: uuid().meta({ description: "One of your accounts." }),
    payment_code: paymentCode(),
    payment_amount: wholeRupiah(1, limits.paymentAmountMax).meta({
      description:
        "Whole rupiah before the unique amount, within the account's bounds. A JSON integer.",
    }),
    payment_expired_at: z
      .unknown()
      .refine((value) => value !== undefined && value !== null, "is required")
      .meta({
        type: "string",
        pattern: dateTimeWithOffset.source.replaceAll(/\(\?<\w+>/g, "("),
        examples: ["2026-12-31T17:00:00+07:00"],
        description:
          "Deadline: ISO 8601 with `Z`, `±hh:mm`, `±hhmm` or `±hh`, with optional seconds. The time must exist and lie in the future by the database's clock. Otherwise Tepat returns `invalid_expired_at`, and `message` names the problem. Tepat keeps the time to the millisecond.",
      }),
    customer_name: nameText().meta({ description: "Customer's name." }),
    customer_email: optional(email()).meta({
      description: "Email address. An email address or a phone number is required.",
    }),
    customer_phone: optional(phone()).meta({
      description: "Phone number. An email address or a phone number is required.",
    }),
    payment_webhook_url: optional(
      text({ max: limits.urlCharacters }).meta({
        format: "uri",
        pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$",
      }),
    ).meta({
      description:
        "Webhook URL of this payment, instead of the merchant's default. The URL must be http or https, on a port that browsers accept. The host must be public unless the operator allows private hosts.",
    }),
    payment_return_url: optional(httpsUrl()).meta({
      description: "The address to which the customer returns after paying; https only.",
    }),
    customer_orders: z.array(orderItemInput).max(limits.orderItems).nullish().meta({
      description:
        "Order items. The sum of price × quantity must equal payment_amount, and each item's price × quantity must be between −(2^53 − 1) and 2^53 − 1. An empty array is the same as none.",
    }),
    metadata: z
      .preprocess(refuseUnsafeKey, metadataInput.nullish())
      .optional()
      .meta({
        description: `Your own notes, such as \`{"order_id": "A-17"}\`. At most ${limits.metadataKeys} keys of 1 to ${limits.metadataKeyCharacters} characters, without control characters or a space at either end, and texts of at most ${limits.metadataValueCharacters} characters. Search for \`key:value\` in the dashboard. Customers never see the notes. \`{}\` is the same as none.`,
      }),
  })
  // This problem is reported together with those of other fields, so that a client corrects its body only once.
  .superRefine(
    (input, context) => {
      if (input.customer_email == null && input.customer_phone == null) {
        const message = "give customer_email or customer_phone";
        context.addIssue({ code: "custom", path: ["customer_email"], message });
        context.addIssue({ code: "custom", path: ["customer_phone"], message });
      }
    },
    { when: ({ value }) => isObject(value) },
  )
  .superRefine(
    (input, context) => {
      const orders = input.customer_orders ?? [];
      if (orders.length === 0) return;
      const refuse = (message: string) =>
        context.addIssue({ code: "custom", path: ["customer_orders"], message });
      const inexact = orders.findIndex((item) => !Number.isSafeInteger(item.price * item.quantity));
      if (inexact !== -1) {
        refuse(`item ${inexact + 1}: price × quantity must be within ±${limits.paymentTotalMax}`);
        return;
      }
      const sum = orderSum(orders);
      if (sum !== BigInt(input.payment_amount))
        refuse(
          `price × quantity of all items is ${sum}, but must equal payment_amount, ${input.payment_amount}`,
        );
    },
    { when: ({ value, issues }) => isObject(value) && !issues.some(isAboutOrders) },
  )
  .meta({ id: "CreatePayment", description: "A new invoice." });

const nothing = {
  type: ["string", "null"],
  pattern: blankText,
  description: "Left out or blank.",
};

/** Refuses the key `__proto__`. Zod silently skips this key, because it would change an object's prototype. */
function refuseUnsafeKey(value: unknown, context: z.RefinementCtx): unknown {
  if (!isObject(value) || !Object.hasOwn(value as object, "__proto__")) return value;
  context.addIssue("must not have the key __proto__");
  return z.NEVER;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Returns whether a problem concerns the orders. The sum is not checked while one of its parts is wrong. */
const isAboutOrders = ({ path = [] }: { path?: PropertyKey[] | undefined }): boolean =>
  path[0] === "customer_orders" || path[0] === "payment_amount";

/** Returns the exact sum as a bigint. Large lines with discounts can exceed safe integers before the sum is valid. */
function orderSum(orders: readonly { price: number; quantity: number }[]): bigint {
  return orders.reduce((sum, item) => sum + BigInt(item.price * item.quantity), 0n);
}

/**
 * The extra fields that readers of payments can request. Without the request, responses have only the specification's
 * fields.
 */
const include = z
  .enum(["metadata"])
  .meta({ description: "`metadata` adds the `metadata` of each invoice that has metadata." })
  .optional();

export type Included = z.infer<typeof include>;

export type CreatePaymentInput = z.infer<typeof createPaymentInput>;

export const createPayment = operation({
  meta: {
    operationId: "createPayment",
    method: "POST",
    path: "/gateway/payments",
    tag: "Payments",
    summary: "Create a payment",
    description:
      "Creates a PENDING invoice. Tepat adds a random unique amount of 1 to 999 that is free in the account's matching pool. The customer must pay exactly `payment_total`. `payment_code` is the idempotency key: a repeated code returns 409, and `Location` names the existing payment. The first payment on an account on a calendar day uses one day of the account's day quota.",
    credential: "api_key",
    rateClass: "write",
    envelope: "created",
    malformedBody: "invalid request body",
    bodyNot: { properties: { customer_email: nothing, customer_phone: nothing } },
    errors: [
      "tenant_api_key_required",
      "rate_limited",
      "bad_request",
      "invalid request body",
      "validation_error",
      "invalid_expired_at",
      "account_not_owned",
      "no_active_quota",
      "payment_code_conflict",
      "unique_amount_conflict",
      "internal_error",
    ],
  },
  input: createPaymentInput,
  output: payment,
});

export const getPayment = operation({
  meta: {
    operationId: "getPayment",
    method: "GET",
    path: "/gateway/payments/{payment_code}",
    tag: "Payments",
    summary: "Get a payment",
    description:
      "Returns the invoice with this code. A malformed code returns `not_found`, like an unknown code.",
    credential: "api_key",
    rateClass: "read",
    envelope: "ok",
    errors: [
      "tenant_api_key_required",
      "rate_limited",
      "validation_error",
      "not_found",
      "internal_error",
    ],
  },
  input: z.object({ payment_code: paymentCode(), include }),
  output: payment,
});

export const listPayments = operation({
  meta: {
    operationId: "listPayments",
    method: "GET",
    path: "/gateway/payments",
    tag: "Payments",
    summary: "List payments",
    description: `Returns all invoices of the merchant, or those with one status, newest first. Every page takes about the same time. New invoices push older ones to later pages, so de-duplicate by \`payment_id\` when you read several pages. ${aboutListsByTime}`,
    credential: "api_key",
    rateClass: "read",
    envelope: "page",
    errors: ["tenant_api_key_required", "rate_limited", "validation_error", "internal_error"],
  },
  input: z
    .object({
      ...pagesAndTimes,
      status: z
        .enum(paymentStatus.options)
        .meta({ description: "Lists only invoices with this status." })
        .optional(),
      include,
    })
    .superRefine(refuseContradictions),
  output: z.array(payment),
});

export const cancelPayment = operation({
  meta: {
    operationId: "cancelPayment",
    method: "DELETE",
    path: "/gateway/payments/{payment_code}",
    tag: "Payments",
    summary: "Cancel a payment",
    description:
      "Cancels a PENDING invoice. Tepat returns the same error for an unknown code and for an invoice that is PAID, EXPIRED or CANCELLED. You cannot use a cancelled invoice's code again.",
    credential: "api_key",
    rateClass: "write",
    envelope: "ok",
    errors: [
      "tenant_api_key_required",
      "rate_limited",
      "payment_not_cancellable",
      "internal_error",
    ],
  },
  input: z.object({ payment_code: paymentCode() }),
  output: z.null(),
});

export const matchPayment = operation({
  meta: {
    operationId: "matchPayment",
    method: "POST",
    path: "/gateway/payments/{payment_code}/match",
    tag: "Payments",
    summary: "Match a payment manually",
    description:
      "Marks a PENDING invoice as PAID, optionally linked to an unmatched mutation. Returns `not_found` if the mutation is a second report of a transfer that already paid an invoice. If there were two transfers, confirm that in the dashboard first. Requires two-factor authentication and its current code. Each code works for one invoice. After five wrong codes in 15 minutes this operation returns `rate_limited`. Before you repeat a match, fetch the payment.",
    credential: "api_key",
    rateClass: "write",
    envelope: "ok",
    malformedBody: "bad_request",
    bodyOptional: true,
    requestHeaders: {
      "X-Totp-Code": {
        description: "Six-digit one-time code of the merchant's authenticator app.",
        pattern: "^[0-9]{6}$",
        example: "123456",
      },
    },
    errors: [
      "tenant_api_key_required",
      "rate_limited",
      "X-Totp-Code header is required",
      "bad_request",
      "validation_error",
      "totp_not_enabled",
      "invalid totp code",
      "not_found",
      "internal_error",
    ],
  },
  input: z
    .object({
      payment_code: paymentCode(),
      mutation_id: optional(uuid()).meta({
        description:
          "The unmatched CREDIT mutation to link. Tepat returns `not_found` if the mutation is unknown, already matched, a DEBIT or another merchant's.",
      }),
    })
    .meta({ description: "The transfer to match; you can leave the body out." }),
  output: z.null(),
});

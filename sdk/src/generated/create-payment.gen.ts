// This file is auto-generated from the document

export const createPaymentSchema = {
  type: "object",
  properties: {
    account_id: { type: "string", format: "uuid" },
    payment_code: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      pattern: "^(?!\\.\\.?$)[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$",
      not: { type: "string", pattern: "[\\u0080-\\u009f]" },
    },
    payment_amount: { type: "integer", minimum: 1, maximum: 9007199254739992, format: "int64" },
    payment_expired_at: {
      type: "string",
      pattern:
        "^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?(?:[Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?)$",
    },
    customer_name: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[^\\x00]*[^\\s\\x00][^\\x00]*$",
    },
    customer_email: {
      type: ["string", "null"],
      maxLength: 255,
      pattern: "^\\s*$|^[^\\s@:/\\x00-\\x1f\\x7f]+@[^\\s@:/\\x00-\\x1f\\x7f]+$",
      not: { type: "string", pattern: "[\\u0080-\\u009f]" },
    },
    customer_phone: {
      type: ["string", "null"],
      maxLength: 50,
      pattern: "^\\s*$|^[^\\x00-\\x1f\\x7f]*$",
      not: { type: "string", pattern: "[\\u0080-\\u009f]" },
    },
    payment_webhook_url: {
      type: ["string", "null"],
      maxLength: 2048,
      pattern: "^\\s*$|^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$",
    },
    payment_return_url: {
      type: ["string", "null"],
      maxLength: 2048,
      pattern:
        "^\\s*$|^[Hh][Tt][Tt][Pp][Ss]://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/\\\\?#@:\\[\\]\\x00-\\x1f\\x7f]+)(:[0-9]{0,5})?([/?#][^\\s\\\\\\x00-\\x1f\\x7f]*)?$",
      not: { type: "string", pattern: "[\\u0080-\\u009f]" },
    },
    customer_orders: {
      maxItems: 500,
      type: ["array", "null"],
      items: {
        type: "object",
        properties: {
          sku: { type: ["string", "null"], maxLength: 255, pattern: "^[^\\x00]*$" },
          name: {
            type: "string",
            minLength: 1,
            maxLength: 255,
            pattern: "^[^\\x00]*[^\\s\\x00][^\\x00]*$",
          },
          price: {
            type: "integer",
            minimum: -9007199254740991,
            maximum: 9007199254740991,
            format: "int64",
          },
          quantity: { type: "integer", minimum: 1, maximum: 9007199254739992 },
          subtotal: {
            type: "integer",
            minimum: -9007199254740991,
            maximum: 9007199254740991,
            format: "int64",
          },
          product_url: { type: ["string", "null"], maxLength: 2048, pattern: "^[^\\x00]*$" },
          image_url: { type: ["string", "null"], maxLength: 2048, pattern: "^[^\\x00]*$" },
        },
        required: ["name", "price", "quantity", "subtotal"],
      },
    },
    metadata: {
      type: ["object", "null"],
      propertyNames: {
        type: "string",
        minLength: 1,
        maxLength: 40,
        pattern: "^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$",
        not: { type: "string", pattern: "[\\u0080-\\u009f]" },
      },
      maxProperties: 20,
      additionalProperties: { type: "string", maxLength: 500, pattern: "^[^\\x00]*$" },
    },
  },
  required: ["account_id", "payment_code", "payment_amount", "payment_expired_at", "customer_name"],
  not: {
    properties: {
      customer_email: { type: ["string", "null"], pattern: "^\\s*$" },
      customer_phone: { type: ["string", "null"], pattern: "^\\s*$" },
    },
  },
} as const;

export const createRefundSchema = {
  type: "object",
  properties: {
    reference: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$",
      not: { type: "string", pattern: "[\\u0080-\\u009f]" },
    },
    amount: { type: "integer", minimum: 1, maximum: 9007199254740991, format: "int64" },
    reason: { type: "string", minLength: 1, maxLength: 500, pattern: "^[^\\x00]*$" },
    recorded_refund_id: {
      type: ["string", "null"],
      pattern:
        "^\\s*$|^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$",
    },
  },
  required: ["reference", "amount", "reason"],
} as const;

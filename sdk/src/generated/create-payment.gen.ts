// This file is auto-generated from the document

export const createPaymentSchema = {
  type: "object",
  properties: {
    account_id: { type: "string", format: "uuid" },
    payment_code: { type: "string", minLength: 1, maxLength: 128 },
    payment_amount: { type: "integer", minimum: 1, maximum: 9007199254739992, format: "int64" },
    payment_expired_at: { type: "string", format: "date-time" },
    customer_name: { type: "string", minLength: 1, maxLength: 255, pattern: "\\S" },
    customer_email: { type: ["string", "null"], maxLength: 255 },
    customer_phone: { type: ["string", "null"], maxLength: 50 },
    payment_webhook_url: { type: ["string", "null"], maxLength: 2048, format: "uri" },
    payment_return_url: {
      type: ["string", "null"],
      maxLength: 2048,
      format: "uri",
      pattern: "^[Hh][Tt][Tt][Pp][Ss]://",
    },
    customer_orders: {
      maxItems: 500,
      type: ["array", "null"],
      items: {
        type: "object",
        properties: {
          sku: { type: ["string", "null"], maxLength: 255 },
          name: { type: "string", minLength: 1, maxLength: 255, pattern: "\\S" },
          price: { type: "integer", minimum: 0, maximum: 9007199254740991, format: "int64" },
          quantity: { type: "integer", minimum: 1, maximum: 9007199254739992 },
          subtotal: { type: "integer", minimum: 0, maximum: 9007199254740991, format: "int64" },
          product_url: { type: ["string", "null"], maxLength: 2048 },
          image_url: { type: ["string", "null"], maxLength: 2048 },
        },
        required: ["name", "price", "quantity", "subtotal"],
      },
    },
  },
  required: ["account_id", "payment_code", "payment_amount", "payment_expired_at", "customer_name"],
} as const;

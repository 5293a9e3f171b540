import { notFoundText } from "../../contract/errors.ts";
import { reasonInEnglish } from "../../contract/refusal-reasons.ts";
import type { developerOperations } from "../../contract/index.ts";
import { delivery, sentAgain } from "./dashboard/webhooks.ts";
import { refused } from "./dashboard/request-log.ts";
import type { OperationExamples } from "./draft.ts";
import { paidPayment } from "../../contract/samples.ts";

export const developerExamples: Record<keyof typeof developerOperations, OperationExamples> = {
  listOwnDeliveries: {
    parameters: { cursor: delivery.delivery_id, per_page: 20, delivery_status: "FAILED" },
    data: { deliveries: { items: [delivery], next_cursor: null } },
    invalidFields: { per_page: "must be at least 1" },
  },
  resendOwnDelivery: {
    parameters: { delivery_id: delivery.delivery_id },
    bodies: { nothing: {} },
    data: { delivered: sentAgain },
    messages: {
      not_found: notFoundText("delivery"),
      conflict: reasonInEnglish({
        code: "delivery_not_free",
        params: { delivery_id: delivery.delivery_id },
      }),
    },
  },
  listOwnRequests: {
    parameters: {
      errors_only: true,
      path: "/gateway/payments",
      request_id: refused.request_id,
      cursor: refused.entry_id,
      per_page: 20,
    },
    data: { requests: { items: [refused], next_cursor: null } },
    invalidFields: { cursor: "must be the next_cursor of a response" },
  },
  triggerEvent: {
    bodies: { paid: { event_type: "payment.paid" } },
    data: { paid: paidPayment },
    messages: {
      conflict: "The merchant has no active account (npx tepat account create).",
    },
    invalidFields: { event_type: "must be payment.paid, payment.expired or payment.cancelled" },
  },
};

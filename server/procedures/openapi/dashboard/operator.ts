import { notFoundText } from "../../../contract/errors.ts";
import { bankAccountOfOwner } from "./accounts.ts";
import { signedIn } from "./session.ts";

export const noOperator = { not_found: notFoundText("record") };

export const operatorExamples = {
  listMerchants: {
    parameters: { cursor: signedIn.merchant_id, per_page: 20, search: "toko" },
    data: {
      merchants: {
        items: [
          {
            merchant_id: signedIn.merchant_id,
            merchant_name: signedIn.merchant_name,
            email: signedIn.email,
            is_operator: false,
            created_at: "2026-11-20T02:00:00.000Z",
            account_count: 2,
            device_count: 1,
            offline_device_count: 0,
            payment_count: 1042,
            last_payment_at: "2026-11-21T10:15:30.512Z",
            quota_left: 59,
          },
        ],
        next_cursor: null,
      },
    },
    invalidFields: { cursor: { code: "not_a_cursor", params: {} } as const },
    messages: noOperator,
  },
  listMerchantAccounts: {
    parameters: { merchant_id: signedIn.merchant_id, page: 1, per_page: 100 },
    pagination: { total: 1, count: 1, per_page: 100, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
    data: { accounts: [bankAccountOfOwner] },
    messages: { not_found: notFoundText("merchant") },
  },
  grantQuota: {
    parameters: { account_id: bankAccountOfOwner.account_id },
    bodies: { month: { days: 30 } },
    data: { granted: null },
    invalidFields: { days: { code: "too_small", params: { minimum: 1 } } as const },
    messages: { not_found: notFoundText("account") },
  },
  listFailingWebhooks: {
    parameters: { page: 1, per_page: 20 },
    pagination: { total: 1, count: 1, per_page: 20, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
    data: {
      failing: [
        {
          merchant_id: signedIn.merchant_id,
          merchant_name: signedIn.merchant_name,
          retrying_count: 12,
          failed_count: 3,
          oldest_retrying_at: "2026-11-20T02:00:00.000Z",
        },
      ],
    },
    messages: noOperator,
  },
  getSystemHealth: {
    data: {
      well: {
        is_ok: true,
        checks: [
          {
            check: "database",
            is_ok: true,
            finding: { code: "postgres", params: { version: "18.4" } },
          },
          { check: "recurring work", is_ok: true, finding: { code: "work_done", params: {} } },
        ],
      },
    },
    messages: noOperator,
  },
};

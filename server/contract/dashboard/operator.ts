import { z } from "zod";
import { pageInput, requiredText, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { systemCheck, systemFinding } from "../system-findings.ts";
import { accountPageInput, dashboardAccount } from "./accounts.ts";
import { cursorInput, cursorPage } from "./cursor.ts";
import { dashboardOperation } from "./operation.ts";

/** The operator's view of all merchants. For all other people these paths return 404. */

const tag = "Operator";
const onlyOperators = "For merchants who are not operators, Tepat returns `not_found`.";

const merchantSummary = z
  .object({
    merchant_id: uuid().meta({ description: "The merchant." }),
    merchant_name: z.string().meta({ description: "The merchant's name." }),
    email: z.string().meta({ description: "The merchant's email address for signing in." }),
    is_operator: z.boolean().meta({ description: "True if the merchant is an operator." }),
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    account_count: z
      .int()
      .min(0)
      .meta({ description: "The number of the merchant's receiving accounts." }),
    device_count: z
      .int()
      .min(0)
      .meta({ description: "The number of the merchant's approved phones." }),
    offline_device_count: z
      .int()
      .min(0)
      .meta({ description: "The number of phones that have fallen silent." }),
    payment_count: z
      .int()
      .min(0)
      .meta({ description: "The number of invoices that the merchant has created." }),
    last_payment_at: timestamp()
      .nullable()
      .meta({ description: "The time of the newest payment, UTC; null if there is none." }),
    quota_left: z
      .int()
      .min(0)
      .meta({ description: "Days of use left on all accounts of the merchant." }),
  })
  .meta({ id: "MerchantSummary", description: "A merchant, as the operator sees it." });

export type MerchantSummary = z.infer<typeof merchantSummary>;

const failingWebhooks = z
  .object({
    merchant_id: uuid().meta({ description: "The merchant with failing webhooks." }),
    merchant_name: z.string().meta({ description: "The merchant's name." }),
    retrying_count: z
      .int()
      .min(0)
      .meta({
        description: `The number of failed deliveries that Tepat retries; at most ${limits.failingDeliveriesCounted}.`,
      }),
    failed_count: z
      .int()
      .min(0)
      .meta({
        description: `The number of failed deliveries without further attempts; at most ${limits.failingDeliveriesCounted}.`,
      }),
    oldest_retrying_at: timestamp()
      .nullable()
      .meta({ description: "The time of the oldest event that Tepat still retries, UTC." }),
  })
  .meta({
    id: "FailingWebhooks",
    description: "A merchant whose server does not accept events.",
  });

export type FailingWebhooks = z.infer<typeof failingWebhooks>;

const systemHealth = z
  .object({
    is_ok: z.boolean().meta({ description: "True if every check passes." }),
    checks: z
      .array(
        z.object({
          check: systemCheck,
          is_ok: z.boolean().meta({ description: "True if the check passes." }),
          finding: systemFinding,
        }),
      )
      .meta({ description: "The checks of `npx tepat doctor` that a running server can make." }),
  })
  .meta({ id: "SystemHealth", description: "The health of this installation." });

export type SystemHealth = z.infer<typeof systemHealth>;

export const operatorOperations = {
  listMerchants: dashboardOperation({
    meta: {
      operationId: "listMerchants",
      method: "GET",
      path: "/operator/merchants",
      mayReadReplica: true,
      roles: ["owner"],
      tag,
      summary: "List merchants",
      description: `All merchants, newest first. ${onlyOperators}`,
      errors: ["not_found"],
    },
    input: z.object({
      ...cursorInput,
      search: requiredText()
        .meta({ description: "Part of the name or the email address, in upper or lower case." })
        .optional(),
    }),
    output: cursorPage("MerchantPage", merchantSummary),
  }),

  listMerchantAccounts: dashboardOperation({
    meta: {
      operationId: "listMerchantAccounts",
      method: "GET",
      path: "/operator/merchants/{merchant_id}/accounts",
      mayReadReplica: true,
      roles: ["owner"],
      tag,
      summary: "List a merchant's accounts",
      description: `The merchant's accounts with the day quota of each, oldest first. ${onlyOperators}`,
      envelope: "page",
      subject: "merchant",
    },
    input: z.object({
      merchant_id: uuid().meta({ description: "The merchant." }),
      ...accountPageInput,
    }),
    output: z.array(dashboardAccount),
  }),

  grantQuota: dashboardOperation({
    meta: {
      operationId: "grantQuota",
      method: "POST",
      path: "/operator/accounts/{account_id}/quota-grants",
      roles: ["owner"],
      tag,
      summary: "Grant days of use",
      description: `Adds days to any merchant's account. The merchant's audit log records the grant. ${onlyOperators}`,
      envelope: "created",
      subject: "account",
    },
    input: z
      .object({
        account_id: uuid().meta({ description: "The account." }),
        days: z
          .int()
          .min(1)
          .max(limits.quotaDaysPerOrder)
          .meta({ description: "The number of days." }),
      })
      .meta({ description: "A grant of days." }),
    output: z.null(),
  }),

  listFailingWebhooks: dashboardOperation({
    meta: {
      operationId: "listFailingWebhooks",
      method: "GET",
      path: "/operator/failing-webhooks",
      mayReadReplica: true,
      roles: ["owner"],
      tag,
      summary: "List failing webhooks",
      description: `Merchants with failing deliveries, most failures first. ${onlyOperators}`,
      envelope: "page",
      errors: ["not_found"],
    },
    input: z.object(pageInput),
    output: z.array(failingWebhooks),
  }),

  getSystemHealth: dashboardOperation({
    meta: {
      operationId: "getSystemHealth",
      method: "GET",
      path: "/operator/system-health",
      roles: ["owner"],
      tag,
      summary: "Read the system's health",
      description: `The checks of \`npx tepat doctor\` that a running server can make. ${onlyOperators}`,
      errors: ["not_found"],
    },
    input: z.object({}),
    output: systemHealth,
  }),
};

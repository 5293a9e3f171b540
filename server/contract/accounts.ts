import { z } from "zod";
import { rupiah, uuid } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

export const channelType = z.enum(["TRANSFER", "QRIS"]).meta({
  id: "ChannelType",
  description: "`TRANSFER` is a bank transfer, `QRIS` a dynamic QRIS code.",
});

/** Specification 2.1. */
export const account = z
  .object({
    account_id: uuid().meta({
      description: "The account's id. Send this id as `account_id` when you create a payment.",
    }),
    account_number: z
      .string()
      .nullable()
      .meta({ description: "Bank account number; for QRIS the NMID or the merchant's label." }),
    account_name: z.string().nullable().meta({ description: "Account holder." }),
    account_min_amount: rupiah().meta({ description: "Smallest `payment_amount`, whole rupiah." }),
    account_max_amount: rupiah()
      .nullable()
      .meta({
        description: `Largest \`payment_amount\`, whole rupiah. If null, only the general limit applies, ${limits.paymentAmountMax}. Never null for QRIS, because QRIS codes carry at most ${limits.qrisAmountMax}, including the unique amount.`,
      }),
    account_active: z.boolean().meta({ description: "True if new payments can use the account." }),
    account_quota: z.int().min(0).meta({
      description:
        "The day quota left. The first payment of a local day takes 1. Further payments on that day take none, even if no days are left. If the operator sets the quota to 0, the account takes no payments at once.",
    }),
    channel_id: uuid().meta({ description: "The account's channel." }),
    channel_type: channelType,
    channel_name: z.string().nullable().meta({ description: "Bank or institution." }),
    app_id: uuid().nullable().meta({ description: "Mobile banking app; null for QRIS." }),
    app_name: z.string().nullable().meta({ description: "Name of the app." }),
    app_package: z.string().nullable().meta({
      description: "Android package of the app whose notifications report transfers.",
    }),
  })
  .meta({ id: "Account", description: "A receiving account of the merchant." });

export type Account = z.infer<typeof account>;

export const listAccounts = operation({
  meta: {
    operationId: "listAccounts",
    method: "GET",
    path: "/gateway/accounts",
    tag: "Accounts",
    summary: "List your accounts",
    description:
      "All receiving accounts of the merchant, oldest first. You can create a payment on an account while `account_active` is true and the account has day quota.",
    credential: "api_key",
    credentialStatus: 401,
    rateClass: "read",
    envelope: "ok",
    errors: ["tenant_api_key_required", "rate_limited", "internal_error"],
  },
  input: z.object({}),
  output: z.array(account),
});

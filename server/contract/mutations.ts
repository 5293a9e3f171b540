import { z } from "zod";
import { channelType } from "./accounts.ts";
import { rupiah, timestamp, uuid } from "./fields.ts";
import { aboutListsByTime, pagesAndTimes, refuseContradictions } from "./lists-by-time.ts";
import { operation } from "./operation.ts";

const known = (description: string) => z.string().nullable().meta({ description });

/** Specification 2.5. */
export const mutation = z
  .object({
    id: uuid().meta({ description: "Mutation id." }),
    device_id: uuid().meta({ description: "The device that reported the mutation." }),
    title: known("Notification title."),
    body: known("Notification text."),
    posted_at: timestamp().meta({ description: "The notification's own time, UTC." }),
    amount_parsed: rupiah().meta({ description: "Amount read from the text, whole rupiah." }),
    sender_parsed: known("Sender read from the text."),
    type_parsed: z
      .enum(["CREDIT", "DEBIT"])
      .nullable()
      .meta({ description: "`CREDIT` is money in, `DEBIT` money out." }),
    currency_parsed: known("Currency read from the text, such as `IDR`."),
    is_matched: z.boolean().meta({ description: "True if the mutation paid an invoice." }),
    matched_payment_id: uuid()
      .nullable()
      .meta({ description: "The invoice that the mutation paid." }),
    matched_payment_code: known("That invoice's code."),
    created_at: timestamp().meta({ description: "The time of recording, UTC." }),
    device_name: known("Device name."),
    package_name: known("Package of the app that posted the notification."),
    app_name: known("Name of that app."),
    app_version: known("Version of that app."),
    account_number: known(
      "The receiving account, if known: the paid invoice's account, or the only account that the notification can belong to.",
    ),
    account_name: known("The account's holder."),
    bank_name: known("The account's bank."),
    bank_type: channelType.nullable().meta({ description: "The channel's type." }),
  })
  .meta({ id: "Mutation", description: "A transfer that a source reported." });

export type Mutation = z.infer<typeof mutation>;

export const listMutations = operation({
  meta: {
    operationId: "listMutations",
    method: "GET",
    path: "/gateway/mutations",
    tag: "Mutations",
    summary: "List mutations",
    description: `The merchant's transfers from all sources, in and out, newest first. ${aboutListsByTime}`,
    credential: "api_key",
    rateClass: "read",
    envelope: "page",
    errors: ["tenant_api_key_required", "rate_limited", "validation_error", "internal_error"],
  },
  input: z
    .object({
      ...pagesAndTimes,
      only_unmatched: z.boolean().default(false).meta({
        description:
          "`true` lists only mutations that paid no invoice. The value is case-insensitive, and `1` and `0` work too.",
      }),
    })
    .superRefine(refuseContradictions),
  output: z.array(mutation),
});

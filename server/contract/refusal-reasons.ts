import { z } from "zod";
import { coded, wordsOf, type Coded, type WordsFor } from "./coded.ts";

/**
 * Why the present state refuses a request of a page or of the command line. The pages have a sentence for each code.
 */

const count = (description: string) => z.int().min(0).meta({ description });
const word = (description: string) => z.string().meta({ description });

const reasons = {
  account_limit: { accounts: count("The most there can be.") },
  pool_limit: { pools: count("The most there can be.") },
  account_in_use: { hours: count("How long a total stays taken after its invoice has ended.") },
  amounts_reversed: {},
  webhook_secret_limit: {
    secrets: count("The most there can be."),
    hours: count("How long a former one still signs."),
  },
  api_key_limit: { keys: count("The most there can be.") },
  quota_not_sold: {},
  no_selling_account: {},
  quota_invoice_failed: { message: word("What refused the operator's invoice, in English.") },
  quota_order_limit: { orders: count("The most there can be.") },
  email_taken: { email: word("The address.") },
  device_not_waiting: { device_id: word("The device.") },
  pairing_code_differs: { device_id: word("The device."), pairing_code: word("The code.") },
  export_limit: { tables: count("The most at one time.") },
  no_webhook_address: {},
  delivery_not_free: { delivery_id: word("The delivery.") },
  no_enrolment: {},
  link_expired: {},
} as const;

export type RefusalReason = Coded<typeof reasons>;

export const refusalReason = coded(reasons).meta({
  id: "RefusalReason",
  description: "What stands in the way. Each page says it in its own language.",
});

const english: WordsFor<RefusalReason> = {
  account_limit: ({ accounts }) =>
    `There are ${accounts} accounts, the most there can be: change one that is not used any more instead.`,
  pool_limit: ({ pools }) =>
    `The accounts of this merchant have listened to ${pools} apps and phones, the most there can be: choose an app and a phone of another account.`,
  account_in_use: ({ hours }) =>
    `The account has PENDING payments, or had some in the last ${hours} hours: change what pays it when its totals are free.`,
  amounts_reversed: () => "The largest amount must not be less than the smallest.",
  webhook_secret_limit: ({ secrets, hours }) =>
    `${secrets} secrets sign each webhook, the most there can be: each does so for ${hours} hours after the next one was made. Wait until the oldest has ended.`,
  api_key_limit: ({ keys }) =>
    `There are ${keys} API keys in force, the most there can be: revoke one first.`,
  quota_not_sold: () => "Days of quota are not sold here: ask the operator for them.",
  no_selling_account: () => "No account of the operator can take this payment now.",
  quota_invoice_failed: ({ message }) => `The operator's invoice could not be made: ${message}`,
  quota_order_limit: ({ orders }) =>
    `There are ${orders} orders that are not paid: pay one, or wait until a day has passed since the first.`,
  email_taken: ({ email }) => `A merchant with the e-mail address ${email} exists already.`,
  device_not_waiting: ({ device_id }) =>
    `There is no device ${device_id} to approve: a revoked one must register again.`,
  pairing_code_differs: ({ device_id, pairing_code }) =>
    `The device ${device_id} does not have the pairing code ${pairing_code}: compare the code that the phone shows with the one in the list.`,
  export_limit: ({ tables }) =>
    `${tables} tables are being saved already: save this one when one of them has ended.`,
  no_webhook_address: () => "There is no default address to send to: set one first.",
  delivery_not_free: ({ delivery_id }) =>
    `There is no delivery ${delivery_id} that is not being attempted just now.`,
  no_enrolment: () =>
    "There is no QR code that waits for its first code: show a new one and scan it.",
  link_expired: () => "This link is unknown, was used or is too old: ask for a new one.",
};

export const reasonInEnglish = (reason: RefusalReason): string => wordsOf(english, reason);

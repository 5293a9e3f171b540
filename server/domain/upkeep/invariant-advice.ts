import type { invariants } from "./invariants.sql.ts";

/** Advises an operator about a broken rule. A rule breaks only if a person changed rows or the disk failed. */

const rowsWereLost =
  "rows were removed manually or restored in part. Restore the latest backup into an empty database, compare the two databases, and restore the missing rows";
const indexIsDamaged =
  "a unique index was dropped or is damaged. Stop the servers, run reindex database, and decide which of the two rows is right";
const rowWasEdited = "the row was changed manually. Compare the row with a backup, and restore it";
const payByHand =
  "compare the payment with the bank's statement before you ship; to see what Tepat recorded, run npx tepat mutation explain --mutation ID";
const sendAgain =
  "find the delivery with npx tepat webhook list --merchant ID, and resend it with npx tepat webhook resend --delivery ID";
const onlyFigures =
  "only the overview's figures are wrong. No money is affected. Report this finding to us";

export const adviceOn: Readonly<Record<keyof typeof invariants, string>> = {
  "payment numbers have no gaps": rowsWereLost,
  "mutation numbers have no gaps": rowsWereLost,
  "no two payments of a merchant share a code": indexIsDamaged,
  "the code of a payment in an archive is not used again": indexIsDamaged,
  "no two pending payments of a pool share a total": `${indexIsDamaged}; cancel one of the two payments at once, because a transfer could belong to either`,
  "a total is the amount plus 1 to 999": rowWasEdited,
  "a payment has released its total if and only if it has ended": rowWasEdited,
  "a payment expires at its deadline, not before": rowWasEdited,
  "no payment is paid or cancelled after its deadline": payByHand,
  "a matched mutation and its payment name each other": payByHand,
  "only one of two reports of a transfer has paid":
    "a person matched the second report manually. Look for both transfers in the bank statement. If only one came, the second invoice is not paid. If both came, confirm that on the second transfer's dashboard page",
  "an automatically matched payment has a credit of exactly its total in its pool, which came after the total was given":
    payByHand,
  "the ledger of a payment adds up, and is complete once it is decided": `${payByHand}; the ledger is the sum of payment_receipts and refunds`,
  "a transfer is tied to a payment if and only if it is booked for that payment, at most once":
    payByHand,
  "a payment confirmed manually with another amount says so in its ledger": payByHand,
  "accounts, pools and mutations belong to the merchant whose payments they serve": rowsWereLost,
  "a payment with a webhook URL has a payment.paid delivery if and only if it is paid":
    "the merchant got no webhook, or a wrong one. Inform the merchant. Check whether the trigger payments_owe_messages was dropped",
  "a webhook about a payment reports the payment's status": `the merchant got a webhook with a wrong status. ${sendAgain}`,
  "every attempt of a delivery is listed, or counted as forgotten": rowsWereLost,
  "a delivery has a 2xx response if and only if it succeeded": sendAgain,
  "a delivery has a next attempt if and only if it is pending or retrying": sendAgain,
  "a day is paid for if and only if a payment was created on it":
    "the quota or QUOTA_TIME_ZONE was changed manually. A changed zone is harmless, and the finding ends with the day",
  "every payment that has ended is counted once": onlyFigures,
  "an account remembers its last paid day, unless it is closed": rowWasEdited,
  "an order of days that was credited was paid, and its days were granted once":
    "unpaid days were granted, or paid days were not. Compare the order with its invoice, and set the quota with npx tepat account update",
  "a sale's payment has its code, its amount and its account": rowWasEdited,
  "a payment belongs to one sale at most, and a cancelled sale has none": indexIsDamaged,
};

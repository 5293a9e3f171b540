import { textOf, type TextsFor } from "../../contract/coded.ts";
import type { SimilarityReason } from "../../contract/similarity-reasons.ts";
import { rupiahText } from "../base/written-numbers.ts";

/** The command line's texts. */
const english: TextsFor<SimilarityReason> = {
  exact_total: () => "Exactly the total.",
  unique_amount_left_off: ({ unique_amount }) =>
    `The unique amount of ${rupiahText(unique_amount)} was left off.`,
  twice_the_total: () => "Twice the total.",
  fee_subtracted: ({ fee }) => `A fee of ${rupiahText(fee)} was subtracted.`,
  digits_swapped: ({ total }) => `Two digits of ${rupiahText(total)} were swapped.`,
  rounded: ({ total, step }) =>
    `${rupiahText(total)} was rounded to a multiple of ${rupiahText(step)}.`,
  one_digit_differs: ({ total }) => `One digit differs from ${rupiahText(total)}.`,
  less_than_the_total: ({ difference, total }) =>
    `${rupiahText(difference)} less than ${rupiahText(total)}.`,
  more_than_the_total: ({ difference, total }) =>
    `${rupiahText(difference)} more than ${rupiahText(total)}.`,
  together_with: ({ payment_code }) =>
    `Exactly the sum of this invoice and ${payment_code} of the same customer.`,
  rest_of_the_total: ({ received }) =>
    `Exactly the amount still missing after ${rupiahText(received)} was received.`,
  former_total: () =>
    "Exactly the total of this invoice before its customer chose another way to pay.",
  same_name: ({ sender, customer }) =>
    `The sender ${sender} has the same name as the customer ${customer}.`,
  similar_name: ({ sender, customer }) =>
    `The sender's name ${sender} resembles the customer's name ${customer}.`,
  before_invoice: () => "Arrived before the invoice was created.",
  after_deadline: () => "Arrived after the deadline.",
  within_an_hour: () => "Arrived within an hour of the invoice.",
  within_a_day: () => "Arrived within a day of the invoice.",
  invoice_paid: () => "The invoice is PAID.",
  invoice_expired: () => "The invoice is EXPIRED.",
  invoice_cancelled: () => "The invoice is CANCELLED.",
  another_account: () =>
    "The invoice names a different account from the one that received the money.",
};

export const similarityInEnglish = (reasons: readonly SimilarityReason[]): string =>
  reasons.map((reason) => textOf(english, reason)).join(" ");

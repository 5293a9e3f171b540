import { z } from "zod";
import { coded, type Coded } from "./coded.ts";
import { rupiah } from "./fields.ts";

/**
 * The reasons why a transfer resembles an invoice that it did not pay. The pages and the command line have a sentence
 * for each code.
 */

const total = rupiah().meta({ description: "The invoice's total, whole rupiah." });
const names = {
  sender: z.string().meta({ description: "The sender, as the bank writes the name." }),
  customer: z.string().meta({ description: "The customer's name in the invoice." }),
};

const reasons = {
  exact_total: {},
  unique_amount_left_off: {
    unique_amount: rupiah().meta({
      description: "The unique amount that is missing, whole rupiah.",
    }),
  },
  twice_the_total: {},
  fee_subtracted: {
    fee: rupiah().meta({ description: "The fee that was subtracted, whole rupiah." }),
  },
  digits_swapped: { total },
  rounded: {
    total,
    step: rupiah().meta({
      description: "The multiple to which the amount is rounded, whole rupiah.",
    }),
  },
  one_digit_differs: { total },
  less_than_the_total: {
    difference: rupiah().meta({ description: "The missing amount, whole rupiah." }),
    total,
  },
  more_than_the_total: {
    difference: rupiah().meta({ description: "The surplus, whole rupiah." }),
    total,
  },
  together_with: { payment_code: z.string().meta({ description: "The other invoice." }) },
  rest_of_the_total: {
    received: rupiah().meta({ description: "The amount received in earlier parts, whole rupiah." }),
  },
  former_total: {},
  same_name: names,
  similar_name: names,
  before_invoice: {},
  after_deadline: {},
  within_an_hour: {},
  within_a_day: {},
  invoice_paid: {},
  invoice_expired: {},
  invoice_cancelled: {},
  another_account: {},
} as const;

export type SimilarityReason = Coded<typeof reasons>;

export const similarityReason = coded(reasons).meta({
  id: "SimilarityReason",
  description:
    "The reason why a transfer and an invoice resemble each other. Each page has its own text for it.",
});

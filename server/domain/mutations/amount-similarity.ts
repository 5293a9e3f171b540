import type { SimilarityReason } from "../../contract/similarity-reasons.ts";

export interface PaymentAmounts {
  payment_amount: number;
  payment_unique: number;
  payment_total: number;
  /** The sum of the parts that wait for the rest or for a decision. */
  received: number;
}

/** The reason why a person might have sent this amount for that payment. */
export interface AmountSimilarity {
  /** The weight in the ranking before other evidence, 0 to 100. */
  weight: number;
  reason: SimilarityReason;
}

/** The banks' fees for a transfer, which some payers subtract: BI-FAST, and an online transfer between banks. */
const transferFees = [2500, 6500] as const;
const roundings = [100, 1000, 10_000] as const;

/**
 * Returns the likeliest explanation, or null if the amount does not resemble the payment. The customer of a part-paid
 * payment is asked for the rest, so the amount is compared with the rest alone.
 */
export function amountSimilarity(amount: number, payment: PaymentAmounts): AmountSimilarity | null {
  if (payment.received > 0) return ofRest(amount, payment);
  for (const explain of explanations) {
    const similarity = explain(amount, payment);
    if (similarity) return similarity;
  }
  return null;
}

type Explanation = (amount: number, payment: PaymentAmounts) => AmountSimilarity | null;

const exact: Explanation = (amount, { payment_total }) =>
  amount === payment_total ? { weight: 70, reason: { code: "exact_total", params: {} } } : null;

const ofRest: Explanation = (amount, payment) =>
  amount === payment.payment_total - payment.received
    ? {
        weight: 70,
        reason: { code: "rest_of_the_total", params: { received: payment.received } },
      }
    : uniqueAmountLeftOff(amount, payment);

const uniqueAmountLeftOff: Explanation = (amount, { payment_amount, payment_unique, received }) =>
  amount === payment_amount - received
    ? {
        weight: 60,
        reason: { code: "unique_amount_left_off", params: { unique_amount: payment_unique } },
      }
    : null;

const paidTwice: Explanation = (amount, { payment_total }) =>
  amount === 2 * payment_total
    ? { weight: 55, reason: { code: "twice_the_total", params: {} } }
    : null;

const feeSubtracted: Explanation = (amount, { payment_total }) => {
  const fee = transferFees.find((taken) => amount === payment_total - taken);
  return fee ? { weight: 55, reason: { code: "fee_subtracted", params: { fee } } } : null;
};

const digitsSwapped: Explanation = (amount, { payment_total }) => {
  const [first, second, ...more] = differingDigits(amount, payment_total) ?? [];
  if (first === undefined || second !== first + 1 || more.length > 0) return null;
  const [sent, asked] = [String(amount), String(payment_total)];
  if (sent[first] !== asked[second] || sent[second] !== asked[first]) return null;
  return { weight: 50, reason: { code: "digits_swapped", params: { total: payment_total } } };
};

const rounded: Explanation = (amount, { payment_total }) => {
  const step = roundings.find(
    (unit) =>
      amount % unit === 0 && Math.abs(amount - payment_total) < unit && payment_total >= unit,
  );
  if (!step) return null;
  const weight = { 100: 45, 1000: 40, 10_000: 30 }[step];
  return { weight, reason: { code: "rounded", params: { total: payment_total, step } } };
};

const oneDigitWrong: Explanation = (amount, { payment_total }) =>
  differingDigits(amount, payment_total)?.length === 1
    ? { weight: 30, reason: { code: "one_digit_differs", params: { total: payment_total } } }
    : null;

/**
 * Explains an amount that is only near the total. Call this only if the sender's name fits the payment: without a name
 * such an amount is no evidence, because another payment is equally near.
 */
export function nearAmount(
  amount: number,
  { payment_total: total, received }: Pick<PaymentAmounts, "payment_total" | "received">,
): AmountSimilarity | null {
  if (received > 0) return null;
  const most = Math.ceil(nearestShare * total);
  const difference = Math.abs(amount - total);
  if (difference > most || difference === 0) return null;
  const code = amount < total ? "less_than_the_total" : "more_than_the_total";
  return {
    weight: 30 - Math.round((10 * difference) / most),
    reason: { code, params: { difference, total } },
  };
}

/** The largest difference from the total, as a share of it. */
const nearestShare = 0.1;

const explanations: readonly Explanation[] = [
  exact,
  uniqueAmountLeftOff,
  paidTwice,
  feeSubtracted,
  digitsSwapped,
  rounded,
  oneDigitWrong,
];

/** Returns the positions at which the digits differ, or null if the numbers have different lengths. */
function differingDigits(one: number, other: number): number[] | null {
  const [digits, others] = [String(one), String(other)];
  if (digits.length !== others.length) return null;
  return Array.from(digits, (_, index) => index).filter((index) => digits[index] !== others[index]);
}

/**
 * Returns the totals, other than those near the amount, of which the amount might be a typing error. A payment is
 * then found by its total. There are at most 10 such totals for each digit, and four more.
 */
export function totalsToLookFor(amount: number): number[] {
  const text = String(amount);
  const totals = new Set<number>([amount, ...transferFees.map((fee) => amount + fee)]);
  if (amount % 2 === 0) totals.add(amount / 2);
  for (let index = 0; index < text.length; index++) {
    const [before, digit = "", after] = [text.slice(0, index), text[index], text.slice(index + 1)];
    for (let wrong = index === 0 ? 1 : 0; wrong <= 9; wrong++) {
      totals.add(Number(`${before}${wrong}${after}`));
    }
    const [next = ""] = after;
    if (index > 0 || next !== "0") totals.add(Number(`${before}${next}${digit}${after.slice(1)}`));
  }
  return [...totals].filter((total) => Number.isSafeInteger(total) && total > 0);
}

/**
 * Returns the distance below and above this amount at which a total can lie. The amount can be a rounding of the
 * total, the price, or near the total if the sender's name is known.
 */
export function reachOf(amount: number, isNamed: boolean): { below: number; above: number } {
  const rounding = roundings.findLast((unit) => amount % unit === 0) ?? 1;
  const near = (share: number) => (isNamed ? Math.ceil((amount * nearestShare) / share) + 1 : 0);
  return {
    below: Math.max(rounding - 1, near(1 + nearestShare)),
    above: Math.max(rounding - 1, 999, near(1 - nearestShare)),
  };
}

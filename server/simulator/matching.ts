import {
  endPayment,
  isOpen,
  keyOfTotal,
  type ModelMutation,
  type ModelPayment,
  type ModelShop,
} from "./model.ts";

/** The model's rules for which transfer pays which payment. */

export const clockToleranceMilliseconds = 120_000;
const announcementMilliseconds = 10_000;
const rematchMilliseconds = 3_600_000;

/** Returns the payment that this credit can pay now. */
function payableBy(shop: ModelShop, credit: ModelMutation, at: number): ModelPayment | null {
  if (!credit.is_credit || credit.paid !== null || credit.pool === null) return null;
  if (credit.decision !== null || !belongedToShop(shop, credit)) return null;
  const code = shop.held.get(keyOfTotal(credit.pool, credit.amount));
  const payment = code === undefined ? undefined : shop.payments.get(code);
  if (!isOpen(payment, at) || payment.created_at > credit.window_ends_at) return null;
  return isAnnouncedAndPaid(shop, credit) ? null : payment;
}

/** Returns whether the report belongs to a registration under which the phone saw it. */
const belongedToShop = (shop: ModelShop, credit: ModelMutation): boolean =>
  credit.kind !== "phone" ||
  shop.devices.some(
    ({ device_id, registrations }) =>
      device_id === credit.device_id &&
      registrations.some(
        ({ from, until }) =>
          from <= credit.posted_at && (until === null || credit.posted_at < until),
      ),
  );

/**
 * Returns whether another report of the same transfer has paid a payment or was decided. That report came within
 * seconds from another app of the phone or the same app on another phone, or another source reported the transfer.
 */
export function isAnnouncedAndPaid(shop: ModelShop, credit: ModelMutation): boolean {
  for (const other of shop.mutations.values()) {
    if (
      (other.paid !== null || other.decision !== null) &&
      isSameMoney(other, credit, announcementMilliseconds)
    )
      return true;
  }
  return false;
}

/** Returns whether the same transfer might have been reported twice. */
export function hasOtherReport(shop: ModelShop, mutation_id: string): boolean {
  const credit = shop.mutations.get(mutation_id);
  if (!credit) return false;
  return [...shop.mutations.values()].some((other) =>
    isSameMoney(other, credit, 2 * announcementMilliseconds),
  );
}

/**
 * Returns whether two credits are the same money. In shops with several kinds of sources, the model knows the real
 * transfer; in others it compares the texts.
 */
const isSameMoney = (other: ModelMutation, credit: ModelMutation, milliseconds: number): boolean =>
  credit.transfer !== null
    ? other !== credit && other.transfer?.transfer_id === credit.transfer.transfer_id
    : other.wording === credit.wording &&
      other.amount === credit.amount &&
      isOtherReport(other, credit) &&
      Math.abs(other.posted_at - credit.posted_at) <= milliseconds;

const isOtherReport = (other: ModelMutation, credit: ModelMutation): boolean =>
  other.device_id === credit.device_id
    ? other.package_name !== credit.package_name
    : other.package_name === credit.package_name && other.pool === credit.pool;

/** Lets the credit pay the matching payment. Returns the payment's code, or null. */
export function payWith(shop: ModelShop, credit: ModelMutation, at: number): string | null {
  const payment = payableBy(shop, credit, at);
  if (!payment) return null;
  endPayment(shop, payment, {
    status: "PAID",
    updated_at: Math.max(at, payment.created_at),
    released_at: at,
  });
  payment.mutation_id = credit.mutation_id;
  credit.paid = payment.code;
  return payment.code;
}

/** Returns recent credits that could pay a payment now. */
export const creditsFor = (shop: ModelShop, at: number): string[] =>
  [...shop.mutations.values()]
    .filter((credit) => credit.created_at > at - rematchMilliseconds)
    .filter((credit) => payableBy(shop, credit, at) !== null)
    .map((credit) => credit.mutation_id);

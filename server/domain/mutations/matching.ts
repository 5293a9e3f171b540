import { GatewayError } from "../../contract/errors.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { asSql, type Sql } from "../../db/client.ts";
import {
  callMatchPayment,
  matchMutation,
  selectRematchable,
  type MatchError,
} from "./matching.sql.ts";
import { paymentsEnded } from "../payments/payment-announcements.ts";
import { findTestedMerchant } from "../merchants/test-mode.ts";
import { burnStep } from "../access/totp.sql.ts";
import { verifyTestKeyCode, verifyTotpCode, type TotpProof } from "../access/totp.ts";
import type { PaymentName } from "../gateway/payment-row.ts";

/**
 * Matches manually (specification, 4.6). The checks follow the contract's order: two-factor authentication enabled,
 * throttle, code correct, payment PENDING, mutation usable, code unused.
 */
export async function matchPayment(
  gateway: Gateway,
  options: {
    merchant_id: string;
    /** null: a code that no payment can have. */
    payment_code: string | null;
    mutation_id: string | null;
    totp_code: string;
    /**
     * Called when the wrong codes of a time window reach the limit, with the merchant whose team members' codes are
     * guessed.
     */
    guessed?: (merchant_id: string) => Promise<void>;
  },
): Promise<void> {
  const { totp_code: code, guessed, payment_code, ...match } = options;
  const { merchant_id } = options;
  // Test mode has no team members, so the codes of its live merchant's team are valid.
  const tested = await findTestedMerchant(gateway.sql, merchant_id);
  const team = tested ?? merchant_id;
  const verify = tested === null ? verifyTotpCode : verifyTestKeyCode;
  const proof = await verify(gateway, {
    merchant_id: team,
    code,
    ...(guessed && { guessed: () => guessed(team) }),
  });
  if (payment_code === null) throw notPending();
  await matchByHand(gateway, { ...match, payment_code, proof });
}

/** Matches for a person whom a one-time code has already confirmed. The code is already used up. */
export function matchConfirmedPayment(
  gateway: Gateway,
  options: PaymentName & { mutation_id: string | null },
): Promise<void> {
  return matchByHand(gateway, { ...options, proof: null });
}

const notPending = () =>
  new GatewayError("not_found", {
    message: "No PENDING payment has this code. Fetch the payment to see its status.",
  });

async function matchByHand(
  gateway: Gateway,
  { proof, ...match }: PaymentName & { mutation_id: string | null; proof: TotpProof | null },
): Promise<void> {
  const options = { ...match, at: gateway.now() };
  const error = proof
    ? await gateway.sql.begin((tx) => matchByCode(asSql(tx), options, proof))
    : await callMatchPayment(gateway.sql, options);
  switch (error) {
    case null:
      paymentsEnded(gateway, [match]);
      return;
    case "payment_not_found":
      throw notPending();
    case "mutation_not_found":
      throw new GatewayError("not_found", {
        message:
          "No unmatched CREDIT mutation with this id is waiting for a decision. The mutation might be a second report of a transfer that is already matched or decided. Check mutation_id.",
      });
  }
}

/** Matches with a code. The code is checked last, so that a code is not used up if there is no PENDING payment. */
async function matchByCode(
  sql: Sql,
  options: Parameters<typeof callMatchPayment>[1],
  proof: TotpProof,
): Promise<MatchError | null> {
  const error = await callMatchPayment(sql, options);
  if (error !== null || (await burnStep(sql, proof))) return error;
  throw new GatewayError("invalid totp code", {
    message:
      "This one-time code was already used to match a payment. Wait for the next code, then send the request again.",
  });
}

/**
 * Tries the recent unmatched credits again. A credit that was reported up to two minutes before its invoice's
 * creation now pays it. Returns the number of payments paid.
 */
export async function rematchMutations(gateway: Gateway): Promise<number> {
  const at = gateway.now();
  const paid: PaymentName[] = [];
  // Each match has its own statement, so that none locks a payment while it waits for a mutation.
  for (const mutation of await selectRematchable(gateway.sql, { limit: rematchBatch, at })) {
    const payment_code = await matchMutation(gateway.sql, { ...mutation, at });
    if (payment_code !== null) paid.push({ merchant_id: mutation.merchant_id, payment_code });
  }
  paymentsEnded(gateway, paid);
  return paid.length;
}

const rematchBatch = 500;

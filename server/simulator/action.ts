import { GatewayError } from "../contract/errors.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { Model } from "./model.ts";
import type { PaymentName } from "../domain/gateway/payment-row.ts";

/** Something that an actor does: how it is done, and what the model says of its outcome. */
export interface Action<Outcome = unknown> {
  kind: string;
  /** For the history that a failure prints. */
  details: unknown;
  perform(gateway: Gateway): Promise<Outcome>;
  /** Moves the model on; throws a Mismatch when the outcome cannot be. */
  follow(model: Model, outcome: Outcome, moment: Moment): void;
}

export interface Moment {
  at: number;
  /** False in a race: what a job may have left to its competitor is not missed. */
  isAlone: boolean;
}

/** A refusal by its code; what nobody expected is thrown on. */
export async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof GatewayError) return cause.code;
    throw cause;
  }
}

/** The payments of which this call told the world that they had ended. */
export async function namesAnnounced<Answer>(
  gateway: Gateway,
  work: (listening: Gateway) => Promise<Answer>,
): Promise<{ answer: Answer; ended: PaymentName[] }> {
  const ended: PaymentName[] = [];
  const answer = await work({
    ...gateway,
    announcePayments: (payments) => void ended.push(...payments),
  });
  return { answer, ended };
}

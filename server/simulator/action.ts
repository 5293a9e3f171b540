import { GatewayError } from "../contract/errors.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { Model } from "./model.ts";
import type { PaymentName } from "../domain/gateway/payment-row.ts";

/** An action of an actor, with its execution and the model's expected outcome. */
export interface Action<Outcome = unknown> {
  kind: string;
  /** The details, printed in the history of a failure. */
  details: unknown;
  perform(gateway: Gateway): Promise<Outcome>;
  /** Applies the outcome to the model. Throws a Mismatch if the outcome is impossible. */
  follow(model: Model, outcome: Outcome, moment: Moment): void;
}

export interface Moment {
  at: number;
  /** False in a race, in which a job can leave work to its competitor. */
  isAlone: boolean;
}

/** Returns the code of a refusal, or the result. Unexpected errors are thrown again. */
export async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Answer | string> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof GatewayError) return cause.code;
    throw cause;
  }
}

/** Returns the payments whose end this call has announced. */
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

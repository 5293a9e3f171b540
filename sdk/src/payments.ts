import { requirePathValue, requireSendable, requireTotpCode } from "./arguments.ts";
import type { Connection } from "./connection.ts";
import type { RequestOptions } from "./options.ts";
import { MatchOutcomeUnknownError, TepatError } from "./errors.ts";
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPayments,
  matchPayment,
} from "./generated/sdk.gen.ts";
import type { CreatePayment, ListPaymentsData, Payment } from "./generated/types.gen.ts";
import { listOf, type List } from "./pages.ts";
import { mayHaveBeenDone } from "./retry.ts";

/** A payment, and how it was learned. */
export type CreatedPayment = Payment & {
  /** True: an answer was lost, and the payment was found by its code instead. */
  readonly recovered: boolean;
};

export interface Matching {
  /** Six digits of the merchant's authenticator app. One code pays one invoice. */
  readonly totpCode: string;
  /** The unmatched mutation to link. */
  readonly mutation_id?: string | undefined;
}

export type ListPaymentsQuery = NonNullable<ListPaymentsData["query"]>;

/** Invoices. `payment_code` is the merchant's own. */
export interface Payments {
  /**
   * Creates an invoice; the customer must pay exactly its `payment_total`. It is repeated safely when an answer is
   * lost: a code can be used once, so the repetition is either the first create or is refused, and then the payment is
   * read and compared with what was asked for.
   */
  create(payment: CreatePayment, options?: RequestOptions): Promise<CreatedPayment>;
  /** By your own code. NotFoundError when there is none. */
  get(payment_code: string, options?: RequestOptions): Promise<Payment>;
  /** Newest first. */
  list(query?: ListPaymentsQuery, options?: RequestOptions): List<Payment>;
  /** Withdraws a PENDING invoice. NotFoundError (`payment_not_cancellable`) when it is absent or not PENDING. */
  cancel(payment_code: string, options?: RequestOptions): Promise<void>;
  /**
   * Makes a PENDING invoice PAID by hand. It is sent once, whatever happens, as a code is good for one invoice. When
   * the answer is lost, the payment is read; unless it is PAID, `MatchOutcomeUnknownError` is thrown.
   */
  match(payment_code: string, matching: Matching, options?: RequestOptions): Promise<void>;
}

/** @internal */
export function paymentsOf(connection: Connection): Payments {
  async function get(payment_code: string, options?: RequestOptions): Promise<Payment> {
    const path = { payment_code: requirePathValue("payment_code", payment_code) };
    const { data } = await connection.send((via) => getPayment({ ...via, path }), options);
    return data;
  }

  async function create(payment: CreatePayment, options?: RequestOptions): Promise<CreatedPayment> {
    const body = requireSendable(payment);
    const lost = lostAnswers();
    try {
      const { data } = await connection.send(
        (via) => createPayment({ ...via, body }),
        options,
        lost.note,
      );
      return { ...data, recovered: false };
    } catch (refusal) {
      // Whatever the last try was refused for, such as a deadline that passed meanwhile, an earlier one may have worked.
      if (!lost.before(refusal)) throw refusal;
      const found = await unlessAbsent(get(body.payment_code, options));
      if (found && isAskedFor(found, body)) return { ...found, recovered: true };
      throw refusal;
    }
  }

  async function cancel(payment_code: string, options?: RequestOptions): Promise<void> {
    const path = { payment_code: requirePathValue("payment_code", payment_code) };
    const lost = lostAnswers();
    try {
      await connection.send((via) => cancelPayment({ ...via, path }), options, lost.note);
    } catch (refusal) {
      if (!lost.before(refusal)) throw refusal;
      const payment = await unlessAbsent(get(payment_code, options));
      if (payment?.payment_status !== "CANCELLED") throw refusal;
    }
  }

  async function match(
    payment_code: string,
    { totpCode, mutation_id }: Partial<Matching> = {},
    options?: RequestOptions,
  ): Promise<void> {
    const path = { payment_code: requirePathValue("payment_code", payment_code) };
    const headers = { "X-Totp-Code": requireTotpCode(totpCode) };
    const body = mutation_id === undefined ? {} : { body: { mutation_id } };
    try {
      await connection.sendOnce((via) => matchPayment({ ...via, path, headers, ...body }), options);
    } catch (cause) {
      if (!(cause instanceof TepatError) || !mayHaveBeenDone(cause)) throw cause;
      const payment = await get(payment_code, options).catch(() => null);
      if (payment?.payment_status !== "PAID") throw outcomeUnknown(cause);
    }
  }

  function list(
    { page: firstPage = 1, ...query }: ListPaymentsQuery = {},
    options?: RequestOptions,
  ): List<Payment> {
    return listOf({
      firstPage,
      idOf: (payment) => payment.payment_id,
      readPage: (page) =>
        connection.send((via) => listPayments({ ...via, query: { ...query, page } }), options),
    });
  }

  return { create, get, list, cancel, match };
}

/** Remembers whether a try before the last one may have been carried out. */
function lostAnswers() {
  let last: TepatError | undefined;
  let isLost = false;
  return {
    note(error: TepatError) {
      if (last !== undefined && mayHaveBeenDone(last)) isLost = true;
      last = error;
    },
    before: (error: unknown): error is TepatError =>
      isLost &&
      error instanceof TepatError &&
      error.status !== undefined &&
      !mayHaveBeenDone(error),
  };
}

async function unlessAbsent(reading: Promise<Payment>): Promise<Payment | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TepatError && error.code === "not_found") return null;
    throw error;
  }
}

/** Somebody else may have used the code before: what identifies an invoice must be the same. */
function isAskedFor(payment: Payment, asked: CreatePayment): boolean {
  return (
    payment.account_id === asked.account_id.toLowerCase() &&
    payment.payment_amount === asked.payment_amount &&
    Date.parse(payment.payment_expired_at) === timeOf(asked.payment_expired_at) &&
    payment.customer_name === asked.customer_name &&
    payment.customer_email === (asked.customer_email || null) &&
    payment.customer_phone === (asked.customer_phone || null)
  );
}

/** The gateway takes offsets as PHP writes them, which not every JavaScript engine parses. */
const timeOf = (text: string): number => Date.parse(text.replace(/(T.*[+-]\d\d)(\d\d)$/i, "$1:$2"));

function outcomeUnknown(cause: TepatError): MatchOutcomeUnknownError {
  return new MatchOutcomeUnknownError({
    code: "match_outcome_unknown",
    message:
      "The answer to the match was lost, and the payment does not show as PAID. Read it again before you send another code.",
    status: cause.status,
    requestId: cause.requestId,
    cause,
  });
}

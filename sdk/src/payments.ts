import { requirePathValue, requireSendable, requireTotpCode } from "./arguments.ts";
import type { Connection } from "./connection.ts";
import { ConflictError, MatchOutcomeUnknownError, TepatError } from "./errors.ts";
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPayments,
  matchPayment,
} from "./generated/sdk.gen.ts";
import type {
  CreatePayment as CreatePaymentBody,
  ListPaymentsQuery,
  Payment,
} from "./generated/types.gen.ts";
import { withLastResponse, type WithLastResponse } from "./last-response.ts";
import type { RequestOptions } from "./options.ts";
import { listOf, type List } from "./pages.ts";
import { mayHaveBeenDone } from "./retry.ts";

/** A new invoice. At least one of `customer_email` and `customer_phone` is required. */
export type CreatePayment = Omit<CreatePaymentBody, "customer_email" | "customer_phone"> &
  (
    | (Pick<CreatePaymentBody, "customer_phone"> & {
        /** The email address. Optional if you provide a phone number. */
        customer_email: string;
      })
    | (Pick<CreatePaymentBody, "customer_email"> & {
        /** The phone number. Optional if you provide an email address. */
        customer_phone: string;
      })
  );

/** A payment, and whether the response to its creation was lost. */
export type CreatedPayment = WithLastResponse<
  Payment & {
    /** True if the response was lost and the SDK found the payment by its code. */
    readonly recovered: boolean;
  }
>;

/** A payment, and whether this call created it. */
export type GotOrCreatedPayment = WithLastResponse<
  Payment & {
    /** False if the payment existed before. Such a payment can have any `payment_status`. */
    readonly created: boolean;
  }
>;

/** A result that has only the response's status and headers. */
export type Done = WithLastResponse<object>;

/** The input of a manual match. */
export interface Matching {
  /** The six digits of the merchant's authenticator app. A code works only once. */
  readonly totpCode: string;
  /** The unmatched mutation to link to the payment. */
  readonly mutation_id?: string | undefined;
}

/** Invoices. `payment_code` is the merchant's own reference. */
export interface Payments {
  /**
   * Creates an invoice. The customer must pay exactly its `payment_total`. If a response is lost, the SDK safely
   * repeats the request: a payment code can be used only once, so the gateway either creates the payment or refuses the
   * repeat.
   * If the gateway refuses, the SDK reads the payment and compares it with the request.
   *
   * @throws {@link InvalidRequestError} `validation_error`, whose `errors` name the fields, or `invalid_expired_at`.
   * @throws {@link PermissionError} `account_not_owned`, or `no_active_quota`: the account cannot take payments now.
   * @throws {@link ConflictError} `payment_code_conflict`: the code is used (see {@link Payments.getOrCreate}), or
   * `unique_amount_conflict`: all 999 totals above this amount are taken.
   *
   * @example
   * ```ts
   * const payment = await tepat.payments.create({
   *   account_id: account.account_id,
   *   payment_code: "INV-2026-0001",
   *   payment_amount: 150_000,
   *   payment_expired_at: new Date(Date.now() + 24 * 3600 * 1000).toISOString(),
   *   customer_name: "Siti Rahayu",
   *   customer_email: "siti@example.com",
   * });
   * redirect(payment.payment_checkout_url);
   * ```
   */
  create(payment: CreatePayment, options?: RequestOptions): Promise<CreatedPayment>;
  /**
   * Returns the payment with this code, or creates it if there is none. Use this method for an order's page that is
   * opened more than once. The deadline can differ from the one requested, and the payment might have ended.
   * Check `payment_status`.
   *
   * @throws {@link ConflictError} `payment_code_conflict`: the code belongs to a payment with another account, amount
   * or customer. Otherwise as {@link Payments.create}.
   *
   * @example
   * ```ts
   * const payment = await tepat.payments.getOrCreate({ ...input, payment_code: order.number });
   * if (payment.payment_status === "PENDING") redirect(payment.payment_checkout_url);
   * ```
   */
  getOrCreate(payment: CreatePayment, options?: RequestOptions): Promise<GotOrCreatedPayment>;
  /**
   * Reads a payment by your own code.
   *
   * @throws {@link NotFoundError} `not_found`: there is no payment with this code.
   *
   * @example
   * ```ts
   * const { payment_status } = await tepat.payments.get("INV-2026-0001");
   * ```
   */
  get(payment_code: string, options?: RequestOptions): Promise<WithLastResponse<Payment>>;
  /**
   * Lists payments, newest first. With `since` or `until`, lists the payments created in that time. With
   * `updated_since`, lists the payments that changed, in the order of the changes.
   *
   * @throws {@link InvalidRequestError} when the query is invalid. You get the error when you await the list or iterate
   * over it.
   *
   * @example
   * ```ts
   * for await (const payment of tepat.payments.list({ status: "PAID" })) console.log(payment.payment_code);
   * ```
   */
  list(query?: ListPaymentsQuery, options?: RequestOptions): List<Payment>;
  /**
   * Cancels a PENDING invoice.
   *
   * @throws {@link NotFoundError} `payment_not_cancellable`: the invoice does not exist or is not
   * PENDING.
   *
   * @example
   * ```ts
   * await tepat.payments.cancel("INV-2026-0001");
   * ```
   */
  cancel(payment_code: string, options?: RequestOptions): Promise<Done>;
  /**
   * Marks a PENDING invoice as PAID manually. The SDK sends the request only once, because a TOTP code works only
   * once. If the response is lost, the SDK reads the payment.
   *
   * @throws {@link MatchOutcomeUnknownError} when the response was lost and the SDK could not confirm that the payment
   * is PAID.
   * @throws {@link InvalidRequestError} `invalid totp code`.
   * @throws {@link PermissionError} `totp_not_enabled`.
   * @throws {@link NotFoundError} when there is no such PENDING invoice or unmatched mutation.
   *
   * @example
   * ```ts
   * await tepat.payments.match("INV-2026-0001", { totpCode: "123456", mutation_id: mutation.id });
   * ```
   */
  match(payment_code: string, matching: Matching, options?: RequestOptions): Promise<Done>;
}

/** The gateway sends metadata only on request. The SDK always requests it, because its types include metadata. */
const include = "metadata";

/** @internal */
export function paymentsOf(connection: Connection): Payments {
  async function get(
    payment_code: string,
    options?: RequestOptions,
  ): Promise<WithLastResponse<Payment>> {
    const path = { payment_code: requirePathValue("payment_code", payment_code) };
    const { data } = await connection.send(
      (via) => getPayment({ ...via, path, query: { include } }),
      options,
    );
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
      return withLastResponse({ ...data, recovered: false }, data.lastResponse);
    } catch (refusal) {
      // The last attempt was refused, for example because the deadline passed meanwhile. An earlier attempt
      // might still have succeeded.
      if (!lost.before(refusal)) throw refusal;
      const found = await unlessAbsent(get(body.payment_code, options));
      if (found && isAskedFor(found, body) && isDeadlineOf(found, body)) {
        return withLastResponse({ ...found, recovered: true }, found.lastResponse);
      }
      throw refusal;
    }
  }

  async function getOrCreate(
    payment: CreatePayment,
    options?: RequestOptions,
  ): Promise<GotOrCreatedPayment> {
    const body = requireSendable(payment);
    // Look for the payment first: it can be found even if no new one could be created, for example without day quota.
    const existing = await unlessAbsent(get(body.payment_code, options));
    if (existing) return existingPayment(existing, body);
    try {
      const created = await create(body as CreatePayment, options);
      const { recovered: _, ...made } = created;
      return withLastResponse({ ...made, created: true }, created.lastResponse);
    } catch (refusal) {
      // Another request created the payment first.
      if (!(refusal instanceof TepatError) || refusal.code !== "payment_code_conflict")
        throw refusal;
      return existingPayment(await get(body.payment_code, options), body);
    }
  }

  async function cancel(payment_code: string, options?: RequestOptions): Promise<Done> {
    const path = { payment_code: requirePathValue("payment_code", payment_code) };
    const lost = lostAnswers();
    try {
      const { lastResponse } = await connection.send(
        (via) => cancelPayment({ ...via, path }),
        options,
        lost.note,
      );
      return withLastResponse({}, lastResponse);
    } catch (refusal) {
      if (!lost.before(refusal)) throw refusal;
      const payment = await unlessAbsent(get(payment_code, options));
      if (payment?.payment_status !== "CANCELLED") throw refusal;
      return withLastResponse({}, payment.lastResponse);
    }
  }

  async function match(
    payment_code: string,
    { totpCode, mutation_id }: Partial<Matching> = {},
    options?: RequestOptions,
  ): Promise<Done> {
    const path = { payment_code: requirePathValue("payment_code", payment_code) };
    const headers = { "X-Totp-Code": requireTotpCode(totpCode) };
    const body = mutation_id === undefined ? {} : { body: { mutation_id } };
    try {
      const { lastResponse } = await connection.sendOnce(
        (via) => matchPayment({ ...via, path, headers, ...body }),
        options,
      );
      return withLastResponse({}, lastResponse);
    } catch (cause) {
      if (!(cause instanceof TepatError) || !mayHaveBeenDone(cause)) throw cause;
      const payment = await get(payment_code, options).catch(() => null);
      if (payment?.payment_status !== "PAID") throw outcomeUnknown(cause);
      return withLastResponse({}, payment.lastResponse);
    }
  }

  function list(
    { page: firstPage = 1, ...query }: ListPaymentsQuery = {},
    options?: RequestOptions,
  ): List<Payment> {
    return listOf({
      firstPage,
      idOf: (payment) => payment.payment_id,
      readPage: (place) =>
        connection.send(
          (via) => listPayments({ ...via, query: { ...query, ...place, include } }),
          options,
        ),
    });
  }

  return { create, getOrCreate, get, list, cancel, match };
}

/** Remembers whether an earlier attempt might have been carried out. */
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

async function unlessAbsent<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TepatError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Returns whether the payment is the requested one. Another program might have used the code before, so the
 * fields that identify an invoice must be equal.
 */
function isAskedFor(payment: Payment, asked: CreatePaymentBody): boolean {
  return (
    payment.account_id === asked.account_id.toLowerCase() &&
    payment.payment_amount === asked.payment_amount &&
    payment.customer_name === asked.customer_name &&
    payment.customer_email === (asked.customer_email || null) &&
    payment.customer_phone === (asked.customer_phone || null)
  );
}

const isDeadlineOf = (payment: Payment, asked: CreatePaymentBody): boolean =>
  Date.parse(payment.payment_expired_at) === timeOf(asked.payment_expired_at);

/**
 * Returns the existing payment. Throws `payment_code_conflict` if it belongs to another order, so that an order's
 * page never shows another order's invoice.
 */
function existingPayment(
  found: WithLastResponse<Payment>,
  asked: CreatePaymentBody,
): GotOrCreatedPayment {
  if (isAskedFor(found, asked)) {
    return withLastResponse({ ...found, created: false }, found.lastResponse);
  }
  const { status, requestId } = found.lastResponse;
  throw new ConflictError({
    code: "payment_code_conflict",
    message:
      "payment_code belongs to a payment with another account, amount or customer. Use another code.",
    status,
    requestId,
  });
}

/**
 * Parses a time. The gateway accepts offsets as PHP writes them (+0700), which some JavaScript engines
 * cannot parse.
 */
const timeOf = (text: string): number => Date.parse(text.replace(/(T.*[+-]\d\d)(\d\d)$/i, "$1:$2"));

function outcomeUnknown(cause: TepatError): MatchOutcomeUnknownError {
  return new MatchOutcomeUnknownError({
    code: "match_outcome_unknown",
    message:
      "The response was lost, and the payment is not PAID yet. Read the payment again before you send another code.",
    status: cause.status,
    requestId: cause.requestId,
    cause,
  });
}

import { requirePathValue, requireSendableRefund } from "./arguments.ts";
import type { Connection } from "./connection.ts";
import { createRefund, listPaymentRefunds, listRefunds } from "./generated/sdk.gen.ts";
import type { CreateRefund, ListRefundsQuery, Refund } from "./generated/types.gen.ts";
import type { WithLastResponse } from "./last-response.ts";
import type { RequestOptions } from "./options.ts";
import { listOf, type List } from "./pages.ts";

/** The query of a list of refunds: of one payment, or of all payments. */
export type SelectRefunds =
  | (ListRefundsQuery & { readonly payment_code?: undefined })
  | {
      /** The payment's code. */
      readonly payment_code: string;
      readonly page?: number;
      readonly per_page?: number;
    };

/**
 * Refunds. Tepat moves no money. A refund that you create is OWED until a team member records in the dashboard that the
 * money was sent. A refund from the dashboard is SENT from the start.
 */
export interface Refunds {
  /**
   * Records a refund that the merchant owes for an invoice. `reference` is your own name for the refund. A request with
   * the same reference, invoice and amount returns the existing refund, so the SDK can safely repeat a request whose
   * response was lost.
   *
   * @throws {@link NotFoundError} `not_found`: there is no such payment.
   * @throws {@link ConflictError} `refund_exceeds_received`: the amount exceeds the money received and not yet
   * refunded. `refund_reference_conflict`: another refund has this reference. `conflict`: the payment is PENDING, or a
   * team member has withdrawn the refund.
   *
   * @example
   * ```ts
   * await tepat.refunds.create("INV-2026-0001", {
   *   reference: "RF-2026-0001",
   *   amount: 50_000,
   *   reason: "One of three was returned",
   * });
   * ```
   */
  create(
    payment_code: string,
    refund: CreateRefund,
    options?: RequestOptions,
  ): Promise<WithLastResponse<Refund>>;
  /**
   * Lists refunds, newest first: of one payment if you pass its `payment_code`, otherwise of all. The list includes
   * refunds that team members recorded in the dashboard. Those have no `reference` until you
   * add one with `recorded_refund_id`.
   *
   * @throws {@link NotFoundError} when there is no such payment; {@link InvalidRequestError} when the query is
   * invalid.
   *
   * @example
   * ```ts
   * for await (const { reference, refund_status } of tepat.refunds.list({ payment_code: "INV-2026-0001" }))
   *   console.log(reference, refund_status);
   * ```
   */
  list(query?: SelectRefunds, options?: RequestOptions): List<Refund>;
}

/** @internal */
export function refundsOf(connection: Connection): Refunds {
  return {
    async create(payment_code, refund, options) {
      const path = { payment_code: requirePathValue("payment_code", payment_code) };
      const body = requireSendableRefund(refund);
      const { data } = await connection.send(
        (via) => createRefund({ ...via, path, body }),
        options,
      );
      return data;
    },

    list({ page: firstPage = 1, payment_code, ...query } = {}, options) {
      const path = payment_code !== undefined && {
        payment_code: requirePathValue("payment_code", payment_code),
      };
      return listOf<Refund>({
        firstPage,
        idOf: ({ refund_id }) => refund_id,
        readPage: (place) =>
          connection.send(
            (via) =>
              path
                ? listPaymentRefunds({ ...via, path, query: { ...query, ...place } })
                : listRefunds({ ...via, query: { ...query, ...place } }),
            options,
          ),
      });
    },
  };
}

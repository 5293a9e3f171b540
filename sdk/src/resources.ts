import { requirePathValue } from "./arguments.ts";
import type { Connection } from "./connection.ts";
import type { WithLastResponse } from "./last-response.ts";
import type { RequestOptions } from "./options.ts";
import {
  getChannelInstructions,
  getCheckout,
  listAccounts,
  listMutations,
} from "./generated/sdk.gen.ts";
import type {
  Account,
  ChannelInstructions,
  CheckoutView,
  ListMutationsQuery,
  Mutation,
} from "./generated/types.gen.ts";
import { listOf, type List } from "./pages.ts";

/** The merchant's receiving accounts. */
export interface Accounts {
  /**
   * Lists all accounts, oldest first.
   *
   * @throws {@link AuthenticationError} when the key is invalid; another {@link TepatError} when there is no
   * response.
   *
   * @example
   * ```ts
   * const accounts = await tepat.accounts.list();
   * const open = accounts.find(({ account_active, account_quota }) => account_active && account_quota > 0);
   * ```
   */
  list(options?: RequestOptions): Promise<WithLastResponse<Account[]>>;
}

/** @internal */
export function accountsOf(connection: Connection): Accounts {
  return {
    async list(options) {
      const { data } = await connection.send((via) => listAccounts(via), options);
      return data;
    },
  };
}

/** The channels through which customers pay. */
export interface Channels {
  /**
   * Returns the payment steps to show to a customer. `channel_id` comes from an account or a
   * payment.
   *
   * @throws {@link NotFoundError} when there is no such channel.
   *
   * @example
   * ```ts
   * const { instructions } = await tepat.channels.instructions(payment.channel_id);
   * ```
   */
  instructions(
    channel_id: string,
    options?: RequestOptions,
  ): Promise<WithLastResponse<ChannelInstructions>>;
}

/** @internal */
export function channelsOf(connection: Connection): Channels {
  return {
    async instructions(channel_id, options) {
      const path = { channel_id: requirePathValue("channel_id", channel_id) };
      const { data } = await connection.send(
        (via) => getChannelInstructions({ ...via, path }),
        options,
      );
      return data;
    },
  };
}

/** Transfers, in and out. */
export interface Mutations {
  /**
   * Lists transfers, in and out, newest first. With `only_unmatched`, lists those that paid no invoice.
   *
   * @throws {@link InvalidRequestError} when the query is invalid. You get the error when you await the list or iterate
   * over it.
   *
   * @example
   * ```ts
   * for await (const mutation of tepat.mutations.list({ only_unmatched: true })) console.log(mutation.id);
   * ```
   */
  list(query?: ListMutationsQuery, options?: RequestOptions): List<Mutation>;
}

/** @internal */
export function mutationsOf(connection: Connection): Mutations {
  return {
    list: ({ page: firstPage = 1, ...query } = {}, options) =>
      listOf({
        firstPage,
        idOf: (mutation) => mutation.id,
        readPage: (place) =>
          connection.send(
            (via) => listMutations({ ...via, query: { ...query, ...place } }),
            options,
          ),
      }),
  };
}

/** The data of the checkout page. No key is needed. */
export interface Checkout {
  /**
   * Reads the data by the `payment_id`, which `payment_checkout_url` contains. A `payment_code`
   * does not work here.
   *
   * @throws {@link NotFoundError} when there is no such payment.
   *
   * @example
   * ```ts
   * const { status, amount_total } = await tepat.checkout.get(payment.payment_id);
   * ```
   */
  get(payment_id: string, options?: RequestOptions): Promise<WithLastResponse<CheckoutView>>;
}

/** @internal */
export function checkoutOf(connection: Connection): Checkout {
  return {
    async get(payment_id, options) {
      const path = { payment_id: requirePathValue("payment_id", payment_id) };
      const { data } = await connection.send((via) => getCheckout({ ...via, path }), options);
      return data;
    },
  };
}

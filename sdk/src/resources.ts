import { requirePathValue } from "./arguments.ts";
import type { Connection } from "./connection.ts";
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
  ListMutationsData,
  Mutation,
} from "./generated/types.gen.ts";
import { listOf, type List } from "./pages.ts";

/** The merchant's receiving accounts. */
export interface Accounts {
  /** All of them, oldest first. */
  list(options?: RequestOptions): Promise<Account[]>;
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

/** How customers pay. */
export interface Channels {
  /** The steps to show a customer. `channel_id` comes from an account or a payment. */
  instructions(channel_id: string, options?: RequestOptions): Promise<ChannelInstructions>;
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

export type ListMutationsQuery = NonNullable<ListMutationsData["query"]>;

/** Incoming transfers. */
export interface Mutations {
  /** Newest first. */
  list(query?: ListMutationsQuery, options?: RequestOptions): List<Mutation>;
}

/** @internal */
export function mutationsOf(connection: Connection): Mutations {
  return {
    list: ({ page: firstPage = 1, ...query } = {}, options) =>
      listOf({
        firstPage,
        idOf: (mutation) => mutation.id,
        readPage: (page) =>
          connection.send((via) => listMutations({ ...via, query: { ...query, page } }), options),
      }),
  };
}

/** What the checkout page shows; needs no key. */
export interface Checkout {
  /** By the `payment_id`, which is in `payment_checkout_url`: not by your own code. */
  get(payment_id: string, options?: RequestOptions): Promise<CheckoutView>;
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

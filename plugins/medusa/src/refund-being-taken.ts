import { AsyncLocalStorage } from "node:async_hooks";
import type { Refund } from "@tepat/sdk";

/**
 * The gateway's refund that the shop is taking into its books just now. Medusa tells the provider of a refund its amount and
 * its id alone.
 */
export const refundBeingTaken = new AsyncLocalStorage<Refund>();

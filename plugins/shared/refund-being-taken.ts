import { AsyncLocalStorage } from "node:async_hooks";
import type { Refund } from "@tepat/sdk";

const key = Symbol.for("tepat.refund-being-taken");
const shared = globalThis as { [key]?: AsyncLocalStorage<Refund> };

/**
 * The gateway's refund that the shop is taking into its books just now. Platforms give the plugin little more than a refund's
 * amount. Each file of a built plugin has its own copy of this one, so the process keeps one store for them all.
 */
export const refundBeingTaken = (shared[key] ??= new AsyncLocalStorage<Refund>());

import { AsyncLocalStorage } from "node:async_hooks";
import type { Refund } from "@tepat/sdk";

const key = Symbol.for("tepat.refund-being-taken");
const shared = globalThis as { [key]?: AsyncLocalStorage<Refund> };

/**
 * The gateway's refund that the shop is now recording. Platforms pass the plugin little more than a refund's amount, so
 * the plugin reads the rest here. Each file of a built plugin has its own copy of this module, so one store is shared
 * through the process.
 */
export const refundBeingTaken = (shared[key] ??= new AsyncLocalStorage<Refund>());

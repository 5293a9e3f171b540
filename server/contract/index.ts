import { listAccounts } from "./accounts.ts";
import { readChannelInstructions } from "./channels.ts";
import { readCheckout } from "./checkout.ts";
import { listDevices } from "./devices.ts";
import { listMutationReasons, listLikelyMutations, listNearMisses } from "./mutation-reasons.ts";
import { listMutations } from "./mutations.ts";
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPayments,
  matchPayment,
} from "./payments.ts";
import { heartbeat, notify, getDevice, registerDevice, reportMutations } from "./worker.ts";

/** Every operation. The merchant's document has the first group, the internal document the others. */
export const merchantOperations = {
  listAccounts,
  createPayment,
  getPayment,
  listPayments,
  cancelPayment,
  matchPayment,
  readChannelInstructions,
  listMutations,
  readCheckout,
};

export const workerOperations = {
  registerDevice,
  listDevices,
  getDevice,
  heartbeat,
  reportMutations,
  notify,
  listMutationReasons,
  listNearMisses,
  listLikelyMutations,
};

export { dashboardOperations } from "./dashboard/index.ts";

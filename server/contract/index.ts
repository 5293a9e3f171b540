import { listAccounts } from "./accounts.ts";
import { getChannelInstructions } from "./channels.ts";
import { getCheckout } from "./checkout.ts";
import {
  listOwnDeliveries,
  listOwnRequests,
  resendOwnDelivery,
  triggerEvent,
} from "./developers.ts";
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
import { createRefund, listPaymentRefunds, listRefunds } from "./refunds.ts";
import { listEventDeliveries, listEvents, resendEvent } from "./events.ts";
import { heartbeat, notify, getDevice, registerDevice, reportMutations } from "./worker.ts";

/** All operations. The merchant's document contains the first group, and the internal document the others. */
export const merchantOperations = {
  listAccounts,
  createPayment,
  getPayment,
  listPayments,
  cancelPayment,
  matchPayment,
  createRefund,
  listPaymentRefunds,
  listRefunds,
  getChannelInstructions,
  listMutations,
  listEvents,
  listEventDeliveries,
  resendEvent,
  getCheckout,
};

export const workerOperations = {
  registerDevice,
  listDevices,
  getDevice,
  heartbeat,
  reportMutations,
  notify,
};

export const mutationReasonOperations = {
  listMutationReasons,
  listNearMisses,
  listLikelyMutations,
};

export const developerOperations = {
  listOwnDeliveries,
  resendOwnDelivery,
  triggerEvent,
  listOwnRequests,
};

export { dashboardOperations } from "./dashboard/index.ts";

import { randomUUID } from "node:crypto";
import { approvedDevice, transfer, type Device } from "./device.ts";
import type { Request } from "./exchange.ts";
import type { Payment } from "./resources.ts";
import { openShop, paymentInput, paymentPath, pendingPayment, type Shop } from "./shop.ts";
import { enrolAuthenticator, type Authenticator } from "./totp.ts";

/** The merchants and devices that the requests of all operations need. */
export interface Cast {
  shop: Shop;
  device: Device;
  authenticator: Authenticator;
  payment: Payment;
  /** The id of an unmatched transfer. */
  mutation_id: string;
}

export async function newCast(): Promise<Cast> {
  const shop = await openShop();
  const [device, authenticator, payment] = await Promise.all([
    approvedDevice(shop),
    enrolAuthenticator(shop),
    pendingPayment(shop),
  ]);
  const [unmatched] = await device.report(transfer(90_000));
  const mutation_id = unmatched?.mutation_id ?? "";
  return { shop, device, authenticator, payment, mutation_id };
}

const unknownDelivery = `msg_${randomUUID().replaceAll("-", "")}`;

/**
 * Returns a request of a published operation that succeeds, or one for an unknown record. Tests can
 * replace the credential.
 */
export function sampleRequest(
  operationId: string,
  { shop, device, authenticator, payment, mutation_id }: Cast,
  credential: { api_key: string; device_token: string } = { ...shop, ...device },
): Request {
  const asMerchant = { "x-api-key": credential.api_key };
  const asDevice = { "x-device-token": credential.device_token };
  const ofPayment = paymentPath(payment.payment_code);
  const samples: Record<string, Request> = {
    listAccounts: { method: "GET", path: "/gateway/accounts", headers: asMerchant },
    createPayment: {
      method: "POST",
      path: "/gateway/payments",
      headers: asMerchant,
      json: paymentInput(shop),
    },
    listPayments: { method: "GET", path: "/gateway/payments", headers: asMerchant },
    getPayment: { method: "GET", path: ofPayment, headers: asMerchant },
    cancelPayment: { method: "DELETE", path: ofPayment, headers: asMerchant },
    matchPayment: {
      method: "POST",
      path: `${ofPayment}/match`,
      headers: { ...asMerchant, "x-totp-code": authenticator.code() },
      json: {},
    },
    createRefund: {
      method: "POST",
      path: `${paymentPath(`unknown-${randomUUID()}`)}/refunds`,
      headers: asMerchant,
      json: { reference: randomUUID(), amount: 1000, reason: "One was returned" },
    },
    listPaymentRefunds: { method: "GET", path: `${ofPayment}/refunds`, headers: asMerchant },
    listRefunds: { method: "GET", path: "/gateway/refunds", headers: asMerchant },
    listEvents: { method: "GET", path: "/gateway/events", headers: asMerchant },
    listEventDeliveries: {
      method: "GET",
      path: `/gateway/events/${unknownDelivery}/deliveries`,
      headers: asMerchant,
    },
    resendEvent: {
      method: "POST",
      path: `/gateway/events/${unknownDelivery}/resend`,
      headers: asMerchant,
      json: {},
    },
    getChannelInstructions: {
      method: "GET",
      path: `/gateway/channels/${shop.account.channel_id}/instructions`,
      headers: asMerchant,
    },
    listMutations: { method: "GET", path: "/gateway/mutations", headers: asMerchant },
    getCheckout: { method: "GET", path: `/checkout/${payment.payment_id}` },
    registerDevice: {
      method: "POST",
      path: "/worker/devices",
      headers: asMerchant,
      json: { device_name: "Counter phone", installation_id: randomUUID() },
    },
    listDevices: { method: "GET", path: "/worker/devices", headers: asMerchant },
    getDevice: { method: "GET", path: "/worker/device", headers: asDevice },
    heartbeat: { method: "POST", path: "/worker/heartbeat", headers: asDevice, json: {} },
    reportMutations: {
      method: "POST",
      path: "/worker/mutations",
      headers: asDevice,
      json: { notifications: [transfer(91_000)] },
    },
    listMutationReasons: { method: "GET", path: "/worker/mutations", headers: asMerchant },
    listNearMisses: {
      method: "GET",
      path: `/worker/mutations/${mutation_id}/candidates`,
      headers: asMerchant,
    },
    listLikelyMutations: {
      method: "GET",
      path: ofPayment.replace("/gateway/", "/worker/") + "/candidates",
      headers: asMerchant,
    },
    listOwnDeliveries: { method: "GET", path: "/merchant/deliveries", headers: asMerchant },
    resendOwnDelivery: {
      method: "POST",
      path: `/merchant/deliveries/${unknownDelivery}/attempts`,
      headers: asMerchant,
      json: {},
    },
    listOwnRequests: { method: "GET", path: "/merchant/requests", headers: asMerchant },
    triggerEvent: {
      method: "POST",
      path: "/merchant/triggers",
      headers: asMerchant,
      json: { event_type: "payment.cancelled" },
    },
    notify: {
      method: "POST",
      path: `/worker/notify/${credential.device_token}`,
      json: transfer(92_000),
    },
  };
  const sample = samples[operationId];
  if (sample === undefined) throw new Error(`${operationId} has no sample request: add one`);
  return sample;
}

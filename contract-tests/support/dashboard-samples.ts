import { randomUUID } from "node:crypto";
import { signInRequest, type Person } from "./dashboard.ts";
import type { Request } from "./http.ts";
import { newCode } from "./shop.ts";

/** Ids of one merchant's records that the dashboard's operations name. */
export interface Ids {
  merchant_id: string;
  session_id: string;
  key_id: string;
  account_id: string;
  device_id: string;
  delivery_id: string;
  payment_code: string;
  mutation_id: string;
}

/** Ids that no record has. */
export const unknownIds = (): Ids => ({
  merchant_id: randomUUID(),
  session_id: randomUUID(),
  key_id: randomUUID(),
  account_id: randomUUID(),
  device_id: randomUUID(),
  payment_code: newCode(),
  mutation_id: randomUUID(),
  delivery_id: `msg_${randomUUID().replaceAll("-", "")}`,
});

/** Finds the ids where a person's browser would find them. */
export async function idsOf(person: Person): Promise<Ids> {
  const first = async (path: string) => {
    const { body } = await person.get(path);
    return (body.data as Record<string, string>[])[0] ?? {};
  };
  const firstItem = async (path: string) => {
    const { body } = await person.get(path);
    return (body.data as { items: Record<string, string>[] }).items[0] ?? {};
  };
  const { body } = await person.get("/dashboard/api/session");
  return {
    merchant_id: (body.data as { merchant_id: string }).merchant_id,
    session_id: (await first("/dashboard/api/sessions"))["session_id"] ?? "",
    key_id: (await first("/dashboard/api/api-keys"))["key_id"] ?? "",
    payment_code: (await firstItem("/dashboard/api/payments"))["payment_code"] ?? "",
    mutation_id: (await first("/dashboard/api/mutations"))["id"] ?? "",
    delivery_id: (await firstItem("/dashboard/api/deliveries"))["delivery_id"] ?? "",
    device_id: (await first("/dashboard/api/devices"))["device_id"] ?? "",
    account_id: (await first("/dashboard/api/accounts"))["account_id"] ?? "",
  };
}

const api = "/dashboard/api";
/** Channels belong to all merchants. */
const bca = "5479355a-9dad-5a11-9103-a29ee9ccb26b";

/** Makes a request of each operation of the dashboard about these ids. The caller adds a credential. */
export function dashboardRequest(operationId: string, ids: Ids): Request {
  const get = (path: string): Request => ({ method: "GET", path: api + path });
  const post = (path: string, json: object): Request => ({
    method: "POST",
    path: api + path,
    json,
  });
  const remove = (path: string): Request => ({ method: "DELETE", path: api + path });
  const ofPayment = `/payments/${encodeURIComponent(ids.payment_code)}`;
  const samples: Record<string, Request> = {
    getSignInOptions: get("/sign-in-options"),
    signIn: signInRequest({ email: "nobody@shop.example", password: "wrong" }),
    signUp: post("/sign-up", {
      merchant_name: "Toko",
      email: "nobody@shop.example",
      password: "a calm lake",
    }),
    requestPasswordReset: post("/password-resets", { email: "nobody@shop.example" }),
    resetPassword: post("/password-resets/redemption", {
      token: "pgr_x",
      new_password: "a calm lake",
    }),
    getSession: get("/session"),
    signOut: remove("/session"),
    listSessions: get("/sessions"),
    endSession: remove(`/sessions/${ids.session_id}`),
    endOtherSessions: remove("/sessions"),
    changePassword: post("/password", { current_password: "x", new_password: "a calm lake" }),
    getTwoFactor: get("/two-factor"),
    offerTwoFactor: post("/two-factor/offers", {}),
    enableTwoFactor: post("/two-factor", { totp_code: "000000" }),
    disableTwoFactor: post("/two-factor/end", { totp_code: "000000" }),
    renewRecoveryCodes: post("/two-factor/recovery-codes", { totp_code: "000000" }),
    confirmPerson: post("/confirmation", { totp_code: "000000" }),
    listApiKeys: get("/api-keys"),
    createApiKey: post("/api-keys", { label: "Shop" }),
    revokeApiKey: remove(`/api-keys/${ids.key_id}`),
    listAccountChoices: get("/account-choices"),
    listOwnAccounts: get("/accounts"),
    getOwnAccount: get(`/accounts/${ids.account_id}`),
    previewQris: post("/qris-preview", { qris: "00020101" }),
    createOwnAccount: post("/accounts", {
      channel_id: bca,
      account_number: "0001",
      account_name: "TOKO",
    }),
    changeOwnAccount: post(`/accounts/${ids.account_id}`, { account_active: false }),
    getChannelSteps: get(`/channels/${bca}/steps`),
    changeChannelSteps: post(`/channels/${bca}/steps`, {
      additions: [{ title: "Simpan bukti", content: "Simpan bukti transfer." }],
    }),
    getQuota: get(`/accounts/${ids.account_id}/quota`),
    orderQuota: post(`/accounts/${ids.account_id}/quota-orders`, { days: 30 }),
    listQuotaOrders: get("/quota-orders"),
    listOwnDevices: get("/devices"),
    offerPairing: post("/pairing", {}),
    approveOwnDevice: post(`/devices/${ids.device_id}/approval`, { pairing_code: "7DD-DV0" }),
    renameOwnDevice: post(`/devices/${ids.device_id}`, { device_name: "Till" }),
    revokeOwnDevice: remove(`/devices/${ids.device_id}`),
    searchPayments: get("/payments"),
    exportPayments: get("/payments.csv"),
    getPaymentDetail: get(ofPayment),
    listOwnLikelyMutations: get(`${ofPayment}/transfers`),
    cancelOwnPayment: remove(ofPayment),
    matchOwnPayment: post(`${ofPayment}/match`, {}),
    listOwnMutationReasons: get("/mutations"),
    listOwnNearMisses: get(`/mutations/${ids.mutation_id}/payments`),
    listUnreadTexts: get("/unread-texts"),
    getOverview: get("/overview"),
    getChecklist: get("/checklist"),
    getSettings: get("/settings"),
    changeSettings: post("/settings", { sends_expired_events: true }),
    rotateWebhookSecret: post("/webhook-secret", {}),
    listDeliveries: get("/deliveries"),
    getDelivery: get(`/deliveries/${ids.delivery_id}`),
    sendDeliveryAgain: post(`/deliveries/${ids.delivery_id}/attempts`, {}),
    sendTestEvent: post("/deliveries", {}),
    listMerchants: get("/operator/merchants"),
    listMerchantAccounts: get(`/operator/merchants/${ids.merchant_id}/accounts`),
    grantQuota: post(`/operator/accounts/${ids.account_id}/quota-grants`, { days: 30 }),
    listFailingWebhooks: get("/operator/failing-webhooks"),
    getSystemHealth: get("/operator/system-health"),
    listAuditEntries: get("/audit-entries"),
  };
  const sample = samples[operationId];
  if (sample === undefined) throw new Error(`${operationId} has no sample request: add one`);
  return sample;
}

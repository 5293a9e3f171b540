import { expect, test } from "vitest";
import { alwaysConfirmed, signedIn } from "./support/dashboard.ts";
import { dashboardRequest, unknownIds } from "./support/dashboard-samples.ts";
import { dashboardOperations } from "./support/documents.ts";
import type { Request } from "./support/exchange.ts";
import { expectRefusal } from "./support/http.ts";
import { openShop } from "./support/shop.ts";

/** The changes that a session alone can make when two-factor authentication is on. The list covers every operation. */

const needs: Record<
  string,
  "a confirmed person" | "a confirmed operator" | "its own proof" | "nothing"
> = {
  // These operations give access that outlasts the session.
  createApiKey: "a confirmed person",
  approveOwnDevice: "a confirmed person",
  connectMailbox: "a confirmed person",
  beginMailSignIn: "a confirmed person",
  createForwardingAddress: "a confirmed person",
  rotateWebhookSecret: "a confirmed person",
  invitePerson: "a confirmed person",
  changeRole: "a confirmed person",
  offerTelegramLink: "a confirmed person",
  addPushTarget: "a confirmed person",
  offerTwoFactor: "a confirmed person",
  enableTwoFactor: "a confirmed person",

  // These operations change where money and events go, and the texts that customers read when they
  // pay.
  matchOwnPayment: "a confirmed person",
  tieTransfer: "a confirmed person",
  decideTransfers: "a confirmed person",
  followUpPayment: "a confirmed person",
  setTransferAside: "a confirmed person",
  reopenTransfer: "a confirmed person",
  separateTransfer: "a confirmed person",
  settlePayment: "a confirmed person",
  refundPayment: "a confirmed person",
  withdrawRefund: "a confirmed person",
  sendRefund: "a confirmed person",
  confirmLikelyText: "a confirmed person",
  saveReadingRule: "a confirmed person",
  saveMailRule: "a confirmed person",
  switchReadingRule: "a confirmed person",
  answerForApp: "a confirmed person",
  addOwnBank: "a confirmed person",
  changeOwnBank: "a confirmed person",
  // A forged statement would silence the alarm about a forged notification.
  importStatement: "a confirmed person",
  withdrawStatement: "a confirmed person",
  closeUnsupportedMutation: "a confirmed person",
  recordMissedRow: "a confirmed person",
  closeStatementMonth: "a confirmed person",
  reopenStatementMonth: "a confirmed person",
  createOwnAccount: "a confirmed person",
  changeOwnAccount: "a confirmed person",
  changeChannelSteps: "a confirmed person",
  changeSettings: "a confirmed person",
  createLink: "a confirmed person",
  changeLink: "a confirmed person",
  setLinkPicture: "a confirmed person",

  // These operations change the whole gateway: emails with links for new passwords go through its
  // mail server.
  changeGatewayEmail: "a confirmed operator",
  changeGatewayTelegram: "a confirmed operator",
  changeGatewayMailClient: "a confirmed operator",
  changeGatewaySignUp: "a confirmed operator",
  changeGatewayLocalNetwork: "a confirmed operator",
  startGatewayTunnel: "a confirmed operator",
  changeGatewayPublicAddress: "a confirmed operator",
  removeGatewaySetting: "a confirmed operator",

  // The input of these operations contains a password or a code.
  changePassword: "its own proof",
  disableTwoFactor: "its own proof",
  renewRecoveryCodes: "its own proof",
  confirmPerson: "its own proof",
  completeMailSignIn: "its own proof",

  // These operations give no lasting access: a registered phone waits for approval.
  offerPairing: "nothing",
  noteTransfer: "nothing",
  renameOwnDevice: "nothing",
  changeMailboxPassword: "nothing",
  renewMailSignIn: "nothing",
  chooseMailboxFolder: "nothing",
  pauseMailbox: "nothing",
  changeOwnName: "nothing",
  previewQris: "nothing",
  createInvoice: "nothing",
  mailInvoice: "nothing",
  cancelInvoice: "nothing",
  cancelOwnPayment: "nothing",
  cancelOwnPayments: "nothing",
  createTestPayment: "nothing",
  payTestPayment: "nothing",
  endChecklist: "nothing",
  makeCounterSale: "nothing",
  changeCounterItems: "nothing",
  cancelCounterSale: "nothing",
  refuseLikelyText: "nothing",
  beginStatementUpload: "nothing",
  sendStatementPart: "nothing",
  checkStatement: "nothing",
  explainStatementRow: "nothing",
  confirmStatementReversal: "nothing",
  tryStatementRule: "nothing",
  createStatementRule: "nothing",
  deleteStatementRule: "nothing",
  saveStatementChart: "nothing",
  tryReadingRule: "nothing",
  tryMailRule: "nothing",
  removeReadingRule: "nothing",
  renewQuota: "nothing",
  removeOwnBank: "nothing",
  orderQuota: "nothing",
  grantQuota: "nothing",
  sendDeliveryAgain: "nothing",
  sendTestEvent: "nothing",
  changeNotices: "nothing",
  sendTestNotice: "nothing",
  testGatewayEmail: "nothing",
  testGatewayPublicAddress: "nothing",
  testGatewayTelegram: "nothing",
  switchLink: "nothing",
  removeLinkPicture: "nothing",

  // These operations remove access. The last one ends the session of these tests.
  removePerson: "nothing",
  withdrawInvitation: "nothing",
  endSession: "nothing",
  removeNoticeTarget: "nothing",
  revokeApiKey: "nothing",
  revokeOwnDevice: "nothing",
  disconnectMailbox: "nothing",
  endOtherSessions: "nothing",
  signOut: "nothing",
};

const guarded = Object.keys(needs).filter((operationId) =>
  needs[operationId]?.startsWith("a confirmed"),
);

/** These operations work before the sign-in. */
const doors = new Set([
  "signIn",
  "signUp",
  "openFirstAccount",
  "requestPasswordReset",
  "resetPassword",
  "openInvitation",
  "acceptInvitation",
]);

const changes = dashboardOperations.filter(
  ({ method, operationId }) => method !== "GET" && !doors.has(operationId),
);

const shop = await openShop();
const thief = await signedIn(shop);
const confirmedOwner = alwaysConfirmed(shop);

/** The fields of an operation that need a confirmed person, if its other fields do not. */
const guardedFields: Record<string, object> = {
  changeOwnAccount: { account_number: "0000000002" },
  switchReadingRule: { is_on: true },
  answerForApp: { is_bank: true, app_name: "Bank Contoh" },
  changeSettings: { webhook_url: "https://shop.example/hook" },
};

function attempt(operationId: string): Request {
  const request = dashboardRequest(operationId, unknownIds());
  const fields = guardedFields[operationId];
  return { ...request, ...(fields && { json: fields }) };
}

test("each operation documents whether it requires a confirmed person", () => {
  expect(Object.keys(needs).toSorted()).toEqual(
    changes.map(({ operationId }) => operationId).toSorted(),
  );
  const documented = changes.filter(({ refusals }) =>
    refusals.some(({ code }) => code === "confirmation_required"),
  );
  expect(documented.map(({ operationId }) => operationId).toSorted()).toEqual(guarded.toSorted());
});

test.each(guarded)("%s succeeds after the person enters a code", async (operationId) => {
  const { body } = await (await confirmedOwner()).send(attempt(operationId));
  expect(["confirmation_required", "unauthorized", "internal_error"]).not.toContain(body.code);
});

test.each(Object.entries(needs))("%s needs %s", async (operationId, need) => {
  const answer = await thief.send(attempt(operationId));
  if (need === "a confirmed person") return expectRefusal(answer, 403, "confirmation_required");
  if (need === "a confirmed operator") return expectRefusal(answer, 404, "not_found");
  expect(["confirmation_required", "unauthorized", "internal_error"]).not.toContain(
    answer.body.code,
  );
});

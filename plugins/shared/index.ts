export {
  CheckoutProblem,
  codeOf,
  findInvoice,
  followedCode,
  openInvoice,
  shownInvoice,
  withdrawInvoice,
  type Customer,
  type ShownInvoice,
} from "./invoices.ts";
export { nextStep, type OrderState } from "./next-step.ts";
export { refundBeingTaken } from "./refund-being-taken.ts";
export { bookRefund, RefundProblem, refundsOf, rupiahToTake } from "./refunds.ts";
export { settingsFrom, type Settings } from "./settings.ts";
export { extraTransfers, notes } from "./transfers.ts";
export { readWebhook } from "./webhook.ts";

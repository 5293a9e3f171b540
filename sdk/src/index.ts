export {
  AbortError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidArgumentError,
  InvalidRequestError,
  InvalidResponseError,
  MatchOutcomeUnknownError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TepatError,
  TimeoutError,
  type ClientErrorCode,
  type TepatErrorCode,
  type TepatErrorDetails,
} from "./errors.ts";
export type {
  Account,
  ChannelInstructions,
  ChannelType,
  CheckoutView,
  CreatePayment as CreatePaymentBody,
  CreateRefund,
  DeviceOfflineEvent,
  DeviceOnlineEvent,
  ErrorCode,
  EventDevice,
  InstructionStep,
  DeliveryAttempt,
  DeliveryWithAttempts,
  EventType,
  ListedEvent,
  WebhookEvent as EventBody,
  ListEventsQuery,
  ListMutationsQuery,
  ListPaymentsQuery,
  ListRefundsQuery,
  Mutation,
  OrderItem,
  OrderItemInput,
  Pagination,
  Payment,
  PaymentCancelledEvent,
  PaymentDifference,
  PaymentExpiredEvent,
  PaymentOverpaidEvent,
  PaymentPaidEvent,
  PaymentPartReceivedEvent,
  PaymentRefundedEvent,
  PaymentUnderpaidEvent,
  PaymentStatus,
  Refund,
  RefundStatus,
} from "./generated/types.gen.ts";
export type { WithLastResponse, LastResponse } from "./last-response.ts";
export type { RequestEvent, ResponseEvent, TepatEvents, TepatListener } from "./observers.ts";
export type {
  Fetch,
  FetchAnswer,
  FetchInit,
  FetchOptions,
  Logger,
  RequestOptions,
  TepatOptions,
} from "./options.ts";
export type { Events } from "./events.ts";
export type { List, Page } from "./pages.ts";
export type {
  CreatedPayment,
  CreatePayment,
  Done,
  GotOrCreatedPayment,
  Matching,
  Payments,
} from "./payments.ts";
export type { PlatformAbortSignal, PlatformHeaders } from "./platform.ts";
export type { RawAnswer, RawMethod, RawRequestOptions } from "./raw-request.ts";
export type { Refunds, SelectRefunds } from "./refunds.ts";
export type { Accounts, Channels, Checkout, Mutations } from "./resources.ts";
export { Tepat, type Webhooks } from "./tepat.ts";
export { version } from "./version.ts";
export {
  signTestWebhook,
  unwrapWebhook,
  WebhookVerificationError,
  type SignedWebhook,
  type TestWebhook,
  type UnwrapOptions,
  type VerifiedWebhook,
  type WebhookEvent,
  type WebhookFailure,
  type WebhookHeaders,
  type WebhookSecrets,
} from "./webhooks.ts";

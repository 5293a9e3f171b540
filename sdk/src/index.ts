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
  CreatePayment,
  DeviceEvent,
  ErrorCode,
  EventDevice,
  InstructionStep,
  Mutation,
  OrderItem,
  OrderItemInput,
  Pagination,
  Payment,
  PaymentEvent,
  PaymentStatus,
  WebhookEvent,
} from "./generated/types.gen.ts";
export type { Fetch, RequestOptions, TepatOptions } from "./options.ts";
export type { List, Page } from "./pages.ts";
export type { CreatedPayment, ListPaymentsQuery, Matching, Payments } from "./payments.ts";
export type { Accounts, Channels, Checkout, ListMutationsQuery, Mutations } from "./resources.ts";
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
  type WebhookFailure,
  type WebhookHeaders,
  type WebhookSecrets,
} from "./webhooks.ts";

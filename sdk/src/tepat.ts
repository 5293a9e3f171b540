import { connect } from "./connection.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { TepatOptions } from "./options.ts";
import { paymentsOf, type Payments } from "./payments.ts";
import {
  accountsOf,
  channelsOf,
  checkoutOf,
  mutationsOf,
  type Accounts,
  type Channels,
  type Checkout,
  type Mutations,
} from "./resources.ts";
import {
  signTestWebhook,
  unwrapWebhook,
  type SignedWebhook,
  type TestWebhook,
  type UnwrapOptions,
  type VerifiedWebhook,
  type WebhookHeaders,
  type WebhookSecrets,
} from "./webhooks.ts";

/** Calls that Tepat makes to your server. */
export interface Webhooks {
  /** The event, if it is Tepat's; throws WebhookVerificationError otherwise. Pass the body unparsed. */
  unwrap(
    rawBody: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    options?: Partial<UnwrapOptions>,
  ): Promise<VerifiedWebhook>;
  /** A webhook as Tepat sends it, for tests of your handler. */
  signTest(webhook: TestWebhook): Promise<SignedWebhook>;
}

/** One merchant at one gateway. Make it once and share it. */
export class Tepat {
  /** Your receiving accounts. */
  readonly accounts: Accounts;
  /** Your invoices. */
  readonly payments: Payments;
  /** How customers pay. */
  readonly channels: Channels;
  /** Incoming transfers. */
  readonly mutations: Mutations;
  /** What a customer is shown; needs no key. */
  readonly checkout: Checkout;
  /** What Tepat sends to your server. */
  readonly webhooks: Webhooks;

  /** Sends nothing yet. Throws InvalidArgumentError when an option cannot be right, and in a browser. */
  constructor(options: TepatOptions) {
    const connection = connect(options);
    this.accounts = accountsOf(connection);
    this.payments = paymentsOf(connection);
    this.channels = channelsOf(connection);
    this.mutations = mutationsOf(connection);
    this.checkout = checkoutOf(connection);
    this.webhooks = webhooksOf(options.webhookSecret);
  }
}

function webhooksOf(ownSecret: WebhookSecrets | undefined): Webhooks {
  const required = (secret = ownSecret): WebhookSecrets => {
    if (secret !== undefined) return secret;
    throw new InvalidArgumentError("Pass the webhook secret here or as webhookSecret to Tepat.");
  };
  return {
    unwrap: async (rawBody, headers, options = {}) =>
      unwrapWebhook(rawBody, headers, { ...options, secret: required(options.secret) }),
    signTest: async (webhook) => signTestWebhook({ ...webhook, secret: required(webhook.secret) }),
  };
}

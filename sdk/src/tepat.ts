import { connect, type Connection } from "./connection.ts";
import { eventsOf, type Events } from "./events.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { WithLastResponse } from "./last-response.ts";
import type { TepatEvents, TepatListener } from "./observers.ts";
import type { TepatOptions } from "./options.ts";
import { paymentsOf, type Payments } from "./payments.ts";
import { refundsOf, type Refunds } from "./refunds.ts";
import type { RawAnswer, RawMethod, RawRequestOptions } from "./raw-request.ts";
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

/** Webhooks: the requests that Tepat sends to your server. */
export interface Webhooks {
  /**
   * Verifies a webhook and returns its event. Pass the body unparsed.
   *
   * @throws {@link WebhookVerificationError} whose `reason` states the cause. Respond with 400.
   *
   * @example
   * ```ts
   * const event = await tepat.webhooks.unwrap(await request.text(), request.headers);
   * if (event.type === "payment.paid") await orders.settle(event.data.payment_code);
   * ```
   */
  unwrap(
    rawBody: string | Uint8Array | ArrayBuffer,
    headers: WebhookHeaders,
    options?: Partial<UnwrapOptions>,
  ): Promise<VerifiedWebhook>;
  /**
   * Creates a webhook as Tepat sends it, for tests of your handler.
   *
   * @throws {@link InvalidArgumentError} without a secret.
   *
   * @example
   * ```ts
   * const { body, headers } = await tepat.webhooks.signTest({ payload: event });
   * ```
   */
  signTest(webhook: TestWebhook): Promise<SignedWebhook>;
}

/**
 * The client of one merchant at one gateway. Create it once and share it.
 *
 * @example
 * ```ts
 * const tepat = new Tepat({ apiKey: process.env.TEPAT_API_KEY ?? "", baseUrl: "https://pay.example.com" });
 * ```
 */
export class Tepat {
  /** Your receiving accounts. */
  readonly accounts: Accounts;
  /** Your invoices. */
  readonly payments: Payments;
  /** The channels through which customers pay. */
  readonly channels: Channels;
  /** Refunds to customers. */
  readonly refunds: Refunds;
  /** Transfers, in and out. */
  readonly mutations: Mutations;
  /** The events that the webhooks report, as a list. */
  readonly events: Events;
  /** The data of the checkout page. No key is needed. */
  readonly checkout: Checkout;
  /** Verifies the webhooks that Tepat sends to your server. */
  readonly webhooks: Webhooks;

  readonly #connection: Connection;

  /**
   * Creates the client. Sends no request.
   *
   * @throws {@link InvalidArgumentError} when an option is invalid, or in a browser.
   */
  constructor(options: TepatOptions) {
    const connection = connect(options);
    this.#connection = connection;
    this.accounts = accountsOf(connection);
    this.payments = paymentsOf(connection);
    this.refunds = refundsOf(connection);
    this.channels = channelsOf(connection);
    this.mutations = mutationsOf(connection);
    this.events = eventsOf(connection);
    this.checkout = checkoutOf(connection);
    this.webhooks = webhooksOf(options.webhookSecret);
  }

  /**
   * Calls the listener for every attempt of every request, without keys and bodies. Returns a function that removes the
   * listener. If a listener throws, the SDK logs the error and the request continues.
   *
   * @throws {@link InvalidArgumentError} when there is no such event.
   *
   * @example
   * ```ts
   * tepat.on("response", ({ method, path, status, elapsedMilliseconds }) => {
   *   metrics.observe(method, path, status, elapsedMilliseconds);
   * });
   * ```
   */
  on<Name extends keyof TepatEvents>(name: Name, listener: TepatListener<Name>): () => void {
    const listeners = this.#connection.observers.listenersOf(name);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /**
   * Removes a listener that `on` has added.
   *
   * @throws {@link InvalidArgumentError} when there is no such event.
   *
   * @example
   * ```ts
   * tepat.off("response", listener);
   * ```
   */
  off<Name extends keyof TepatEvents>(name: Name, listener: TepatListener<Name>): void {
    this.#connection.observers.listenersOf(name).delete(listener);
  }

  /**
   * Sends a request for which this SDK has no method. The request carries the key. Errors and retries are as for other
   * calls, but a POST is sent once unless you pass `maxRetries`.
   *
   * @throws {@link InvalidArgumentError} when the path leads away from `baseUrl`; otherwise as any call.
   *
   * @example
   * ```ts
   * const { data, lastResponse } = await tepat.rawRequest<Account[]>("GET", "/gateway/accounts");
   * ```
   */
  async rawRequest<Data = unknown>(
    method: RawMethod,
    path: string,
    options?: RawRequestOptions,
  ): Promise<WithLastResponse<RawAnswer<Data>>> {
    const answer = await this.#connection.sendRaw(method, path, options);
    return answer as WithLastResponse<RawAnswer<Data>>;
  }
}

function webhooksOf(ownSecret: WebhookSecrets | undefined): Webhooks {
  const required = (secret = ownSecret): WebhookSecrets => {
    if (secret !== undefined) return secret;
    throw new InvalidArgumentError(
      "No webhook secret was given. Pass it here, or webhookSecret to new Tepat().",
    );
  };
  return {
    unwrap: async (rawBody, headers, options = {}) =>
      unwrapWebhook(rawBody, headers, { ...options, secret: required(options.secret) }),
    signTest: async (webhook) => signTestWebhook({ ...webhook, secret: required(webhook.secret) }),
  };
}

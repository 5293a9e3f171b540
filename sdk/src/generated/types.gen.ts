// This file is auto-generated from openapi/openapi.json
/**
 * One line of the customer's order.
 */
export type OrderItemInput = {
  /**
   * Product SKU.
   */
  sku?: string | null;
  /**
   * Product name.
   */
  name: string;
  /**
   * Unit price, whole rupiah. A discount is an item with a negative price.
   */
  price: number;
  /**
   * Number of units, at least 1.
   */
  quantity: number;
  /**
   * Whole rupiah. Required, and overwritten by the service with price × quantity.
   */
  subtotal: number;
  /**
   * Product page. The checkout page links it only when it is http(s).
   */
  product_url?: string | null;
  /**
   * Product image. The checkout page shows it only when it is https.
   */
  image_url?: string | null;
};

/**
 * The type of an event.
 */
export type EventType =
  | "payment.paid"
  | "payment.expired"
  | "payment.cancelled"
  | "payment.part_received"
  | "payment.underpaid"
  | "payment.overpaid"
  | "payment.refunded"
  | "device.offline"
  | "device.online";

/**
 * A receiving account of the merchant.
 */
export type Account = {
  /**
   * Send it as `account_id` when creating a payment.
   */
  account_id: string;
  /**
   * Bank account number; for QRIS the NMID or the merchant's label.
   */
  account_number: string | null;
  /**
   * Account holder.
   */
  account_name: string | null;
  /**
   * Smallest `payment_amount`, whole rupiah.
   */
  account_min_amount: number;
  /**
   * Largest `payment_amount`, whole rupiah. Null means that only the limit of every payment applies, 9007199254739992. Never null for QRIS, whose codes carry at most 9999999999999, including the unique amount.
   */
  account_max_amount: number | null;
  /**
   * True if new payments can use the account.
   */
  account_active: boolean;
  /**
   * Days of use left. The first payment of a local day takes 1; further payments on that day take nothing and stay allowed even at 0.
   */
  account_quota: number;
  /**
   * The channel; see its instructions.
   */
  channel_id: string;
  channel_type: ChannelType;
  /**
   * Bank or institution.
   */
  channel_name: string | null;
  /**
   * Mobile banking app; null for QRIS.
   */
  app_id: string | null;
  /**
   * Name of the app.
   */
  app_name: string | null;
  /**
   * Android package whose notifications announce the transfers.
   */
  app_package: string | null;
};

/**
 * `TRANSFER` is a bank transfer, `QRIS` a dynamic QRIS code.
 */
export type ChannelType = "TRANSFER" | "QRIS";

/**
 * An invoice.
 */
export type Payment = {
  /**
   * Assigned by the service.
   */
  payment_id: string;
  /**
   * The merchant's own code.
   */
  payment_code: string;
  /**
   * Amount without the unique amount, whole rupiah.
   */
  payment_amount: number;
  /**
   * Unique amount, 1 to 999 whole rupiah.
   */
  payment_unique: number;
  /**
   * The exact sum to pay, whole rupiah: payment_amount + payment_unique.
   */
  payment_total: number;
  payment_status: PaymentStatus;
  /**
   * Deadline, UTC. Exact for every reader.
   */
  payment_expired_at: string;
  /**
   * Last change of status, or creation, UTC.
   */
  payment_updated_at: string;
  /**
   * Webhook address of this payment.
   */
  payment_webhook_url: string | null;
  /**
   * The public checkout page.
   */
  payment_checkout_url: string;
  /**
   * The address to which the customer returns after paying.
   */
  payment_return_url: string | null;
  /**
   * Customer's name.
   */
  customer_name: string | null;
  /**
   * Customer's email address.
   */
  customer_email: string | null;
  /**
   * Customer's phone.
   */
  customer_phone: string | null;
  /**
   * Order items; null when none were given.
   */
  customer_orders: Array<OrderItem> | null;
  /**
   * Receiving account.
   */
  account_id: string;
  /**
   * The account's number (QRIS: the QRIS identifier).
   */
  account_number: string | null;
  /**
   * The account's holder.
   */
  account_name: string | null;
  /**
   * The account's channel.
   */
  channel_id: string | null;
  /**
   * Bank or method.
   */
  channel_name: string | null;
  /**
   * Kind of its channel.
   */
  channel_type: ChannelType | null;
  /**
   * The payment steps; can be empty.
   */
  channel_instructions: Array<InstructionStep>;
  /**
   * True if matched manually.
   */
  is_manual_match: boolean;
  /**
   * Mutation linked in a manual match.
   */
  manual_matched_mutation_id: string | null;
  /**
   * Your own notes from the creation of the payment. Left out for a payment without notes, and by get and list unless you request `include=metadata`. Customers never see them.
   */
  metadata?: {
    [key: string]: string;
  };
};

/**
 * `PENDING` waits for the customer; the other three are final.
 */
export type PaymentStatus = "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";

/**
 * One line of the customer's order, as stored.
 */
export type OrderItem = {
  /**
   * Product SKU; left out when none was given.
   */
  sku?: string;
  /**
   * Product name.
   */
  name: string;
  /**
   * Unit price, whole rupiah; negative for a discount.
   */
  price: number;
  /**
   * Number of units.
   */
  quantity: number;
  /**
   * price × quantity, whole rupiah, computed by the service.
   */
  subtotal: number;
  /**
   * Product page.
   */
  product_url: string | null;
  /**
   * Product image.
   */
  image_url: string | null;
};

/**
 * One step of paying through a channel.
 */
export type InstructionStep = {
  /**
   * Step number, from 1.
   */
  step: number;
  /**
   * The step in a few words.
   */
  title: string;
  /**
   * The step in full.
   */
  content: string;
};

/**
 * The position of a page in its list.
 */
export type Pagination = {
  /**
   * Records in all.
   */
  total: number;
  /**
   * Records on this page.
   */
  count: number;
  /**
   * Page size that was used.
   */
  per_page: number;
  /**
   * Number of this page.
   */
  current_page: number;
  /**
   * Number of pages; 0 when there are no records.
   */
  total_pages: number;
  /**
   * Only in a list by time: send it as `cursor` to go on; null at the end.
   */
  next_cursor?: string | null;
};

/**
 * Money of an invoice that the merchant owes to the customer, or has sent.
 */
export type Refund = {
  /**
   * Assigned by the service.
   */
  refund_id: string;
  /**
   * The invoice.
   */
  payment_code: string;
  /**
   * Your own name of it; null if it was recorded in the dashboard.
   */
  reference: string | null;
  /**
   * The amount of the refund, whole rupiah.
   */
  amount: number;
  /**
   * The part of `amount` that returns a surplus: money beyond the total of a PAID invoice, such as a second transfer. The rest is money of your order. A refund that a person records in the dashboard returns the surplus first; yours returns none. Later transfers and refunds do not change it.
   */
  surplus_amount: number;
  /**
   * Why.
   */
  reason: string;
  refund_status: RefundStatus;
  /**
   * The time of sending, UTC, as a person recorded it; null while the refund is owed.
   */
  sent_at: string | null;
  /**
   * To whom and how, for example a name and an account; null while it is owed.
   */
  sent_to: string | null;
  /**
   * The time of recording, UTC.
   */
  created_at: string;
};

/**
 * `OWED`: the merchant has to send the money, which Tepat cannot. `SENT`: a person has recorded in the dashboard when it was sent, and to whom.
 */
export type RefundStatus = "OWED" | "SENT";

/**
 * A channel and its payment steps for customers.
 */
export type ChannelInstructions = {
  /**
   * The channel that was asked for.
   */
  channel_id: string;
  /**
   * The steps, in order; can be empty.
   */
  instructions: Array<InstructionStep>;
};

/**
 * A transfer that a Worker reported.
 */
export type Mutation = {
  /**
   * Mutation id.
   */
  id: string;
  /**
   * Worker device that reported it.
   */
  device_id: string;
  /**
   * Notification title.
   */
  title: string | null;
  /**
   * Notification text.
   */
  body: string | null;
  /**
   * The notification's own time, UTC.
   */
  posted_at: string;
  /**
   * Amount read from the text, whole rupiah.
   */
  amount_parsed: number;
  /**
   * Sender read from the text.
   */
  sender_parsed: string | null;
  /**
   * `CREDIT` is money in, `DEBIT` money out.
   */
  type_parsed: "CREDIT" | "DEBIT" | null;
  /**
   * Currency read from the text, such as `IDR`.
   */
  currency_parsed: string | null;
  /**
   * True if the mutation paid an invoice.
   */
  is_matched: boolean;
  /**
   * The invoice it paid.
   */
  matched_payment_id: string | null;
  /**
   * That invoice's code.
   */
  matched_payment_code: string | null;
  /**
   * The time of recording, UTC.
   */
  created_at: string;
  /**
   * Device name.
   */
  device_name: string | null;
  /**
   * Package of the app that posted the notification.
   */
  package_name: string | null;
  /**
   * Name of that app.
   */
  app_name: string | null;
  /**
   * Version of that app.
   */
  app_version: string | null;
  /**
   * Receiving account, when it is known: the paid invoice's, or the only one that the notification can mean.
   */
  account_number: string | null;
  /**
   * The account's holder.
   */
  account_name: string | null;
  /**
   * The account's bank.
   */
  bank_name: string | null;
  /**
   * Kind of its channel.
   */
  bank_type: ChannelType | null;
};

/**
 * An event that has a webhook, sent or not.
 */
export type ListedEvent = {
  /**
   * The webhook-id of its webhook. Use it to ignore repeats.
   */
  event_id: string;
  event_type: EventType;
  /**
   * The time of recording, UTC. `body.timestamp` is the time of the event: for an expiry, the deadline.
   */
  created_at: string;
  /**
   * The invoice that it is about; null for an event about a phone.
   */
  payment_code: string | null;
  body: WebhookEvent;
};

/**
 * Body of a webhook: its `type` says what `data` is, and of a payment that has ended what its `payment_status` is.
 */
export type WebhookEvent =
  | ({
      type: "payment.paid";
    } & PaymentPaidEvent)
  | ({
      type: "payment.expired";
    } & PaymentExpiredEvent)
  | ({
      type: "payment.cancelled";
    } & PaymentCancelledEvent)
  | ({
      type: "payment.part_received";
    } & PaymentPartReceivedEvent)
  | ({
      type: "payment.underpaid";
    } & PaymentUnderpaidEvent)
  | ({
      type: "payment.overpaid";
    } & PaymentOverpaidEvent)
  | ({
      type: "payment.refunded";
    } & PaymentRefundedEvent)
  | ({
      type: "device.offline";
    } & DeviceOfflineEvent)
  | ({
      type: "device.online";
    } & DeviceOnlineEvent);

/**
 * Body of the webhook `payment.paid`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, `data.customer_orders` is null: read the payment for them.
 */
export type PaymentPaidEvent = {
  /**
   * Always `payment.paid`.
   */
  type: "payment.paid";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: {
    /**
     * Assigned by the service.
     */
    payment_id: string;
    /**
     * The merchant's own code.
     */
    payment_code: string;
    /**
     * Amount without the unique amount, whole rupiah.
     */
    payment_amount: number;
    /**
     * Unique amount, 1 to 999 whole rupiah.
     */
    payment_unique: number;
    /**
     * The exact sum to pay, whole rupiah: payment_amount + payment_unique.
     */
    payment_total: number;
    /**
     * Always `PAID`.
     */
    payment_status: "PAID";
    /**
     * Deadline, UTC. Exact for every reader.
     */
    payment_expired_at: string;
    /**
     * Last change of status, or creation, UTC.
     */
    payment_updated_at: string;
    /**
     * Webhook address of this payment.
     */
    payment_webhook_url: string | null;
    /**
     * The public checkout page.
     */
    payment_checkout_url: string;
    /**
     * The address to which the customer returns after paying.
     */
    payment_return_url: string | null;
    /**
     * Customer's name.
     */
    customer_name: string | null;
    /**
     * Customer's email address.
     */
    customer_email: string | null;
    /**
     * Customer's phone.
     */
    customer_phone: string | null;
    /**
     * Order items; null when none were given.
     */
    customer_orders: Array<OrderItem> | null;
    /**
     * Receiving account.
     */
    account_id: string;
    /**
     * The account's number (QRIS: the QRIS identifier).
     */
    account_number: string | null;
    /**
     * The account's holder.
     */
    account_name: string | null;
    /**
     * The account's channel.
     */
    channel_id: string | null;
    /**
     * Bank or method.
     */
    channel_name: string | null;
    /**
     * Kind of its channel.
     */
    channel_type: ChannelType | null;
    /**
     * The payment steps; can be empty.
     */
    channel_instructions: Array<InstructionStep>;
    /**
     * True if matched manually.
     */
    is_manual_match: boolean;
    /**
     * Mutation linked in a manual match.
     */
    manual_matched_mutation_id: string | null;
    /**
     * Your own notes from the creation of the payment. Left out for a payment without notes, and by get and list unless you request `include=metadata`. Customers never see them.
     */
    metadata?: {
      [key: string]: string;
    };
  };
};

/**
 * Body of the webhook `payment.expired`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, `data.customer_orders` is null: read the payment for them.
 */
export type PaymentExpiredEvent = {
  /**
   * Always `payment.expired`.
   */
  type: "payment.expired";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: {
    /**
     * Assigned by the service.
     */
    payment_id: string;
    /**
     * The merchant's own code.
     */
    payment_code: string;
    /**
     * Amount without the unique amount, whole rupiah.
     */
    payment_amount: number;
    /**
     * Unique amount, 1 to 999 whole rupiah.
     */
    payment_unique: number;
    /**
     * The exact sum to pay, whole rupiah: payment_amount + payment_unique.
     */
    payment_total: number;
    /**
     * Always `EXPIRED`.
     */
    payment_status: "EXPIRED";
    /**
     * Deadline, UTC. Exact for every reader.
     */
    payment_expired_at: string;
    /**
     * Last change of status, or creation, UTC.
     */
    payment_updated_at: string;
    /**
     * Webhook address of this payment.
     */
    payment_webhook_url: string | null;
    /**
     * The public checkout page.
     */
    payment_checkout_url: string;
    /**
     * The address to which the customer returns after paying.
     */
    payment_return_url: string | null;
    /**
     * Customer's name.
     */
    customer_name: string | null;
    /**
     * Customer's email address.
     */
    customer_email: string | null;
    /**
     * Customer's phone.
     */
    customer_phone: string | null;
    /**
     * Order items; null when none were given.
     */
    customer_orders: Array<OrderItem> | null;
    /**
     * Receiving account.
     */
    account_id: string;
    /**
     * The account's number (QRIS: the QRIS identifier).
     */
    account_number: string | null;
    /**
     * The account's holder.
     */
    account_name: string | null;
    /**
     * The account's channel.
     */
    channel_id: string | null;
    /**
     * Bank or method.
     */
    channel_name: string | null;
    /**
     * Kind of its channel.
     */
    channel_type: ChannelType | null;
    /**
     * The payment steps; can be empty.
     */
    channel_instructions: Array<InstructionStep>;
    /**
     * True if matched manually.
     */
    is_manual_match: boolean;
    /**
     * Mutation linked in a manual match.
     */
    manual_matched_mutation_id: string | null;
    /**
     * Your own notes from the creation of the payment. Left out for a payment without notes, and by get and list unless you request `include=metadata`. Customers never see them.
     */
    metadata?: {
      [key: string]: string;
    };
  };
};

/**
 * Body of the webhook `payment.cancelled`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, `data.customer_orders` is null: read the payment for them.
 */
export type PaymentCancelledEvent = {
  /**
   * Always `payment.cancelled`.
   */
  type: "payment.cancelled";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: {
    /**
     * Assigned by the service.
     */
    payment_id: string;
    /**
     * The merchant's own code.
     */
    payment_code: string;
    /**
     * Amount without the unique amount, whole rupiah.
     */
    payment_amount: number;
    /**
     * Unique amount, 1 to 999 whole rupiah.
     */
    payment_unique: number;
    /**
     * The exact sum to pay, whole rupiah: payment_amount + payment_unique.
     */
    payment_total: number;
    /**
     * Always `CANCELLED`.
     */
    payment_status: "CANCELLED";
    /**
     * Deadline, UTC. Exact for every reader.
     */
    payment_expired_at: string;
    /**
     * Last change of status, or creation, UTC.
     */
    payment_updated_at: string;
    /**
     * Webhook address of this payment.
     */
    payment_webhook_url: string | null;
    /**
     * The public checkout page.
     */
    payment_checkout_url: string;
    /**
     * The address to which the customer returns after paying.
     */
    payment_return_url: string | null;
    /**
     * Customer's name.
     */
    customer_name: string | null;
    /**
     * Customer's email address.
     */
    customer_email: string | null;
    /**
     * Customer's phone.
     */
    customer_phone: string | null;
    /**
     * Order items; null when none were given.
     */
    customer_orders: Array<OrderItem> | null;
    /**
     * Receiving account.
     */
    account_id: string;
    /**
     * The account's number (QRIS: the QRIS identifier).
     */
    account_number: string | null;
    /**
     * The account's holder.
     */
    account_name: string | null;
    /**
     * The account's channel.
     */
    channel_id: string | null;
    /**
     * Bank or method.
     */
    channel_name: string | null;
    /**
     * Kind of its channel.
     */
    channel_type: ChannelType | null;
    /**
     * The payment steps; can be empty.
     */
    channel_instructions: Array<InstructionStep>;
    /**
     * True if matched manually.
     */
    is_manual_match: boolean;
    /**
     * Mutation linked in a manual match.
     */
    manual_matched_mutation_id: string | null;
    /**
     * Your own notes from the creation of the payment. Left out for a payment without notes, and by get and list unless you request `include=metadata`. Customers never see them.
     */
    metadata?: {
      [key: string]: string;
    };
  };
};

/**
 * Body of the webhook `payment.part_received`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest `timestamp` has the current state.
 */
export type PaymentPartReceivedEvent = {
  /**
   * Always `payment.part_received`.
   */
  type: "payment.part_received";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: PaymentDifference;
};

/**
 * The money of an invoice after a person has decided about it.
 */
export type PaymentDifference = {
  /**
   * The invoice.
   */
  payment_id: string;
  /**
   * The payment's code.
   */
  payment_code: string;
  payment_status: PaymentStatus;
  /**
   * The invoice's total, whole rupiah.
   */
  payment_total: number;
  /**
   * The sum received in all, whole rupiah.
   */
  received_total: number;
  /**
   * The sum of all refunds of the payment.
   */
  refunded_total: number;
  /**
   * The amount received, less refunds, less the amount due: the total if the payment is PAID, otherwise 0. Below 0 the difference is waived. Null while parts wait for a decision.
   */
  kept_difference: number | null;
  /**
   * The change of `received_total`, whole rupiah; negative if money was taken away.
   */
  received_amount: number;
  /**
   * The change of `refunded_total`, whole rupiah; negative if a mistaken refund was withdrawn.
   */
  refunded_amount: number;
};

/**
 * Body of the webhook `payment.underpaid`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest `timestamp` has the current state.
 */
export type PaymentUnderpaidEvent = {
  /**
   * Always `payment.underpaid`.
   */
  type: "payment.underpaid";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: PaymentDifference;
};

/**
 * Body of the webhook `payment.overpaid`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest `timestamp` has the current state.
 */
export type PaymentOverpaidEvent = {
  /**
   * Always `payment.overpaid`.
   */
  type: "payment.overpaid";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: PaymentDifference;
};

/**
 * Body of the webhook `payment.refunded`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest `timestamp` has the current state.
 */
export type PaymentRefundedEvent = {
  /**
   * Always `payment.refunded`.
   */
  type: "payment.refunded";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: PaymentDifference;
};

/**
 * Body of the webhook `device.offline`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest `timestamp` has the current state.
 */
export type DeviceOfflineEvent = {
  /**
   * Always `device.offline`.
   */
  type: "device.offline";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: EventDevice;
};

/**
 * The device that an event is about.
 */
export type EventDevice = {
  /**
   * The device.
   */
  device_id: string;
  /**
   * The phone's name.
   */
  device_name: string;
  /**
   * Phone model.
   */
  model: string | null;
  /**
   * The phone's last sign of life when the webhook was written.
   */
  last_seen_at: string | null;
};

/**
 * Body of the webhook `device.online`. The same bytes are sent on every attempt. Deliveries can arrive out of order. The one with the newest `timestamp` has the current state.
 */
export type DeviceOnlineEvent = {
  /**
   * Always `device.online`.
   */
  type: "device.online";
  /**
   * The time of the event.
   */
  timestamp: string;
  data: EventDevice;
};

/**
 * A delivery and what became of it.
 */
export type DeliveryWithAttempts = {
  /**
   * The webhook-id header of every attempt.
   */
  delivery_id: string;
  /**
   * Such as `payment.paid`.
   */
  event_type: string;
  /**
   * The invoice that it is about; null for other events.
   */
  payment_code: string | null;
  /**
   * The device that it is about.
   */
  device_name: string | null;
  /**
   * The webhook URL.
   */
  url: string;
  /**
   * `PENDING` waits for its first attempt, `RETRYING` for the next one; `FAILED` is not retried automatically.
   */
  delivery_status: "PENDING" | "RETRYING" | "SUCCESS" | "FAILED";
  /**
   * Attempts so far.
   */
  attempt_count: number;
  /**
   * The time of the event, UTC.
   */
  created_at: string;
  /**
   * The time of the next automatic attempt, UTC; null if there is none.
   */
  next_attempt_at: string | null;
  /**
   * The body, byte for byte; null before the first attempt.
   */
  body: string | null;
  /**
   * Every attempt, in order.
   */
  attempts: Array<DeliveryAttempt>;
};

/**
 * One HTTP try of a delivery.
 */
export type DeliveryAttempt = {
  /**
   * From 1.
   */
  attempt_number: number;
  /**
   * True if a person requested the attempt.
   */
  is_manual: boolean;
  /**
   * The time of the attempt, UTC.
   */
  started_at: string;
  /**
   * The duration, in milliseconds.
   */
  duration_ms: number;
  /**
   * The answer's status; null without one.
   */
  http_status: number | null;
  /**
   * Why there was no complete answer, such as `timeout`.
   */
  error_code: string | null;
  /**
   * The beginning of the answer's body. It is text: show it as text.
   */
  response_head: string | null;
  /**
   * The answer's headers, one `name: value` in each line, at most 40. Values that could grant access are `[redacted]`. Kept for failed attempts and for those that a person asked for; otherwise null.
   */
  response_headers: string | null;
};

/**
 * The data of the public checkout page.
 */
export type CheckoutView = {
  /**
   * Invoice code.
   */
  payment_code: string;
  /**
   * Amount without the unique amount, whole rupiah.
   */
  amount_original: number;
  /**
   * Unique amount, 1 to 999 whole rupiah.
   */
  amount_unique: number;
  /**
   * Amount to pay, exactly, whole rupiah.
   */
  amount_total: number;
  status: PaymentStatus;
  /**
   * Deadline, UTC.
   */
  expires_at: string;
  /**
   * Creation, UTC.
   */
  created_at: string;
  /**
   * Customer's name.
   */
  customer_name: string;
  /**
   * Customer's email address.
   */
  customer_email: string | null;
  /**
   * Customer's phone.
   */
  customer_phone: string | null;
  /**
   * Merchant's return address; https.
   */
  return_url: string | null;
  /**
   * return_url with the query parameter `payment_code` added, or in place of one that it has.
   */
  redirect_url: string | null;
  /**
   * Order items as a JSON string: an array of OrderItem.
   */
  order_items: string;
  /**
   * Receiving account; empty when EXPIRED or CANCELLED.
   */
  account_number: string;
  /**
   * The account's holder; empty when EXPIRED or CANCELLED.
   */
  account_name: string;
  /**
   * Bank or institution.
   */
  bank_name: string;
  bank_type: ChannelType;
  /**
   * Mobile banking app; empty when there is none.
   */
  app_name: string;
  /**
   * Instructions as a JSON string: an array of InstructionStep, empty when EXPIRED or CANCELLED.
   */
  instructions: string;
  /**
   * The merchant's NMID in the QRIS code. QRIS only.
   */
  qris_id?: string | null;
  /**
   * The merchant name in the QRIS code. QRIS only.
   */
  qris_name?: string | null;
  /**
   * The city in the QRIS code. QRIS only.
   */
  qris_city?: string | null;
  /**
   * QRIS only: content of the QR code, carrying exactly amount_total. Null unless PENDING.
   */
  qris_payload?: string | null;
};

/**
 * A new invoice.
 */
export type CreatePayment = {
  /**
   * One of your accounts.
   */
  account_id: string;
  /**
   * The merchant's own invoice code and idempotency key: 1 to 128 characters, no control characters, no space at either end, not `.` or `..`. Unique per merchant for ever, compared byte for byte. Percent-encode it in paths (`INV/2026/11` is `INV%2F2026%2F11`).
   */
  payment_code: string;
  /**
   * Whole rupiah before the unique amount, within the account's bounds. A JSON integer.
   */
  payment_amount: number;
  /**
   * Deadline: ISO 8601 with `Z`, `±hh:mm`, `±hhmm` or `±hh`, with optional seconds. The time must exist and lie in the future by the database's clock; otherwise Tepat returns `invalid_expired_at`, and `message` says what is wrong. Tepat keeps the time to the millisecond.
   */
  payment_expired_at: string;
  /**
   * Customer's name.
   */
  customer_name: string;
  /**
   * Email address. One of email and phone must be given.
   */
  customer_email?: string | null;
  /**
   * Phone. One of email and phone must be given.
   */
  customer_phone?: string | null;
  /**
   * Webhook address of this payment, instead of the merchant's default: http or https, any port but those that browsers refuse, and a public host unless the operator allows private ones.
   */
  payment_webhook_url?: string | null;
  /**
   * The address to which the customer returns after paying; https only.
   */
  payment_return_url?: string | null;
  /**
   * Order items. price × quantity over all of them must equal payment_amount, and each product must be between −(2^53 − 1) and 2^53 − 1. An empty array is the same as none.
   */
  customer_orders?: Array<OrderItemInput> | null;
  /**
   * Your own notes, such as `{"order_id": "A-17"}`: at most 20 keys of 1 to 40 characters, without control characters or a space at either end, and texts of at most 500 characters. Search for `key:value` in the dashboard. Customers never see it. `{}` is the same as none.
   */
  metadata?: {
    [key: string]: string;
  } | null;
};

/**
 * The transfer to match; you can leave the body out.
 */
export type MatchPayment = {
  /**
   * The unmatched CREDIT mutation to link. One that is unknown, already matched, a DEBIT or another merchant's is `not_found`.
   */
  mutation_id?: string | null;
};

/**
 * A new refund.
 */
export type CreateRefund = {
  /**
   * Your own name of the refund and its idempotency key, unique among your refunds, for example the id of the refund in your shop.
   */
  reference: string;
  /**
   * The amount of the refund, whole rupiah. At most the money received and not refunded yet.
   */
  amount: number;
  /**
   * Why. The people who send the money read it; customers do not.
   */
  reason: string;
  /**
   * The id of a refund that a person recorded without a `reference`. Tepat adds your reference to it and changes nothing else, so your books and the gateway's have one refund. If that refund has another amount or already has a reference, Tepat returns `refund_reference_conflict`.
   */
  recorded_refund_id?: string | null;
};

/**
 * Nothing: an empty object.
 */
export type ResendEvent = {
  [key: string]: unknown;
};

/**
 * Envelope of a successful answer.
 */
export type SuccessEnvelope = {
  /**
   * True: the request was carried out.
   */
  success: boolean;
  /**
   * Always `ok`.
   */
  message: "ok";
};

/**
 * Envelope of an answer with status 201.
 */
export type CreatedEnvelope = {
  /**
   * True: the request was carried out.
   */
  success: boolean;
  /**
   * Always `created`.
   */
  message: "created";
};

/**
 * Envelope of one page of a list.
 */
export type PaginatedEnvelope = {
  /**
   * True: the request was carried out.
   */
  success: boolean;
  /**
   * Always `ok`.
   */
  message: "ok";
  pagination: Pagination;
};

/**
 * Envelope of a refusal.
 */
export type ErrorEnvelope = {
  /**
   * False: the request was refused.
   */
  success: boolean;
  code: ErrorCode;
  /**
   * Says to a person what happened and what to do next.
   */
  message: string;
};

/**
 * Envelope of a refusal that names the invalid fields.
 */
export type ValidationErrorEnvelope = {
  /**
   * False: the request was refused.
   */
  success: boolean;
  /**
   * Always `validation_error`.
   */
  code: "validation_error";
  /**
   * Says to a person what happened and what to do next.
   */
  message: string;
  /**
   * Field name to what is wrong with it.
   */
  errors: {
    [key: string]: string;
  };
};

/**
 * Identifies an error. Compare it exactly; a few codes are sentences. `unauthorized` is reserved: no path here answers it.
 */
export type ErrorCode =
  | "tenant_api_key_required"
  | "unauthorized"
  | "rate_limited"
  | "bad_request"
  | "invalid request body"
  | "validation_error"
  | "invalid_expired_at"
  | "X-Totp-Code header is required"
  | "invalid totp code"
  | "channel_id is required"
  | "account_not_owned"
  | "no_active_quota"
  | "totp_not_enabled"
  | "not_found"
  | "payment_not_cancellable"
  | "payment_code_conflict"
  | "unique_amount_conflict"
  | "refund_reference_conflict"
  | "refund_exceeds_received"
  | "conflict"
  | "internal_error";

/** The query of `listPayments`. */
export type ListPaymentsQuery = {
  /**
   * Page number, from 1.
   */
  page?: number;
  /**
   * Records a page. More than 100 is treated as 100.
   */
  per_page?: number;
  /**
   * Lists only what was created then or later, the newest first.
   */
  since?: string;
  /**
   * Lists only what was created earlier.
   */
  until?: string;
  /**
   * Lists only what was created or has changed then or later, in the order of the changes, the oldest first. Not together with `since` or `until`.
   */
  updated_since?: string;
  /**
   * `next_cursor` of the answer before, with the same other parameters. Not together with `page`.
   */
  cursor?: string;
  /**
   * Lists only invoices with this status.
   */
  status?: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
  /**
   * `metadata` adds the notes to each invoice that has some.
   */
  include?: "metadata";
};

/** The query of `getPayment`. */
export type GetPaymentQuery = {
  /**
   * `metadata` adds the notes to each invoice that has some.
   */
  include?: "metadata";
};

/** The query of `listPaymentRefunds`. */
export type ListPaymentRefundsQuery = {
  /**
   * Page number, from 1.
   */
  page?: number;
  /**
   * Records a page. More than 100 is treated as 100.
   */
  per_page?: number;
};

/** The query of `listRefunds`. */
export type ListRefundsQuery = {
  /**
   * Page number, from 1.
   */
  page?: number;
  /**
   * Records a page. More than 100 is treated as 100.
   */
  per_page?: number;
  /**
   * Only refunds recorded at this time or later.
   */
  since?: string;
  /**
   * Only refunds recorded before this time.
   */
  until?: string;
  /**
   * Only refunds with this status.
   */
  refund_status?: "OWED" | "SENT";
};

/** The query of `listMutations`. */
export type ListMutationsQuery = {
  /**
   * Page number, from 1.
   */
  page?: number;
  /**
   * Records a page. More than 100 is treated as 100.
   */
  per_page?: number;
  /**
   * Lists only what was created then or later, the newest first.
   */
  since?: string;
  /**
   * Lists only what was created earlier.
   */
  until?: string;
  /**
   * Lists only what was created or has changed then or later, in the order of the changes, the oldest first. Not together with `since` or `until`.
   */
  updated_since?: string;
  /**
   * `next_cursor` of the answer before, with the same other parameters. Not together with `page`.
   */
  cursor?: string;
  /**
   * `true` lists only mutations that paid no invoice. Any case, also `1` and `0`.
   */
  only_unmatched?: boolean;
};

/** The query of `listEvents`. */
export type ListEventsQuery = {
  /**
   * Records a page. More than 100 is treated as 100.
   */
  per_page?: number;
  /**
   * Lists only events recorded from then on.
   */
  since?: string;
  /**
   * Lists only events recorded before then.
   */
  until?: string;
  /**
   * Lists only events of this type.
   */
  event_type?: EventType;
  /**
   * `next_cursor` of the answer before, with the same other parameters.
   */
  cursor?: string;
};

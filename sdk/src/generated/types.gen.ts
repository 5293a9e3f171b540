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
   * Whole rupiah. Required, but Tepat replaces the value with price × quantity.
   */
  subtotal: number;
  /**
   * The address of the product page. The checkout page shows the link only if the address is http(s).
   */
  product_url?: string | null;
  /**
   * The address of the product image. The checkout page shows the image only if the address is https.
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
   * The account's id. Send this id as `account_id` when you create a payment.
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
   * Largest `payment_amount`, whole rupiah. If null, only the general limit applies, 9007199254739992. Never null for QRIS, because QRIS codes carry at most 9999999999999, including the unique amount.
   */
  account_max_amount: number | null;
  /**
   * True if new payments can use the account.
   */
  account_active: boolean;
  /**
   * The day quota left. The first payment of a local day takes 1. Further payments on that day take none, even if no days are left. If the operator sets the quota to 0, the account takes no payments at once.
   */
  account_quota: number;
  /**
   * The account's channel.
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
   * Android package of the app whose notifications report transfers.
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
   * The id that Tepat assigned to the payment.
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
   * The exact amount to pay, whole rupiah: `payment_amount` + `payment_unique`.
   */
  payment_total: number;
  payment_status: PaymentStatus;
  /**
   * The payment's deadline, UTC. From that time on, no response shows the payment as PENDING.
   */
  payment_expired_at: string;
  /**
   * The time of the last status change, or of creation, UTC.
   */
  payment_updated_at: string;
  /**
   * The webhook URL of this payment.
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
   * Customer's phone number.
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
   * The channel's type.
   */
  channel_type: ChannelType | null;
  /**
   * The payment steps. Can be empty.
   */
  channel_instructions: Array<InstructionStep>;
  /**
   * True if the payment was matched manually.
   */
  is_manual_match: boolean;
  /**
   * The mutation linked by a manual match.
   */
  manual_matched_mutation_id: string | null;
  /**
   * The notes that you sent when you created the payment. Absent if the payment has none. Get and list return the notes only with `include=metadata`. Customers never see the notes.
   */
  metadata?: {
    [key: string]: string;
  };
};

/**
 * `PENDING`: the invoice is not paid yet. The other three are final.
 */
export type PaymentStatus = "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";

/**
 * One line of the customer's order, as stored.
 */
export type OrderItem = {
  /**
   * Product SKU. Absent if you sent none.
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
   * price × quantity, whole rupiah, computed by Tepat.
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
   * The total number of records.
   */
  total: number;
  /**
   * The number of records on this page.
   */
  count: number;
  /**
   * The page size used.
   */
  per_page: number;
  /**
   * This page's number.
   */
  current_page: number;
  /**
   * The number of pages; 0 if there are no records.
   */
  total_pages: number;
  /**
   * Only in a list by time. Send this value as `cursor` to get the next page. Null on the last page.
   */
  next_cursor?: string | null;
};

/**
 * A refund that the merchant owes to a customer, or has sent.
 */
export type Refund = {
  /**
   * The id that Tepat assigned to the refund.
   */
  refund_id: string;
  /**
   * The invoice.
   */
  payment_code: string;
  /**
   * Your reference for the refund; null if a team member recorded the refund in the dashboard.
   */
  reference: string | null;
  /**
   * The amount of the refund, whole rupiah.
   */
  amount: number;
  /**
   * The part of `amount` that returns a surplus: money beyond the total of a PAID invoice, such as a second transfer. The rest returns money of the order itself. A refund recorded in the dashboard returns the surplus first; a refund from your server returns none. Later transfers and refunds do not change this value.
   */
  surplus_amount: number;
  /**
   * The reason for the refund.
   */
  reason: string;
  refund_status: RefundStatus;
  /**
   * The time of sending, UTC, as a team member recorded it; null while the refund is owed.
   */
  sent_at: string | null;
  /**
   * The recipient and the way, for example a name and an account number; null while the refund is owed.
   */
  sent_to: string | null;
  /**
   * The time of recording, UTC.
   */
  created_at: string;
};

/**
 * `OWED`: the merchant still has to send the money, because Tepat cannot. `SENT`: a team member recorded the time and the recipient in the dashboard.
 */
export type RefundStatus = "OWED" | "SENT";

/**
 * A channel and its payment steps for customers.
 */
export type ChannelInstructions = {
  /**
   * The requested channel.
   */
  channel_id: string;
  /**
   * The steps, in order. Can be empty.
   */
  instructions: Array<InstructionStep>;
};

/**
 * A transfer that a source reported.
 */
export type Mutation = {
  /**
   * Mutation id.
   */
  id: string;
  /**
   * The device that reported the mutation.
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
   * The invoice that the mutation paid.
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
   * The receiving account, if known: the paid invoice's account, or the only account that the notification can belong to.
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
   * The channel's type.
   */
  bank_type: ChannelType | null;
};

/**
 * An event with a webhook, sent or unsent.
 */
export type ListedEvent = {
  /**
   * The event's id, which its webhook carries as `webhook-id`. Use the id to ignore repeats.
   */
  event_id: string;
  event_type: EventType;
  /**
   * The time at which Tepat recorded the event, UTC. `body.timestamp` is the time of the event itself: for an expiry, the deadline.
   */
  created_at: string;
  /**
   * The invoice of the event; null for an event about a phone.
   */
  payment_code: string | null;
  body: WebhookEvent;
};

/**
 * The body of a webhook. `type` determines the shape of `data`. If the event ends a payment, `type` also determines `payment_status`.
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
 * Body of the webhook `payment.paid`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, `data.customer_orders` is null. Fetch the payment to get the items.
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
     * The id that Tepat assigned to the payment.
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
     * The exact amount to pay, whole rupiah: `payment_amount` + `payment_unique`.
     */
    payment_total: number;
    /**
     * Always `PAID`.
     */
    payment_status: "PAID";
    /**
     * The payment's deadline, UTC. From that time on, no response shows the payment as PENDING.
     */
    payment_expired_at: string;
    /**
     * The time of the last status change, or of creation, UTC.
     */
    payment_updated_at: string;
    /**
     * The webhook URL of this payment.
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
     * Customer's phone number.
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
     * The channel's type.
     */
    channel_type: ChannelType | null;
    /**
     * The payment steps. Can be empty.
     */
    channel_instructions: Array<InstructionStep>;
    /**
     * True if the payment was matched manually.
     */
    is_manual_match: boolean;
    /**
     * The mutation linked by a manual match.
     */
    manual_matched_mutation_id: string | null;
    /**
     * The notes that you sent when you created the payment. Absent if the payment has none. Get and list return the notes only with `include=metadata`. Customers never see the notes.
     */
    metadata?: {
      [key: string]: string;
    };
  };
};

/**
 * Body of the webhook `payment.expired`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, `data.customer_orders` is null. Fetch the payment to get the items.
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
     * The id that Tepat assigned to the payment.
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
     * The exact amount to pay, whole rupiah: `payment_amount` + `payment_unique`.
     */
    payment_total: number;
    /**
     * Always `EXPIRED`.
     */
    payment_status: "EXPIRED";
    /**
     * The payment's deadline, UTC. From that time on, no response shows the payment as PENDING.
     */
    payment_expired_at: string;
    /**
     * The time of the last status change, or of creation, UTC.
     */
    payment_updated_at: string;
    /**
     * The webhook URL of this payment.
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
     * Customer's phone number.
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
     * The channel's type.
     */
    channel_type: ChannelType | null;
    /**
     * The payment steps. Can be empty.
     */
    channel_instructions: Array<InstructionStep>;
    /**
     * True if the payment was matched manually.
     */
    is_manual_match: boolean;
    /**
     * The mutation linked by a manual match.
     */
    manual_matched_mutation_id: string | null;
    /**
     * The notes that you sent when you created the payment. Absent if the payment has none. Get and list return the notes only with `include=metadata`. Customers never see the notes.
     */
    metadata?: {
      [key: string]: string;
    };
  };
};

/**
 * Body of the webhook `payment.cancelled`. The same bytes are sent on every attempt. If the body would exceed 20 KiB, `data.customer_orders` is null. Fetch the payment to get the items.
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
     * The id that Tepat assigned to the payment.
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
     * The exact amount to pay, whole rupiah: `payment_amount` + `payment_unique`.
     */
    payment_total: number;
    /**
     * Always `CANCELLED`.
     */
    payment_status: "CANCELLED";
    /**
     * The payment's deadline, UTC. From that time on, no response shows the payment as PENDING.
     */
    payment_expired_at: string;
    /**
     * The time of the last status change, or of creation, UTC.
     */
    payment_updated_at: string;
    /**
     * The webhook URL of this payment.
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
     * Customer's phone number.
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
     * The channel's type.
     */
    channel_type: ChannelType | null;
    /**
     * The payment steps. Can be empty.
     */
    channel_instructions: Array<InstructionStep>;
    /**
     * True if the payment was matched manually.
     */
    is_manual_match: boolean;
    /**
     * The mutation linked by a manual match.
     */
    manual_matched_mutation_id: string | null;
    /**
     * The notes that you sent when you created the payment. Absent if the payment has none. Get and list return the notes only with `include=metadata`. Customers never see the notes.
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
 * The money of an invoice after a team member's decision.
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
   * The total amount received, whole rupiah.
   */
  received_total: number;
  /**
   * The total amount refunded, whole rupiah.
   */
  refunded_total: number;
  /**
   * The amount received, minus refunds, minus the amount due. The amount due is the total if the payment is PAID, otherwise 0. A negative difference is waived. Null while parts wait for a decision.
   */
  kept_difference: number | null;
  /**
   * The change of `received_total`, whole rupiah; negative if a booking was undone.
   */
  received_amount: number;
  /**
   * The change of `refunded_total`, whole rupiah; negative if a refund was withdrawn.
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
 * The device of an event.
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
   * The time at which Tepat last heard from the phone before this webhook, UTC.
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
 * A delivery with its attempts.
 */
export type DeliveryWithAttempts = {
  /**
   * The webhook-id header of every attempt.
   */
  delivery_id: string;
  /**
   * The event's type, such as `payment.paid`.
   */
  event_type: string;
  /**
   * The invoice of the event; null for other events.
   */
  payment_code: string | null;
  /**
   * The device of the event; null for other events.
   */
  device_name: string | null;
  /**
   * The webhook URL.
   */
  url: string;
  /**
   * `PENDING`: the first attempt is still to come. `RETRYING`: the next attempt is still to come. `FAILED`: Tepat makes no further automatic attempt.
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
 * One HTTP request of a delivery.
 */
export type DeliveryAttempt = {
  /**
   * The number of the attempt, from 1.
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
   * The response's HTTP status; null without a response.
   */
  http_status: number | null;
  /**
   * The reason why no complete response arrived, such as `timeout`.
   */
  error_code: string | null;
  /**
   * The beginning of the response's body. Show it as plain text, never as HTML.
   */
  response_head: string | null;
  /**
   * The response's headers, one `name: value` per line, at most 40 lines. Values that could grant access are `[redacted]`. Kept for failed attempts and for attempts that a person requested; otherwise null.
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
   * The time of creation, UTC.
   */
  created_at: string;
  /**
   * Customer's name; empty if the shop did not ask for it.
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
   * `return_url` with the query parameter `payment_code`, which replaces an existing one.
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
   * Mobile banking app; empty if there is none.
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
   * The merchant's own invoice code and idempotency key: 1 to 128 characters, no control characters, no space at either end, not `.` or `..`. The code is unique for the merchant and cannot be reused. Tepat compares codes byte for byte. Percent-encode a code in paths (`INV/2026/11` is `INV%2F2026%2F11`).
   */
  payment_code: string;
  /**
   * Whole rupiah before the unique amount, within the account's bounds. A JSON integer.
   */
  payment_amount: number;
  /**
   * Deadline: ISO 8601 with `Z`, `±hh:mm`, `±hhmm` or `±hh`, with optional seconds. The time must exist and lie in the future by the database's clock. Otherwise Tepat returns `invalid_expired_at`, and `message` names the problem. Tepat keeps the time to the millisecond.
   */
  payment_expired_at: string;
  /**
   * Customer's name.
   */
  customer_name: string;
  /**
   * Email address. An email address or a phone number is required.
   */
  customer_email?: string | null;
  /**
   * Phone number. An email address or a phone number is required.
   */
  customer_phone?: string | null;
  /**
   * Webhook URL of this payment, instead of the merchant's default. The URL must be http or https, on a port that browsers accept. The host must be public unless the operator allows private hosts.
   */
  payment_webhook_url?: string | null;
  /**
   * The address to which the customer returns after paying; https only.
   */
  payment_return_url?: string | null;
  /**
   * Order items. The sum of price × quantity must equal payment_amount, and each item's price × quantity must be between −(2^53 − 1) and 2^53 − 1. An empty array is the same as none.
   */
  customer_orders?: Array<OrderItemInput> | null;
  /**
   * Your own notes, such as `{"order_id": "A-17"}`. At most 20 keys of 1 to 40 characters, without control characters or a space at either end, and texts of at most 500 characters. Search for `key:value` in the dashboard. Customers never see the notes. `{}` is the same as none.
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
   * The unmatched CREDIT mutation to link. Tepat returns `not_found` if the mutation is unknown, already matched, a DEBIT or another merchant's.
   */
  mutation_id?: string | null;
};

/**
 * A new refund.
 */
export type CreateRefund = {
  /**
   * Your reference for the refund, which is also its idempotency key. Unique among your refunds, for example the refund's id in your shop.
   */
  reference: string;
  /**
   * The amount of the refund, whole rupiah. At most the amount received and not yet refunded.
   */
  amount: number;
  /**
   * The reason for the refund. The team members who send the money see it; customers do not.
   */
  reason: string;
  /**
   * The id of a refund that a team member recorded without a `reference`. Tepat adds your reference to it and changes nothing else, so your books and the gateway's have one refund. If the payment has no such refund, or that refund has another amount or already has a reference, Tepat returns `refund_reference_conflict`.
   */
  recorded_refund_id?: string | null;
};

/**
 * An empty object.
 */
export type ResendEvent = {
  [key: string]: unknown;
};

/**
 * Envelope of a successful response.
 */
export type SuccessEnvelope = {
  /**
   * True: Tepat carried out the request.
   */
  success: boolean;
  /**
   * Always `ok`.
   */
  message: "ok";
};

/**
 * Envelope of a response with status 201.
 */
export type CreatedEnvelope = {
  /**
   * True: Tepat carried out the request.
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
   * True: Tepat carried out the request.
   */
  success: boolean;
  /**
   * Always `ok`.
   */
  message: "ok";
  pagination: Pagination;
};

/**
 * Envelope of an error.
 */
export type ErrorEnvelope = {
  /**
   * False: the request failed.
   */
  success: boolean;
  code: ErrorCode;
  /**
   * A readable sentence: the cause and the next step.
   */
  message: string;
};

/**
 * Envelope of an error that names the invalid fields.
 */
export type ValidationErrorEnvelope = {
  /**
   * False: the request failed.
   */
  success: boolean;
  /**
   * Always `validation_error`.
   */
  code: "validation_error";
  /**
   * A readable sentence: the cause and the next step.
   */
  message: string;
  /**
   * The problem of each invalid field, by field name.
   */
  errors: {
    [key: string]: string;
  };
};

/**
 * Identifies an error. Compare it exactly; a few codes are sentences. `unauthorized` is reserved; no path of this document returns it.
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
   * Records per page. A value above 100 counts as 100.
   */
  per_page?: number;
  /**
   * Lists only records created at this time or later, newest first.
   */
  since?: string;
  /**
   * Lists only records created before this time.
   */
  until?: string;
  /**
   * Lists only records created or changed at this time or later, oldest change first. You cannot combine this parameter with `since` or `until`.
   */
  updated_since?: string;
  /**
   * `next_cursor` of the previous response. Keep the other parameters unchanged, and leave out `page`.
   */
  cursor?: string;
  /**
   * Lists only invoices with this status.
   */
  status?: "PENDING" | "PAID" | "EXPIRED" | "CANCELLED";
  /**
   * `metadata` adds the `metadata` of each invoice that has metadata.
   */
  include?: "metadata";
};

/** The query of `getPayment`. */
export type GetPaymentQuery = {
  /**
   * `metadata` adds the `metadata` of each invoice that has metadata.
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
   * Records per page. A value above 100 counts as 100.
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
   * Records per page. A value above 100 counts as 100.
   */
  per_page?: number;
  /**
   * Lists only refunds recorded at this time or later.
   */
  since?: string;
  /**
   * Lists only refunds recorded before this time.
   */
  until?: string;
  /**
   * Lists only refunds with this status.
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
   * Records per page. A value above 100 counts as 100.
   */
  per_page?: number;
  /**
   * Lists only records created at this time or later, newest first.
   */
  since?: string;
  /**
   * Lists only records created before this time.
   */
  until?: string;
  /**
   * Lists only records created or changed at this time or later, oldest change first. You cannot combine this parameter with `since` or `until`.
   */
  updated_since?: string;
  /**
   * `next_cursor` of the previous response. Keep the other parameters unchanged, and leave out `page`.
   */
  cursor?: string;
  /**
   * `true` lists only mutations that paid no invoice. The value is case-insensitive, and `1` and `0` work too.
   */
  only_unmatched?: boolean;
};

/** The query of `listEvents`. */
export type ListEventsQuery = {
  /**
   * Records per page. A value above 100 counts as 100.
   */
  per_page?: number;
  /**
   * Lists only events recorded at this time or later.
   */
  since?: string;
  /**
   * Lists only events recorded before this time.
   */
  until?: string;
  /**
   * Lists only events of this type.
   */
  event_type?: EventType;
  /**
   * `next_cursor` of the previous response. Keep the other parameters unchanged.
   */
  cursor?: string;
};

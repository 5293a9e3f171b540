import { Inject, Injectable, type OnApplicationBootstrap } from "@nestjs/common";
import type { Payment as Invoice, Refund } from "@tepat/sdk";
import {
  ConfigService,
  EventBus,
  HistoryService,
  isGraphQlErrorResult,
  Logger,
  Order,
  OrderService,
  OrderStateTransitionEvent,
  Payment,
  PaymentMethod,
  RequestContextService,
  TransactionalConnection,
  type ID,
  type RequestContext,
} from "@vendure/core";
import {
  extraTransfers,
  findInvoice,
  followedCode,
  nextStep,
  notes,
  refundBeingTaken,
  refundsOf,
  rupiahToTake,
  settingsFrom,
  type OrderState,
} from "../../shared/index.ts";
import { handlerCode } from "./handler.ts";
import { isBookedFor, lockPayment } from "./refund-rows.ts";

const checkedAtOnce = 100;
const notesOfAnOrder = 100;

/**
 * Turns the gateway's state into the shop's action. Webhooks, cancelled orders and the plugin's own check all use
 * this service.
 */
@Injectable()
export class TepatService implements OnApplicationBootstrap {
  readonly #connection: TransactionalConnection;
  readonly #contexts: RequestContextService;
  readonly #orders: OrderService;
  readonly #events: EventBus;
  readonly #history: HistoryService;
  readonly #config: ConfigService;
  #lastChecked: ID = 0;

  constructor(
    @Inject(TransactionalConnection) connection: TransactionalConnection,
    @Inject(RequestContextService) contexts: RequestContextService,
    @Inject(OrderService) orders: OrderService,
    @Inject(EventBus) events: EventBus,
    @Inject(HistoryService) history: HistoryService,
    @Inject(ConfigService) config: ConfigService,
  ) {
    this.#connection = connection;
    this.#contexts = contexts;
    this.#orders = orders;
    this.#events = events;
    this.#history = history;
    this.#config = config;
  }

  /**
   * Cancels the invoices of cancelled orders, so that customers do not pay for them. If the gateway cannot be reached
   * now, the check cancels the invoice later.
   */
  onApplicationBootstrap(): void {
    this.#events.ofType(OrderStateTransitionEvent).subscribe(({ toState, order }) => {
      if (toState === "Cancelled") void this.#orderCancelled(order.id);
    });
  }

  async #orderCancelled(orderId: ID): Promise<void> {
    const order = await this.#connection.rawConnection
      .getRepository(Order)
      .findOne({ where: { id: orderId }, relations: ["payments"] });
    for (const { transactionId, state } of order?.payments ?? []) {
      if (state === "Authorized") await this.#settleOrWarn(transactionId);
    }
  }

  /**
   * Takes the next step for an invoice. If two calls run at once, the second finds the work done.
   * Payments of other handlers stay unchanged.
   */
  async settle(code: string): Promise<void> {
    const found = await this.#paymentOf(code);
    if (!found) return this.#settleFollowUp(code);
    const invoice = await findInvoice(settingsFrom(process.env), code);
    if (!invoice) return;
    const ctx = await this.#contexts.create({ apiType: "admin" });
    const isSettled = await this.#connection.withTransaction(ctx, async (ctx) => {
      const payment = await lockPayment(this.#connection, ctx, found.id);
      if (payment.state === "Settled") return true;
      await this.#follow(ctx, payment, invoice);
      return false;
    });
    if (isSettled) await this.#takeRefunds(ctx, code, found.id);
  }

  /**
   * Reports the follow-up of an expired invoice. The order was released when its own invoice
   * expired, so an admin decides.
   */
  async #settleFollowUp(code: string): Promise<void> {
    const ended = followedCode(code);
    if (ended === null || !(await this.#paymentOf(ended))) return;
    const invoice = await findInvoice(settingsFrom(process.env), code);
    if (invoice?.payment_status !== "PAID") return;
    await this.settle(ended);
    const found = await this.#paymentOf(ended);
    if (!found) return;
    const ctx = await this.#contexts.create({ apiType: "admin" });
    await this.#connection.withTransaction(ctx, async (ctx) => {
      const payment = await lockPayment(this.#connection, ctx, found.id);
      if (stateOf(payment) !== "cancelled") return;
      await this.#note(ctx, payment.order.id, notes.followUpPaid(invoice, ended));
    });
  }

  async #follow(ctx: RequestContext, payment: Payment, invoice: Invoice): Promise<void> {
    const { payment_code: code, payment_status } = invoice;
    switch (nextStep(payment_status, stateOf(payment))) {
      case "settle":
        return accept(await this.#orders.settlePayment(ctx, payment.id));
      case "release":
        await this.#release(ctx, payment.order.id, code);
        return accept(await this.#orders.cancelPayment(ctx, payment.id));
      case "withdraw":
        return accept(await this.#orders.cancelPayment(ctx, payment.id));
      case "report":
        await this.#note(ctx, payment.order.id, notes.paidThoughCancelled(code));
        return this.#end(ctx, payment);
      case "nothing":
        // The invoice has ended, like the order.
        if (payment_status !== "PENDING") await this.#end(ctx, payment);
    }
  }

  async #paymentOf(code: string): Promise<Payment | null> {
    const methods = await this.#methods();
    const payment = await this.#connection.rawConnection
      .getRepository(Payment)
      .findOne({ where: { transactionId: code }, relations: ["order"] });
    return payment && methods.includes(payment.method) ? payment : null;
  }

  /**
   * Returns the codes of the payment methods that use this handler. The merchant chooses the codes.
   */
  async #methods(): Promise<string[]> {
    const methods = await this.#connection.rawConnection.getRepository(PaymentMethod).find();
    return methods.filter(({ handler }) => handler.code === handlerCode).map(({ code }) => code);
  }

  /**
   * Records refunds that people recorded at the gateway. Each has its own transaction, because the gateway's record
   * stays if the shop's transaction is rolled back.
   */
  async #takeRefunds(ctx: RequestContext, code: string, paymentId: ID): Promise<void> {
    for (const refund of await refundsOf(settingsFrom(process.env), code)) {
      await this.#connection.withTransaction(ctx, (ctx) =>
        this.#takeRefund(ctx, paymentId, refund),
      );
    }
  }

  /** Records one refund. The payment is locked, so the shop creates no refund meanwhile. */
  async #takeRefund(ctx: RequestContext, paymentId: ID, refund: Refund): Promise<void> {
    const payment = await lockPayment(this.#connection, ctx, paymentId);
    if (isBookedFor(payment)(refund)) return;
    const { precision = 2 } = this.#config.entityOptions.moneyStrategy;
    const factor = 10 ** precision;
    const booked = payment.refunds.filter(({ state }) => state !== "Failed");
    const left = payment.amount - booked.reduce((sum, { total }) => sum + total, 0);
    const amount = Math.round(rupiahToTake(refund, left / factor) * factor);
    if (amount === 0) return;
    const none = { lines: [], shipping: 0, adjustment: 0 };
    const input = { paymentId, amount, reason: refund.reason, ...none };
    accept(await refundBeingTaken.run(refund, () => this.#orders.refundOrder(ctx, input)));
  }

  /**
   * Cancels an order. Vendure cancels no order whose goods are on their way; an admin then decides.
   */
  async #release(ctx: RequestContext, orderId: ID, code: string): Promise<void> {
    const reason = notes.ended(code);
    const result = await this.#orders.cancelOrder(ctx, { orderId, reason, cancelShipping: true });
    if (isGraphQlErrorResult(result)) {
      Logger.warn(`Order ${orderId} was not cancelled: ${result.message}`, "Tepat");
      await this.#note(ctx, orderId, notes.notReleased(code));
    } else {
      await this.#note(ctx, orderId, reason);
    }
  }

  /** Ends a payment, so that the check ignores it. */
  async #end(ctx: RequestContext, payment: Payment): Promise<void> {
    if (payment.state === "Authorized") accept(await this.#orders.cancelPayment(ctx, payment.id));
  }

  /** Adds a note to an order. The same text again changes nothing. */
  async #note(ctx: RequestContext, orderId: ID, note: string): Promise<void> {
    const { items } = await this.#history.getHistoryForOrder(ctx, orderId, false, {
      filter: { type: { eq: "ORDER_NOTE" } },
      take: notesOfAnOrder,
    });
    const isKnown = items.some(({ data }) => data.note === note);
    if (!isKnown) await this.#orders.addNoteToOrder(ctx, { id: orderId, note, isPublic: false });
  }

  /**
   * Does the work of missing webhooks. Each run checks a limited number of waiting payments, and all of them get
   * their turn.
   */
  async check(): Promise<{ checked: number }> {
    const methods = await this.#methods();
    if (methods.length === 0) return { checked: 0 };
    const waiting = await this.#connection.rawConnection
      .getRepository(Payment)
      .createQueryBuilder("payment")
      .where("payment.state = 'Authorized'")
      .andWhere("payment.method in (:...methods)", { methods })
      .andWhere("payment.id > :last", { last: this.#lastChecked })
      .orderBy("payment.id")
      .take(checkedAtOnce)
      .getMany();
    this.#lastChecked = waiting.length < checkedAtOnce ? 0 : (waiting.at(-1)?.id ?? 0);
    for (const { transactionId } of waiting) await this.#settleOrWarn(transactionId);
    await this.#noteExtraTransfers();
    return { checked: waiting.length };
  }

  async #settleOrWarn(code: string): Promise<void> {
    try {
      await this.settle(code);
    } catch (error) {
      Logger.warn(`Invoice ${code} is looked at again later: ${String(error)}`, "Tepat");
    }
  }

  /** Writes notes about late and second transfers on their orders. */
  async #noteExtraTransfers(): Promise<void> {
    for (const transfer of await extraTransfers(settingsFrom(process.env))) {
      const ended = followedCode(transfer.code);
      const payment =
        (await this.#paymentOf(transfer.code)) ?? (ended && (await this.#paymentOf(ended)));
      if (!payment) continue;
      const ctx = await this.#contexts.create({ apiType: "admin" });
      await this.#note(ctx, payment.order.id, notes.extra(transfer));
    }
  }
}

function stateOf({ state, order }: Payment): OrderState {
  if (state === "Settled") return "settled";
  return state === "Authorized" && order.state !== "Cancelled" ? "waiting" : "cancelled";
}

/**
 * Throws if Vendure refused an action, so that the transaction is rolled back and the webhook is
 * sent again.
 */
function accept(result: object): void {
  if (isGraphQlErrorResult(result as never)) {
    throw new Error((result as { message: string }).message);
  }
}

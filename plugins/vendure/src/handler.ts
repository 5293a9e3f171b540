import {
  ConfigService,
  LanguageCode,
  Logger,
  OrderService,
  PaymentMethodHandler,
  TransactionalConnection,
  UserInputError,
  type CreatePaymentErrorResult,
  type CreatePaymentResult,
  type Injector,
} from "@vendure/core";
import {
  bookRefund,
  CheckoutProblem,
  codeOf,
  findInvoice,
  notes,
  openInvoice,
  refundBeingTaken,
  RefundProblem,
  settingsFrom,
  shownInvoice,
  withdrawInvoice,
  type Customer,
} from "../../shared/index.ts";
import { numberFor, wholeRupiah } from "./money.ts";
import { isBookedFor, lockPayment } from "./refund-rows.ts";

export const handlerCode = "tepat";

let orders: OrderService;
let connection: TransactionalConnection;
let precision: number | undefined;

/**
 * The payment method. The invoice's `payment_code` is Vendure's `transactionId`. Fields for the storefront
 * are in `metadata.public`.
 */
export const tepatHandler = new PaymentMethodHandler({
  code: handlerCode,
  description: [
    { languageCode: LanguageCode.en, value: "Tepat: bank transfer and QRIS" },
    { languageCode: LanguageCode.id, value: "Tepat: transfer bank dan QRIS" },
  ],
  args: {},

  init(injector: Injector) {
    orders = injector.get(OrderService);
    connection = injector.get(TransactionalConnection);
    precision = injector.get(ConfigService).entityOptions.moneyStrategy.precision;
  },

  async createPayment(
    _ctx,
    order,
    amount,
  ): Promise<CreatePaymentResult | CreatePaymentErrorResult> {
    const refused = (errorMessage: string): CreatePaymentErrorResult => ({
      amount,
      state: "Error",
      errorMessage,
    });
    if (order.currencyCode !== "IDR") {
      return refused(`Tepat takes rupiah (IDR) only; this order is in ${order.currencyCode}.`);
    }
    const settings = settingsFrom(process.env);
    try {
      const payment = await openInvoice(settings, {
        code: codeOf(settings, order.code, numberFor(order.code, order.payments)),
        rupiah: wholeRupiah(amount, precision),
        customer: customerOf(order),
      });
      const { payment_code, payment_status } = payment;
      const metadata = { public: await shownInvoice(settings, payment) };
      // Vendure places an order whose payment is authorized, and waits for the money.
      if (payment_status === "PENDING") {
        return { amount, state: "Authorized", transactionId: payment_code, metadata };
      }
      if (payment_status === "PAID") {
        return { amount, state: "Settled", transactionId: payment_code, metadata };
      }
      const errorMessage = "The time to pay has passed. Please choose the payment method again.";
      return { amount, state: "Error", transactionId: payment_code, errorMessage };
    } catch (error) {
      if (!(error instanceof CheckoutProblem)) throw error;
      if (error.cause instanceof Error) Logger.error(error.cause.message, "Tepat");
      return refused(error.message);
    }
  },

  /** Settles a payment, also after an administrator's click. The gateway's response decides. */
  async settlePayment(_ctx, _order, { transactionId }) {
    const invoice = await findInvoice(settingsFrom(process.env), transactionId);
    if (invoice?.payment_status === "PAID") return { success: true };
    throw new UserInputError(
      `The customer has not paid invoice ${transactionId} yet. The payment settles automatically when the money arrives.`,
    );
  },

  async cancelPayment(ctx, order, { transactionId }) {
    if (!(await withdrawInvoice(settingsFrom(process.env), transactionId))) {
      const note = notes.notOwn(transactionId);
      await orders.addNoteToOrder(ctx, { id: order.id, note, isPublic: false });
    }
    return { success: true };
  },

  /**
   * Records the refund at the gateway. Tepat moves no money, and a note on the order says so. If the gateway refuses
   * the refund, Vendure does not record it either.
   */
  async createRefund(ctx, { reason }, amount, order, payment) {
    // Refunds of one payment take turns.
    const isBooked = isBookedFor(await lockPayment(connection, ctx, payment.id));
    const rupiah = wholeRupiah(amount, precision);
    try {
      const { refund_id, refund_status } = await bookRefund(settingsFrom(process.env), {
        code: payment.transactionId,
        rupiah,
        reason: reason ?? undefined,
        recorded: refundBeingTaken.getStore(),
        isBooked,
      });
      if (refund_status === "OWED") {
        const note = notes.refunded(rupiah);
        await orders.addNoteToOrder(ctx, { id: order.id, note, isPublic: false });
      }
      return { state: "Settled", transactionId: refund_id };
    } catch (error) {
      if (error instanceof RefundProblem) throw new UserInputError(error.message);
      throw error;
    }
  },
});

interface CustomerSource {
  customer?: {
    firstName: string;
    lastName: string;
    emailAddress: string;
    phoneNumber: string;
  };
  shippingAddress?: { phoneNumber?: string };
}

function customerOf({ customer, shippingAddress }: CustomerSource): Customer {
  return {
    name: [customer?.firstName, customer?.lastName].filter(Boolean).join(" "),
    email: customer?.emailAddress,
    phone: customer?.phoneNumber || shippingAddress?.phoneNumber,
  };
}

import { container } from "@medusajs/framework";
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types";
import {
  AbstractPaymentProvider,
  BigNumber,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils";
import type { Payment } from "@tepat/sdk";
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
  type Settings,
} from "../../../../shared/index.ts";
import { adopt, inTurn, isBookedBy, readRefundRows } from "../../refund-rows.ts";
import { wholeRupiah, type SessionData } from "../../session-data.ts";

const statuses: Readonly<Record<Payment["payment_status"], PaymentSessionStatus>> = {
  // Medusa places the order and waits for the money.
  PENDING: PaymentSessionStatus.PENDING_AUTHORIZATION,
  PAID: PaymentSessionStatus.CAPTURED,
  EXPIRED: PaymentSessionStatus.CANCELED,
  CANCELLED: PaymentSessionStatus.CANCELED,
};

/**
 * Tepat as a payment provider of Medusa. The invoice is created when the cart is completed, not when the customer
 * chooses the method, so viewing the method uses no unique amount. Medusa calls the same method again whenever it needs
 * the state, and the gateway's response decides.
 */
export class TepatProvider extends AbstractPaymentProvider {
  static override identifier = "tepat";

  readonly #settings: Settings;
  readonly #log: Logger;

  constructor(cradle: { logger: Logger }, options: Record<string, unknown> = {}) {
    super(cradle, options);
    this.#settings = settingsFrom(process.env);
    this.#log = cradle.logger;
  }

  async initiatePayment({
    amount,
    currency_code,
    data,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    requireRupiah(currency_code);
    const session_id = String(data?.["session_id"]);
    const customer = (data?.["customer"] ?? {}) as Customer;
    const session: SessionData = {
      session_id,
      rupiah: wholeRupiah(amount),
      customer,
      revision: 0,
    };
    return { id: session_id, data: session };
  }

  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session = data as SessionData;
    try {
      const payment = await openInvoice(this.#settings, {
        code: codeOf(this.#settings, session.session_id, session.revision),
        rupiah: session.rupiah,
        customer: session.customer,
      });
      const shown = await shownInvoice(this.#settings, payment);
      return { status: statuses[payment.payment_status], data: { ...session, ...shown } };
    } catch (error) {
      if (!(error instanceof CheckoutProblem)) throw error;
      if (error.cause instanceof Error) this.#log.error(`Tepat: ${error.cause.message}`);
      throw new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, error.message);
    }
  }

  /** A changed amount needs a new invoice, because the current invoice has another total. */
  async updatePayment({
    amount,
    currency_code,
    data,
  }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    requireRupiah(currency_code);
    const session = data as SessionData;
    const rupiah = wholeRupiah(amount);
    if (session.payment_code === undefined || rupiah === session.rupiah) {
      return { data: { ...session, rupiah } };
    }
    await this.#withdraw(session);
    const { session_id, customer, revision } = session;
    return { data: { session_id, customer, rupiah, revision: revision + 1 } };
  }

  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return await this.#withdraw(data);
  }

  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return await this.#withdraw(data);
  }

  async #withdraw(
    data: Record<string, unknown> | undefined,
  ): Promise<{ data: Record<string, unknown> }> {
    const code = (data as SessionData | undefined)?.payment_code;
    if (code !== undefined && !(await withdrawInvoice(this.#settings, code))) {
      this.#log.warn(notes.notOwn(code));
    }
    return { data: data ?? {} };
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const payment = await this.#find(data as SessionData);
    const status = payment ? statuses[payment.payment_status] : PaymentSessionStatus.PENDING;
    return { status, data: data ?? {} };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const session = data as SessionData;
    const payment = await this.#find(session);
    return { data: { ...session, ...(payment && (await shownInvoice(this.#settings, payment))) } };
  }

  /**
   * Returns the invoice of a session, or null. The session's stored code comes first: a copy of the shop
   * has codes that it would not create itself.
   */
  async #find({ payment_code, session_id, revision }: SessionData): Promise<Payment | null> {
    const code = payment_code ?? codeOf(this.#settings, session_id, revision);
    return await findInvoice(this.#settings, code);
  }

  /** Nothing to capture: the money is already in the merchant's account. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    return { data: data ?? {} };
  }

  /**
   * Records the refund at the gateway. Tepat moves no money, and a note on the order says so. If the gateway refuses
   * the refund, Medusa does not record it either.
   */
  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const { payment_code: code, rupiah: price, session_id } = data as SessionData;
    const reference = context?.idempotency_key;
    if (code === undefined || reference === undefined) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "Tepat: this payment has no invoice.");
    }
    try {
      const recorded = refundBeingTaken.getStore();
      // Medusa passes the raw amount of its record.
      const rupiah = wholeRupiah(new BigNumber(amount).numeric);
      const wanted = { code, reference, rupiah, recorded, price };
      await inTurn(container, session_id, async () => {
        const isBooked = isBookedBy(await readRefundRows(container, session_id));
        const booked = await bookRefund(this.#settings, { ...wanted, isBooked });
        if (booked.reference !== null && booked.reference !== reference) {
          await adopt(container, reference, booked.reference);
        }
      });
      return { data: data ?? {} };
    } catch (error) {
      if (!(error instanceof RefundProblem)) throw error;
      throw new MedusaError(MedusaError.Types.INVALID_DATA, error.message);
    }
  }

  /**
   * Medusa's webhook route responds with 200 before the webhook is verified, so the plugin has its own
   * route.
   */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED };
  }
}

function requireRupiah(currency_code: string): void {
  if (currency_code.toLowerCase() === "idr") return;
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `Tepat takes rupiah (IDR) only; this cart is in ${currency_code.toUpperCase()}.`,
  );
}

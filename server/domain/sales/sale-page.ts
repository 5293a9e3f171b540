import { notFound } from "../../contract/errors.ts";
import { uuid } from "../../contract/fields.ts";
import type { OrderItem } from "../../contract/payments.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { presentOrders } from "../payments/payments.ts";
import { FormRefused, readChannel } from "./link-form.ts";
import type { PublicMerchant } from "./link-page.ts";
import {
  accountsFor,
  choicesFor,
  findUsableAccounts,
  moveToFirst,
  settleOnFirst,
  withFreeTotals,
  type PaymentChoice,
} from "./payment-choices.ts";
import { PublicRefusal } from "./public-refusal.ts";
import { selectPublicSale, type PublicSaleRow } from "./sale-page.sql.ts";

/**
 * The page on which a customer chooses how to pay a manual invoice. Nothing is reserved before that. Until money
 * arrives, the customer of an invoice or of a link can choose again.
 */

export interface SalePage {
  merchant: PublicMerchant;
  sale: {
    sale_id: string;
    payment_code: string;
    amount: number;
    customer_name: string;
    orders: OrderItem[];
    note: string | null;
    deadline_at: string | null;
  };
  choices: PaymentChoice[];
  /** The chosen channel; null before the first choice. */
  chosen: string | null;
  /** The reason why the customer cannot pay, if there is one. */
  refusal: PublicRefusal | null;
}

interface Again {
  /** Whether the customer returns from the payment to choose another way to pay. */
  again?: boolean;
}

/**
 * Returns the page. Returns the payment instead if the choice already led to one and the customer does not want to
 * change it.
 */
export async function readSalePage(
  gateway: Gateway,
  sale_id: string,
  { again = false }: Again = {},
): Promise<SalePage | { payment_id: string }> {
  const sale = await requireSale(gateway, sale_id);
  if (isSettled(sale, again)) return { payment_id: sale.payment_id };
  const ended = whyEnded(sale);
  const range = { min: sale.payment_amount, max: sale.payment_amount };
  const choices = ended
    ? []
    : choicesFor(await findUsableAccounts(gateway, sale.merchant_id), range);
  return {
    merchant: {
      name: sale.merchant_name,
      logo_url: sale.logo_url,
      accent_color: sale.accent_color,
      seller: {
        address: sale.contact_address,
        phone: sale.contact_phone,
        email: sale.contact_email,
        shop_url: sale.shop_url,
      },
    },
    sale: {
      sale_id: sale.sale_id,
      payment_code: sale.payment_code,
      amount: sale.payment_amount,
      customer_name: sale.customer_name,
      orders: presentOrders(sale.customer_orders) ?? [],
      note: sale.note,
      deadline_at: sale.deadline_at?.toISOString() ?? null,
    },
    choices,
    chosen: sale.channel_id,
    refusal: ended ?? (choices.length === 0 ? new PublicRefusal("no_account") : null),
  };
}

async function requireSale(gateway: Gateway, sale_id: string): Promise<PublicSaleRow> {
  const row = uuid().safeParse(sale_id).success
    ? await selectPublicSale(gateway.sql, { sale_id, at: gateway.now() })
    : undefined;
  if (!row) throw notFound("sale");
  return row;
}

/** Returns true if the customer is redirected to the unchanged payment. */
const isSettled = (
  sale: PublicSaleRow,
  again: boolean,
): sale is PublicSaleRow & { payment_id: string } =>
  sale.payment_id !== null && !(again && sale.can_choose_again);

function whyEnded(sale: PublicSaleRow): PublicRefusal | null {
  if (sale.cancelled_at !== null) return new PublicRefusal("sale_cancelled");
  if (sale.is_over) return new PublicRefusal("sale_ended");
  return null;
}

/**
 * Binds a sale to an account of the chosen channel, or moves its payment there. Later requests are redirected to the
 * existing payment.
 */
export async function chooseForSale(
  gateway: Gateway,
  { sale_id, channel_id, again = false }: { sale_id: string; channel_id: string } & Again,
): Promise<string> {
  const sale = await requireSale(gateway, sale_id);
  if (isSettled(sale, again)) return sale.payment_id;
  const ended = whyEnded(sale);
  if (ended) throw ended;
  const amount = sale.payment_amount;
  const accounts = await findUsableAccounts(gateway, sale.merchant_id);
  const choices = choicesFor(accounts, { min: amount, max: amount });
  if (choices.length === 0) throw new PublicRefusal("no_account");
  const chosen = readChannel(choices, channel_id, amount);
  if (typeof chosen !== "string") throw new FormRefused({ channel_id: chosen });
  const wanted = accountsFor(accounts, { channel_id, amount });
  if (sale.payment_id === null) return (await settleOnFirst(gateway, sale, wanted)).payment_id;
  if (channel_id !== sale.channel_id) {
    const free = await withFreeTotals(gateway, sale.merchant_id, { amount, accounts: wanted });
    await moveToFirst(gateway, sale, free);
  }
  return sale.payment_id;
}

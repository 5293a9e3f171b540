import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { unnamedCustomer } from "../../../web-shared/src/unnamed-customer.ts";
import { notFound } from "../../contract/errors.ts";
import { linkSlug } from "../../contract/dashboard/links.ts";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { clientNetwork } from "../base/client-network.ts";
import type { CheckoutPage } from "../payments/checkout.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  FormRefused,
  readLinkForm,
  saleKey,
  type FormValues,
  type LinkOrder,
} from "./link-form.ts";
import {
  holdLink,
  insertLinkSale,
  selectHeld,
  selectHeldByClient,
  selectPaymentOfForm,
  selectPublicLink,
  selectUnpaidOfClient,
  selectWaitingOfLink,
  type LinkRow,
  type PublicLinkRow,
} from "./links.sql.ts";
import {
  accountsFor,
  choicesFor,
  findUsableAccounts,
  refusalOf,
  settleOnFirst,
  withFreeTotals,
  type AmountRange,
  type PaymentChoice,
} from "./payment-choices.ts";
import type { UsableAccountRow } from "./payment-choices.sql.ts";
import { PublicRefusal } from "./public-refusal.ts";
import { makeSale } from "./sales.ts";

/**
 * The public page of a payment link. Opening the page creates nothing. The page's form creates one sale with one
 * payment.
 */

export interface PublicMerchant {
  name: string;
  logo_url: string | null;
  accent_color: string | null;
  /** The merchant's contact details. */
  seller: CheckoutPage["seller"];
}

export interface LinkPage {
  merchant: PublicMerchant;
  link: LinkRow;
  /** The number of pieces left; null without a limit. */
  pieces_left: number | null;
  /** The choices of a usable link; empty otherwise. */
  choices: PaymentChoice[];
  /** The reason why the customer cannot pay, if there is one. */
  refusal: PublicRefusal | null;
  /** The key of the form that is opened now. */
  form_key: string;
}

export async function readLinkPage(gateway: Gateway, slug: string): Promise<LinkPage> {
  const link = await requireLink(gateway, slug);
  const { page } = await lookAt(gateway, link);
  return page;
}

async function requireLink(gateway: Gateway, slug: string): Promise<PublicLinkRow> {
  const row = linkSlug().safeParse(slug).success
    ? await selectPublicLink(gateway.sql, { slug, at: gateway.now() })
    : undefined;
  if (!row) throw notFound("link");
  return row;
}

async function lookAt(
  gateway: Gateway,
  link: PublicLinkRow,
): Promise<{ page: LinkPage; accounts: UsableAccountRow[] }> {
  const pieces_left = await piecesLeft(gateway, link);
  const closed = whyClosed(link, pieces_left);
  const accounts = await findUsableAccounts(gateway, link.merchant_id);
  const choices = choicesFor(accounts, rangeOf(link));
  const page: LinkPage = {
    merchant: {
      name: link.merchant_name,
      logo_url: link.logo_url,
      accent_color: link.accent_color,
      seller: {
        address: link.contact_address,
        phone: link.contact_phone,
        email: link.contact_email,
        shop_url: link.shop_url,
      },
    },
    link,
    pieces_left,
    choices,
    refusal: closed ?? (choices.length === 0 ? new PublicRefusal("no_account") : null),
    form_key: randomUUID(),
  };
  return { page, accounts };
}

/** Returns the number of pieces that one more customer could buy; 0 if the link has used up its payments. */
async function piecesLeft(
  { sql }: Pick<Gateway, "sql">,
  link: Pick<LinkRow, "merchant_id" | "link_id" | "stock" | "payments_max">,
): Promise<number | null> {
  const { stock, payments_max } = link;
  if (stock === null && payments_max === null) return null;
  const held = await selectHeld(sql, link);
  if (payments_max !== null && held.payments >= payments_max) return 0;
  return stock === null ? null : Math.max(0, stock - held.pieces);
}

function whyClosed(link: LinkRow, pieces_left: number | null): PublicRefusal | null {
  if (!link.is_open) return new PublicRefusal("link_closed");
  if (link.is_over) return new PublicRefusal("link_ended");
  if (pieces_left === 0) return new PublicRefusal("sold_out");
  return null;
}

/** Returns the smallest and the largest sum that a customer could pay. */
export function rangeOf(link: LinkRow): AmountRange {
  if (link.amounts.length === 0) {
    const max = link.amount_max;
    return { min: link.amount_min ?? 1, max: max === null ? null : max * link.quantity_max };
  }
  return { min: Math.min(...link.amounts), max: Math.max(...link.amounts) * link.quantity_max };
}

export interface Submission {
  slug: string;
  form_key: string;
  values: FormValues;
  client_address: string;
}

/**
 * Creates the payment of a filled form and returns its id. Throws a PublicRefusal, or FormRefused if fields are
 * wrong. In both cases nothing was created.
 */
export async function submitLinkForm(gateway: Gateway, submission: Submission): Promise<string> {
  const link = await requireLink(gateway, submission.slug);
  const { page, accounts } = await lookAt(gateway, link);
  // A form that is sent twice is redirected to its payment, although that payment took the last piece.
  if (page.refusal && page.refusal.kind !== "sold_out") throw page.refusal;
  const { choices } = page;
  const order = readLinkForm(link, submission.values, { choices, pieces_left: null });
  const form_key = saleKey(submission.form_key, link.link_id, order);
  if (form_key === null) throw new PublicRefusal("stale_form");
  const client_hash = createHash("sha256")
    .update(`${link.merchant_id} ${clientNetwork(submission.client_address)}`)
    .digest();
  return gateway.sql.begin((tx) =>
    sell({ ...gateway, sql: asSql(tx) }, { link, order, form_key, client_hash, accounts }),
  );
}

interface Wanted {
  link: PublicLinkRow;
  order: LinkOrder;
  form_key: string;
  client_hash: Buffer;
  accounts: readonly UsableAccountRow[];
}

/** Runs in a transaction that holds the link, so that two customers never get the last piece. */
async function sell(gateway: Gateway, wanted: Wanted): Promise<string> {
  const { sql } = gateway;
  const { order, form_key, client_hash } = wanted;
  const { merchant_id, link_id } = wanted.link;
  const link = await holdLink(sql, { merchant_id, link_id, at: gateway.now() });
  if (!link) throw notFound("link");
  const earlier = await selectPaymentOfForm(sql, { merchant_id, form_key });
  if (earlier !== null) return earlier;

  const pieces_left = await piecesLeft(gateway, link);
  const closed = whyClosed(link, pieces_left);
  if (closed) throw closed;
  // Since the form was read, the merchant might have changed the link, or others might have bought. A link with one
  // price ignores the form's amount, so the orders are compared.
  const present = readLinkForm(link, presentValues(order), {
    choices: choicesFor(wanted.accounts, rangeOf(link)),
    pieces_left,
  });
  if (!isDeepStrictEqual(present, order)) throw new PublicRefusal("stale_form");
  await requireRoom(gateway, { link, client_hash });
  await requireShare(gateway, { link, client_hash, quantity: order.quantity });

  const amount = order.amount * order.quantity;
  const accounts = await withFreeTotals(gateway, merchant_id, {
    amount,
    accounts: accountsFor(wanted.accounts, { channel_id: order.channel_id, amount }),
  });
  const sale = await makeSale(gateway, {
    merchant_id,
    source: "link",
    form_key,
    link_id,
    payment_amount: amount,
    customer_name: order.name ?? unnamedCustomer,
    customer_email: null,
    customer_phone: order.phone,
    customer_orders: [
      { name: link.link_name, price: order.amount, quantity: order.quantity, subtotal: amount },
    ],
    note: order.note,
    deadline_seconds: link.deadline_seconds,
    deadline_at: null,
    made_by: null,
  }).catch((cause: unknown) => {
    throw refusalOf(cause);
  });
  const payment = await settleOnFirst(gateway, sale, accounts);
  const taken = { merchant_id, link_id, sale_number: sale.sale_number, client_hash };
  await insertLinkSale(sql, { ...taken, pieces: order.quantity }, gateway.now());
  return payment.payment_id;
}

const presentValues = (order: LinkOrder): FormValues => ({
  amount: String(order.amount),
  quantity: String(order.quantity),
  name: order.name ?? "",
  phone: order.phone ?? "",
  note: order.note ?? "",
  channel_id: order.channel_id,
});

/** Bounds the payments that strangers hold: one client at a merchant, and all customers of a link. */
async function requireRoom(
  { sql, settings, now }: Gateway,
  { link, client_hash }: { link: LinkRow; client_hash: Buffer },
): Promise<void> {
  const { merchant_id, link_id } = link;
  const at = now();
  const ofClient = await selectUnpaidOfClient(sql, {
    merchant_id,
    client_hash,
    seconds: limits.linkUnpaidWindowSeconds,
    at,
  });
  if (ofClient.count >= settings.linkLimits.unpaidPerClient)
    throw new PublicRefusal("too_many_unpaid", { at: isoOrNull(ofClient.free_at) });
  const ofLink = await selectWaitingOfLink(sql, {
    merchant_id,
    link_id,
    deadlineSecondsMax: limits.linkDeadlineSecondsMax,
    at,
  });
  if (ofLink.count >= settings.linkLimits.unpaidPerLink)
    throw new PublicRefusal("link_busy", { at: isoOrNull(ofLink.free_at) });
}

/** Bounds the share that one client holds without paying. A form for one piece is always within the share. */
async function requireShare(
  { sql, settings, now }: Gateway,
  { link, client_hash, quantity }: { link: LinkRow; client_hash: Buffer; quantity: number },
): Promise<void> {
  const { stock, payments_max } = link;
  if (stock === null && payments_max === null) return;
  const { unpaidPiecesPerClient, stockPercentPerClient } = settings.linkLimits;
  const held = await selectHeldByClient(sql, {
    ...link,
    client_hash,
    seconds: limits.linkUnpaidWindowSeconds,
    at: now(),
  });
  const shareOf = (bound: number | null) =>
    bound === null ? Infinity : Math.max(1, Math.ceil((bound * stockPercentPerClient) / 100));
  const pieces = shareOf(stock) - held.pieces;
  if (pieces < 1 || held.payments >= shareOf(payments_max))
    throw new PublicRefusal("too_much_held", { at: isoOrNull(held.ends_at) });
  const unpaid = stock === null ? Infinity : unpaidPiecesPerClient - held.unpaid_pieces;
  if (unpaid < 1) throw new PublicRefusal("too_much_held", { at: isoOrNull(held.unpaid_until) });
  const count = Math.min(pieces, unpaid);
  if (quantity > count) throw new FormRefused({ quantity: { code: "too_many", count } });
}

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

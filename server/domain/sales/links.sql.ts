import type { Question } from "../../contract/dashboard/links.ts";
import type { Sql } from "../../db/client.ts";
import { presentMillisecond, presentTime } from "../base/clock.sql.ts";

/** The contents of a link, which the merchant decides. */
export interface LinkContents {
  link_name: string;
  description: string | null;
  /**
   * One amount is fixed, and several amounts are a choice. Without amounts, the customer decides between the bounds.
   */
  amounts: number[];
  amount_min: number | null;
  amount_max: number | null;
  quantity_max: number;
  stock: number | null;
  payments_max: number | null;
  open_until: Date | null;
  deadline_seconds: number;
  asks_name: Question;
  asks_phone: Question;
  asks_note: Question;
}

export interface LinkRow extends LinkContents {
  is_open: boolean;
  merchant_id: string;
  link_id: string;
  slug: string;
  picture_id: string | null;
  picture_width: number | null;
  picture_height: number | null;
  created_at: Date;
  /** Whether open_until has passed. */
  is_over: boolean;
}

const linkColumns = (sql: Sql, at: Date | null) => sql`
  link.merchant_id, link.link_id, link.slug, link.link_name, link.description, link.amounts, link.amount_min,
  link.amount_max, link.quantity_max, link.stock, link.payments_max, link.open_until, link.deadline_seconds,
  link.asks_name, link.asks_phone, link.asks_note, link.is_open, link.picture_id, link.created_at,
  coalesce(link.open_until <= ${presentTime(sql, at)}, false) as is_over
`;

const pictureSize = (sql: Sql) => sql`
  picture.width as picture_width, picture.height as picture_height
`;

const withPicture = (sql: Sql) => sql`
  left join link_pictures picture
    on picture.merchant_id = link.merchant_id
    and picture.picture_id = link.picture_id
`;

/** Returns false if the slug is taken. */
export async function insertLink(
  sql: Sql,
  link: LinkContents & { merchant_id: string; link_id: string; slug: string },
  at: Date | null,
): Promise<boolean> {
  const result = await sql`
    insert into payment_links (
      merchant_id, link_id, slug, link_name, description, amounts, amount_min, amount_max, quantity_max, stock,
      payments_max, open_until, deadline_seconds, asks_name, asks_phone, asks_note, created_at
    ) values (
      ${link.merchant_id}, ${link.link_id}, ${link.slug}, ${link.link_name}, ${link.description},
      ${amountList(link)}::text::bigint[], ${link.amount_min}, ${link.amount_max}, ${link.quantity_max}, ${link.stock},
      ${link.payments_max}, ${link.open_until}, ${link.deadline_seconds}, ${link.asks_name}, ${link.asks_phone},
      ${link.asks_note}, ${presentMillisecond(sql, at)}
    )
    on conflict (slug) do nothing
  `;
  return result.count === 1;
}

/** An array in PostgreSQL's format. */
const amountList = ({ amounts }: LinkContents) => `{${amounts.join(",")}}`;

/** Returns false if the merchant has no such link. */
export async function updateLink(
  sql: Sql,
  link: LinkContents & { merchant_id: string; link_id: string },
): Promise<boolean> {
  const result = await sql`
    update payment_links
    set link_name = ${link.link_name},
      description = ${link.description},
      amounts = ${amountList(link)}::text::bigint[],
      amount_min = ${link.amount_min},
      amount_max = ${link.amount_max},
      quantity_max = ${link.quantity_max},
      stock = ${link.stock},
      payments_max = ${link.payments_max},
      open_until = ${link.open_until},
      deadline_seconds = ${link.deadline_seconds},
      asks_name = ${link.asks_name},
      asks_phone = ${link.asks_phone},
      asks_note = ${link.asks_note}
    where merchant_id = ${link.merchant_id}
      and link_id = ${link.link_id}
  `;
  return result.count === 1;
}

/** Returns false if the merchant has no such link. */
export async function switchLink(
  sql: Sql,
  link: { merchant_id: string; link_id: string; is_open: boolean },
): Promise<boolean> {
  const result = await sql`
    update payment_links
    set is_open = ${link.is_open}
    where merchant_id = ${link.merchant_id}
      and link_id = ${link.link_id}
  `;
  return result.count === 1;
}

/** Counts a merchant's links, and makes creates of further links wait for each other. */
export async function countLinksForMore(sql: Sql, merchant_id: string): Promise<number> {
  await sql`select from merchants where merchant_id = ${merchant_id} for no key update`;
  return countLinks(sql, merchant_id);
}

export async function countLinks(sql: Sql, merchant_id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from payment_links where merchant_id = ${merchant_id}
  `;
  return row?.count ?? 0;
}

/** The figures of a link: the pieces and sums that its submissions hold or have brought in. */
export interface LinkFigures {
  /** Pieces and payments that are PENDING or PAID. */
  pieces_held: number;
  payments_held: number;
  pending_count: number;
  paid_count: number;
  paid_amount: number;
  made_count: number;
}

/** Lists links with their figures, newest first: all links, or one. */
export function selectLinks(
  sql: Sql,
  options: {
    merchant_id: string;
    /** null: all links. */
    link_id: string | null;
    at: Date | null;
    limit: number;
    offset: number;
  },
): Promise<(LinkRow & LinkFigures)[]> {
  return sql<(LinkRow & LinkFigures)[]>`
    select ${linkColumns(sql, options.at)}, ${pictureSize(sql)}, figures.*
    from payment_links link
    ${withPicture(sql)}
    cross join lateral (
      select
        coalesce(sum(taken.pieces) filter (where payment_status in ('PENDING', 'PAID')), 0)::bigint as pieces_held,
        count(*) filter (where payment_status in ('PENDING', 'PAID'))::integer as payments_held,
        count(*) filter (where payment_status = 'PENDING')::integer as pending_count,
        count(*) filter (where payment_status = 'PAID')::integer as paid_count,
        coalesce(sum(payment.payment_total) filter (where payment_status = 'PAID'), 0)::bigint as paid_amount,
        count(*)::integer as made_count
      from link_sales taken
      join sales sale using (merchant_id, sale_number)
      join payments payment using (merchant_id, payment_number)
      where taken.merchant_id = link.merchant_id
        and taken.link_id = link.link_id
    ) figures
    where link.merchant_id = ${options.merchant_id}
      and (${options.link_id}::uuid is null or link.link_id = ${options.link_id})
    order by link.created_at desc, link.link_id
    limit ${options.limit}
    offset ${options.offset}::bigint
  `;
}

export interface PublicLinkRow extends LinkRow {
  merchant_name: string;
  logo_url: string | null;
  accent_color: string | null;
  contact_address: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  shop_url: string | null;
}

export async function selectPublicLink(
  sql: Sql,
  { slug, at }: { slug: string; at: Date | null },
): Promise<PublicLinkRow | undefined> {
  const [row] = await sql<PublicLinkRow[]>`
    select
      ${linkColumns(sql, at)}, ${pictureSize(sql)},
      merchant.merchant_name, merchant.logo_url, merchant.accent_color, merchant.contact_address,
      merchant.contact_phone, merchant.contact_email, merchant.shop_url
    from payment_links link
    join merchants merchant using (merchant_id)
    ${withPicture(sql)}
    where link.slug = ${slug}
  `;
  return row;
}

/** Locks a link until the transaction ends. Its submissions thus take turns, and each counts the earlier ones. */
export async function holdLink(
  sql: Sql,
  { merchant_id, link_id, at }: { merchant_id: string; link_id: string; at: Date | null },
): Promise<LinkRow | undefined> {
  const [row] = await sql<LinkRow[]>`
    select ${linkColumns(sql, at)}, null::integer as picture_width, null::integer as picture_height
    from payment_links link
    where merchant_id = ${merchant_id}
      and link_id = ${link_id}
    for no key update
  `;
  return row;
}

/** Counts the pieces and payments that a link's submissions hold: all that have not ended without money. */
export async function selectHeld(
  sql: Sql,
  { merchant_id, link_id }: { merchant_id: string; link_id: string },
): Promise<{ pieces: number; payments: number }> {
  const [row] = await sql<{ pieces: number; payments: number }[]>`
    select coalesce(sum(taken.pieces), 0)::integer as pieces, count(*)::integer as payments
    from link_sales taken
    join sales sale using (merchant_id, sale_number)
    join payments payment using (merchant_id, payment_number)
    where taken.merchant_id = ${merchant_id}
      and taken.link_id = ${link_id}
      and payment.payment_status in ('PENDING', 'PAID')
  `;
  return row ?? { pieces: 0, payments: 0 };
}

/** The number of payments that wait for money, and the time when the first of them ends. */
export interface Waiting {
  count: number;
  free_at: Date | null;
}

/**
 * Counts a link's payments that wait for money, with the first deadline among them. No such payment is older than a
 * link's longest deadline.
 */
export async function selectWaitingOfLink(
  sql: Sql,
  options: { merchant_id: string; link_id: string; deadlineSecondsMax: number; at: Date | null },
): Promise<Waiting> {
  const [row] = await sql<Waiting[]>`
    select count(*)::integer as count, min(payment.payment_expired_at) as free_at
    from link_sales taken
    join sales sale using (merchant_id, sale_number)
    join payments payment using (merchant_id, payment_number)
    where taken.merchant_id = ${options.merchant_id}
      and taken.link_id = ${options.link_id}
      and taken.created_at > ${presentTime(sql, options.at)} - make_interval(secs => ${options.deadlineSecondsMax})
      and payment.payment_status = 'PENDING'
      and payment.payment_expired_at > ${presentTime(sql, options.at)}
  `;
  return row ?? { count: 0, free_at: null };
}

/**
 * Selects one client's unpaid payments with one merchant in the last hours. Ended ones count too, because their
 * totals are in quarantine.
 */
export async function selectUnpaidOfClient(
  sql: Sql,
  options: { merchant_id: string; client_hash: Buffer; seconds: number; at: Date | null },
): Promise<Waiting> {
  const window = sql`make_interval(secs => ${options.seconds})`;
  const [row] = await sql<Waiting[]>`
    select count(*)::integer as count, min(taken.created_at) + ${window} as free_at
    from link_sales taken
    join sales sale using (merchant_id, sale_number)
    join payments payment using (merchant_id, payment_number)
    where taken.merchant_id = ${options.merchant_id}
      and taken.client_hash = ${options.client_hash}
      and taken.created_at > ${presentTime(sql, options.at)} - ${window}
      and payment.payment_status <> 'PAID'
  `;
  return row ?? { count: 0, free_at: null };
}

/** The pieces and payments that one client holds without having paid. */
export interface HeldByClient {
  /** The pieces of this link in payments that wait for money. */
  pieces: number;
  payments: number;
  /** The time when the first of these payments ends. */
  ends_at: Date | null;
  /** The unpaid pieces of all the merchant's links with a stock, in the last hours. */
  unpaid_pieces: number;
  /** The time when the first of these pieces no longer counts. */
  unpaid_until: Date | null;
}

export async function selectHeldByClient(
  sql: Sql,
  options: {
    merchant_id: string;
    link_id: string;
    client_hash: Buffer;
    seconds: number;
    at: Date | null;
  },
): Promise<HeldByClient> {
  const window = sql`make_interval(secs => ${options.seconds})`;
  const isHeld = sql`taken.link_id = ${options.link_id} and payment.payment_status = 'PENDING'`;
  const isUnpaid = sql`
    link.stock is not null and taken.created_at > ${presentTime(sql, options.at)} - ${window}
  `;
  const [row] = await sql<[HeldByClient]>`
    select
      coalesce(sum(taken.pieces) filter (where ${isHeld}), 0)::integer as pieces,
      count(*) filter (where ${isHeld})::integer as payments,
      min(payment.payment_expired_at) filter (where ${isHeld}) as ends_at,
      coalesce(sum(taken.pieces) filter (where ${isUnpaid}), 0)::integer as unpaid_pieces,
      min(taken.created_at) filter (where ${isUnpaid}) + ${window} as unpaid_until
    from link_sales taken
    join payment_links link on link.merchant_id = taken.merchant_id and link.link_id = taken.link_id
    join sales sale on sale.merchant_id = taken.merchant_id and sale.sale_number = taken.sale_number
    join payments payment
      on payment.merchant_id = sale.merchant_id and payment.payment_number = sale.payment_number
    where taken.merchant_id = ${options.merchant_id}
      and taken.client_hash = ${options.client_hash}
      and payment.payment_status <> 'PAID'
  `;
  return row;
}

/** Finds the payment that the same form has already created. */
export async function selectPaymentOfForm(
  sql: Sql,
  { merchant_id, form_key }: { merchant_id: string; form_key: string },
): Promise<string | null> {
  const [row] = await sql<{ payment_id: string }[]>`
    select payment.payment_id
    from sales sale
    join payments payment using (merchant_id, payment_number)
    where sale.merchant_id = ${merchant_id}
      and sale.form_key = ${form_key}
  `;
  return row?.payment_id ?? null;
}

export async function insertLinkSale(
  sql: Sql,
  taken: {
    merchant_id: string;
    link_id: string;
    sale_number: number;
    pieces: number;
    client_hash: Buffer;
  },
  at: Date | null,
): Promise<void> {
  await sql`
    insert into link_sales (merchant_id, link_id, sale_number, pieces, client_hash, created_at)
    values (
      ${taken.merchant_id}, ${taken.link_id}, ${taken.sale_number}, ${taken.pieces}, ${taken.client_hash},
      ${presentMillisecond(sql, at)}
    )
  `;
}

import { randomInt, randomUUID } from "node:crypto";
import type {
  linkOperations,
  PaymentLink,
  PaymentLinkDetail,
} from "../../contract/dashboard/links.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { invalidFields, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { z } from "zod";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { DomainError } from "../base/domain-error.ts";
import { rowsOfPage } from "../base/page-rows.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { linkAddress, pictureAddress } from "./addresses.ts";
import { readPicture, type Picture } from "./link-pictures.ts";
import { replacePicture } from "./link-pictures.sql.ts";
import {
  countLinks,
  countLinksForMore,
  holdLink,
  insertLink,
  selectLinks,
  switchLink,
  updateLink,
  type LinkContents,
  type LinkFigures,
  type LinkRow,
} from "./links.sql.ts";

/** Manages a merchant's payment links in the dashboard. Other merchants' links are unknown here. */

export interface LinkName {
  merchant_id: string;
  link_id: string;
}

export async function listOwnLinks(
  gateway: Gateway,
  { merchant_id, page, per_page }: { merchant_id: string; page: number; per_page: number },
): Promise<Page<PaymentLink>> {
  const { limit, offset } = rowsOfPage({ page, per_page });
  const total = await countLinks(gateway.sql, merchant_id);
  const at = gateway.now();
  const rows = await selectLinks(gateway.sql, { merchant_id, link_id: null, at, limit, offset });
  return {
    items: rows.map((row) => presentLink(gateway, row)),
    pagination: paginate(total, rows.length, page, limit),
  };
}

export async function readOwnLink(gateway: Gateway, name: LinkName): Promise<PaymentLinkDetail> {
  const at = gateway.now();
  const [row] = await selectLinks(gateway.sql, { ...name, at, limit: 1, offset: 0 });
  if (!row) throw unknownLink();
  const link = presentLink(gateway, row);
  return { ...link, qr_svg: drawQrSvg(link.url) };
}

const unknownLink = () => notFound("link");

function presentLink(gateway: Gateway, row: LinkRow & LinkFigures): PaymentLink {
  const pieces_left = piecesLeft(row);
  return {
    link_id: row.link_id,
    slug: row.slug,
    url: linkAddress(gateway, row.slug),
    link_name: row.link_name,
    description: row.description,
    amounts: row.amounts,
    amount_min: row.amount_min,
    amount_max: row.amount_max,
    quantity_max: row.quantity_max,
    stock: row.stock,
    pieces_left,
    payments_max: row.payments_max,
    open_until: row.open_until?.toISOString() ?? null,
    deadline_seconds: row.deadline_seconds,
    asks_name: row.asks_name,
    asks_phone: row.asks_phone,
    asks_note: row.asks_note,
    picture_url: row.picture_id === null ? null : pictureAddress(gateway, row.picture_id),
    is_open: row.is_open,
    state: stateOf(row, pieces_left),
    created_at: row.created_at.toISOString(),
    payments_made: row.made_count,
    payments_pending: row.pending_count,
    payments_paid: row.paid_count,
    amount_paid: row.paid_amount,
  };
}

function piecesLeft({ stock, payments_max, ...held }: LinkRow & LinkFigures): number | null {
  if (payments_max !== null && held.payments_held >= payments_max) return 0;
  return stock === null ? null : Math.max(0, stock - held.pieces_held);
}

function stateOf(row: LinkRow, pieces_left: number | null): PaymentLink["state"] {
  if (!row.is_open) return "closed";
  if (row.is_over) return "ended";
  return pieces_left === 0 ? "sold_out" : "open";
}

type CreateRequest = z.output<typeof linkOperations.createLink.input>;
type ChangeRequest = Omit<z.output<typeof linkOperations.changeLink.input>, "link_id">;

export async function createOwnLink(
  gateway: Gateway,
  actor: Actor,
  { session, request }: { session: Session; request: CreateRequest },
): Promise<PaymentLinkDetail> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const contents = contentsOf(request);
  const link_id = request.form_key ?? randomUUID();
  await audited(
    gateway,
    actor,
    async (inside) => {
      const links = limits.linksPerMerchant;
      // Creates take turns, so the second of two equal forms finds the link of the first.
      const count = await countLinksForMore(inside.sql, merchant_id);
      if (await holdLink(inside.sql, { merchant_id, link_id, at: null })) return null;
      if (count >= links) throw new DomainError({ code: "link_limit", params: { links } });
      return insertUnderSlug(inside, { ...contents, merchant_id, link_id }, request.slug);
    },
    (slug) =>
      slug === null ? null : auditEvent("link.created", { merchant_id, link_id }, { slug }),
  );
  return readOwnLink(gateway, { merchant_id, link_id });
}

/** Inserts the link. A slug that a person chose might be taken. The generated slugs have 8 × 10^14 possibilities. */
async function insertUnderSlug(
  { sql, now }: Gateway,
  link: LinkContents & LinkName,
  wanted: string | null | undefined,
): Promise<string> {
  const slug = wanted ?? randomSlug();
  if (await insertLink(sql, { ...link, slug }, now())) return slug;
  throw invalidFields({ slug: { code: "slug_taken", params: {} } });
}

/** The alphabet of slugs, without letters and digits that look alike. */
const slugAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const randomSlug = () =>
  Array.from({ length: 10 }, () => slugAlphabet[randomInt(slugAlphabet.length)]).join("");

export async function changeOwnLink(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; link_id: string; request: ChangeRequest },
): Promise<PaymentLinkDetail> {
  const { session, link_id, request } = options;
  requireConfirmed(session);
  const name = { merchant_id: session.merchant_id, link_id };
  const contents = contentsOf(request);
  return changed(gateway, actor, name, {
    change: ({ sql }) => updateLink(sql, { ...contents, ...name }),
    details: {},
  });
}

export async function switchOwnLink(
  gateway: Gateway,
  actor: Actor,
  { session, link_id, is_open }: { session: Session; link_id: string; is_open: boolean },
): Promise<PaymentLinkDetail> {
  const name = { merchant_id: session.merchant_id, link_id };
  return changed(gateway, actor, name, {
    change: ({ sql }) => switchLink(sql, { ...name, is_open }),
    details: { is_open },
  });
}

export async function setOwnLinkPicture(
  gateway: Gateway,
  actor: Actor,
  { session, link_id, picture }: { session: Session; link_id: string; picture: string },
): Promise<PaymentLinkDetail> {
  requireConfirmed(session);
  const read = readPicture(picture);
  if ("problem" in read) throw invalidFields({ picture: read.problem });
  const stored: Picture & { picture_id: string } = { ...read, picture_id: randomUUID() };
  const name = { merchant_id: session.merchant_id, link_id };
  return changed(gateway, actor, name, {
    change: ({ sql }) => replacePicture(sql, name, stored),
    details: { picture: "set" },
  });
}

export async function removeOwnLinkPicture(
  gateway: Gateway,
  actor: Actor,
  { session, link_id }: { session: Session; link_id: string },
): Promise<PaymentLinkDetail> {
  const name = { merchant_id: session.merchant_id, link_id };
  return changed(gateway, actor, name, {
    change: ({ sql }) => replacePicture(sql, name, null),
    details: { picture: "removed" },
  });
}

/** Changes a link of the merchant, with an audit entry. */
async function changed(
  gateway: Gateway,
  actor: Actor,
  name: LinkName,
  options: {
    change: (inside: Gateway) => Promise<boolean>;
    details: Record<string, unknown>;
  },
): Promise<PaymentLinkDetail> {
  await audited(
    gateway,
    actor,
    async (inside) => {
      if (!(await options.change(inside))) throw unknownLink();
    },
    () => auditEvent("link.changed", name, options.details),
  );
  return readOwnLink(gateway, name);
}

const auditEvent = (
  action: "link.created" | "link.changed",
  { merchant_id, link_id }: LinkName,
  details: Record<string, unknown>,
) => ({ merchant_id, action, object_id: link_id, details });

/** Checks rules that concern several fields. */
function contentsOf(request: ChangeRequest): LinkContents {
  const { amounts } = request;
  const amount_min = request.amount_min ?? null;
  const amount_max = request.amount_max ?? null;
  if (amounts.length === 0 && amount_min === null)
    throw invalidFields({ amount_min: { code: "required", params: {} } });
  if (amount_min !== null && amount_max !== null && amount_max < amount_min)
    throw invalidFields({ amount_max: { code: "below_smallest_amount", params: {} } });
  const most = Math.max(amount_max ?? 0, ...amounts) * request.quantity_max;
  if (most > limits.paymentAmountMax) {
    const maximum = Math.floor(limits.paymentAmountMax / request.quantity_max);
    throw invalidFields({
      [amounts.length === 0 ? "amount_max" : "amounts"]: { code: "too_large", params: { maximum } },
    });
  }
  return {
    link_name: request.link_name,
    description: request.description ?? null,
    amounts: [...new Set(amounts)],
    amount_min: amounts.length === 0 ? amount_min : null,
    amount_max: amounts.length === 0 ? amount_max : null,
    quantity_max: request.quantity_max,
    stock: request.stock ?? null,
    payments_max: request.payments_max ?? null,
    open_until: request.open_until == null ? null : new Date(request.open_until),
    deadline_seconds: request.deadline_seconds,
    asks_name: request.asks_name,
    asks_phone: request.asks_phone,
    asks_note: request.asks_note,
  };
}

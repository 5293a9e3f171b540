import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";

/**
 * Each function deletes at most `limit` rows and returns their number. If two run at once, one deletes, and the other
 * waits and finds the rows deleted.
 */

interface Bounds {
  at: Date | null;
  limit: number;
}

type Age = { days: number } | { seconds: number };

const before = (sql: Sql, at: Date | null, age: Age) =>
  "days" in age
    ? sql`${transactionTime(sql, at)} - make_interval(days => ${age.days})`
    : sql`${transactionTime(sql, at)} - make_interval(secs => ${age.seconds})`;

/** Deletes attempts of finished deliveries. The result of a delivery stays with it. */
export async function deleteOldAttempts(
  sql: Sql,
  { days, at, limit }: Bounds & { days: number },
): Promise<number> {
  const [row] = await sql<{ deleted_count: number }[]>`
    with old as (
      select merchant_id, delivery_id, attempt_number
      from webhook_attempts attempt
      where started_at < ${before(sql, at, { days })}
        and exists (
          select from webhook_deliveries delivery
          where delivery.merchant_id = attempt.merchant_id
            and delivery.delivery_id = attempt.delivery_id
            and delivery.next_attempt_at is null
        )
      order by started_at
      limit ${limit}
    ),
    deleted as (
      delete from webhook_attempts attempt
      using old
      where attempt.merchant_id = old.merchant_id
        and attempt.delivery_id = old.delivery_id
        and attempt.attempt_number = old.attempt_number
      returning attempt.merchant_id, attempt.delivery_id
    ),
    counted as (
      update webhook_deliveries delivery
      set forgotten_attempt_count = forgotten_attempt_count + per_delivery.deleted_count
      from (
        select merchant_id, delivery_id, count(*)::integer as deleted_count
        from deleted
        group by merchant_id, delivery_id
      ) per_delivery
      where delivery.merchant_id = per_delivery.merchant_id
        and delivery.delivery_id = per_delivery.delivery_id
    )
    select count(*)::integer as deleted_count from deleted
  `;
  return row?.deleted_count ?? 0;
}

export async function deleteOldAuditEntries(
  sql: Sql,
  { days, at, limit }: Bounds & { days: number },
): Promise<number> {
  const result = await sql`
    delete from audit_entries
    where (merchant_id, entry_id) in (
      select merchant_id, entry_id
      from audit_entries
      where created_at < ${before(sql, at, { days })}
      order by created_at
      limit ${limit}
    )
  `;
  return result.count;
}

/** Deletes sent and abandoned messages with their attempts. */
export const deleteOldNoticeMessages = (
  sql: Sql,
  options: Bounds & { days: number },
): Promise<number> => deleteOldNoticeRows(sql, "notice_messages", "next_attempt_at", options);

/** Deletes notices that a message has delivered. Their event is past, so Tepat does not announce it again. */
export const deleteOldNotices = (sql: Sql, options: Bounds & { days: number }): Promise<number> =>
  deleteOldNoticeRows(sql, "notices", "due_at", options);

async function deleteOldNoticeRows(
  sql: Sql,
  table: string,
  open: string,
  { days, at, limit }: Bounds & { days: number },
): Promise<number> {
  const result = await sql`
    delete from ${sql(table)}
    where ctid = any (array(
      select ctid from ${sql(table)}
      where created_at < ${before(sql, at, { days })}
        and ${sql(open)} is null
      order by created_at
      limit ${limit}
    ))
  `;
  return result.count;
}

/**
 * Deletes all emails of that age. An email that was never sent because there was no mail server is too old to be
 * sent.
 */
export async function deleteOldCustomerMails(
  sql: Sql,
  { days, at, limit }: Bounds & { days: number },
): Promise<number> {
  const result = await sql`
    delete from customer_mails
    where (merchant_id, mail_id) in (
      select merchant_id, mail_id
      from customer_mails
      where created_at < ${before(sql, at, { days })}
      order by created_at
      limit ${limit}
    )
  `;
  return result.count;
}

/** Deletes rotated secrets that no longer sign. Each merchant has a few, so this order has no index. */
export const deleteExpiredWebhookSecrets = (sql: Sql, bounds: Bounds): Promise<number> =>
  deleteAged(sql, { table: "webhook_secrets", since: "expires_at", age: { days: 1 } }, bounds);

/** Deletes secrets that were offered for two-factor authentication and never confirmed: at most one for each person. */
export const deleteOldTotpOffers = (sql: Sql, bounds: Bounds): Promise<number> => {
  const age = { seconds: limits.totpOfferSeconds };
  return deleteAged(sql, { table: "authenticator_offers", since: "offered_at", age }, bounds);
};

/** Deletes links that were emailed and never used: at most one for each person. */
export const deleteOldPasswordResets = (sql: Sql, bounds: Bounds): Promise<number> => {
  const age = { seconds: limits.passwordResetSeconds };
  return deleteAged(sql, { table: "password_links", since: "requested_at", age }, bounds);
};

/**
 * Deletes invitations that were not accepted. For a while after their end, the page shows them so that they can be
 * repeated.
 */
export const deleteOldInvitations = (sql: Sql, bounds: Bounds): Promise<number> => {
  const age = { seconds: 2 * limits.invitationSeconds };
  return deleteAged(sql, { table: "invitations", since: "invited_at", age }, bounds);
};

/** Deletes codes for connecting Telegram that were never used: at most one for each person. */
export const deleteOldTelegramOffers = (sql: Sql, bounds: Bounds): Promise<number> => {
  const age = { seconds: limits.telegramOfferSeconds };
  return deleteAged(sql, { table: "telegram_offers", since: "offered_at", age }, bounds);
};

/** Deletes sign-ins at mail providers that were not completed in time: at most one for each session. */
export const deleteOldMailSignIns = (sql: Sql, bounds: Bounds): Promise<number> => {
  const age = { seconds: limits.mailSignInSeconds };
  return deleteAged(sql, { table: "mail_sign_ins", since: "begun_at", age }, bounds);
};

/**
 * Deletes entries of the request log. An index in this order would cost every request. The table is bounded, so one
 * hourly scan is cheaper.
 */
export const deleteOldLoggedRequests = (sql: Sql, bounds: Bounds): Promise<number> => {
  const age = { days: limits.loggedRequestDays };
  return deleteAged(sql, { table: "api_requests", since: "requested_at", age }, bounds);
};

/** Deletes from a table with a few rows for each merchant. */
async function deleteAged(
  sql: Sql,
  { table, since, age }: { table: string; since: string; age: Age },
  { at, limit }: Bounds,
): Promise<number> {
  const result = await sql`
    delete from ${sql(table)}
    where ctid = any (array(
      select ctid from ${sql(table)}
      where ${sql(since)} < ${before(sql, at, age)}
      limit ${limit}
    ))
  `;
  return result.count;
}

/** Deletes the network from which a person bought by a payment link. Only that day's limits needed it. */
export async function forgetLinkClients(sql: Sql, { at, limit }: Bounds): Promise<number> {
  const result = await sql`
    update link_sales taken
    set client_hash = null
    from (
      select merchant_id, link_id, sale_number
      from link_sales
      where client_hash is not null
        and created_at < ${before(sql, at, { seconds: limits.linkClientsKeptSeconds })}
      order by created_at
      limit ${limit}
    ) old
    where taken.merchant_id = old.merchant_id
      and taken.link_id = old.link_id
      and taken.sale_number = old.sale_number
  `;
  return result.count;
}

/** Deletes banks' emails. Their transfers stay. */
export const deleteOldMails = (sql: Sql, bounds: Bounds): Promise<number> =>
  deleteAged(
    sql,
    { table: "bank_mails", since: "created_at", age: { days: limits.mailEvidenceDays } },
    bounds,
  );

/** Deletes files that were not imported. Their parts are deleted with them. */
export async function deleteOldUploads(sql: Sql, { at, limit }: Bounds): Promise<number> {
  const age = { seconds: limits.statementUploadMinutes * 60 };
  const result = await sql`
    delete from statement_uploads
    where (merchant_id, upload_id) in (
      select merchant_id, upload_id
      from statement_uploads
      where begun_at < ${before(sql, at, age)}
      order by begun_at
      limit ${limit}
    )
  `;
  return result.count;
}

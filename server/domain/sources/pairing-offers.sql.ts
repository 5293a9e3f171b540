import { limits } from "../../contract/limits.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { transactionTime } from "../base/clock.sql.ts";

const isFresh = (sql: Sql | Tx, at: Date | null) => sql`
  offered_at > ${transactionTime(sql, at)} - make_interval(secs => ${limits.pairingOfferSeconds})
`;

/**
 * Creates an offer and returns its time. Deletes expired and used offers, and the merchant's oldest offer if the
 * limit is reached. `sql` must be a transaction.
 */
export async function insertOffer(
  sql: Sql,
  offer: { merchant_id: string; token_hash: Buffer; at: Date | null },
): Promise<Date> {
  await holdMerchant(sql, offer.merchant_id);
  await sql`
    delete from pairing_offers
    where not (${isFresh(sql, offer.at)})
      or token_hash in (
        select token_hash
        from pairing_offers
        where merchant_id = ${offer.merchant_id}
        order by offered_at desc, token_hash
        offset ${limits.pairingOffersPerMerchant - 1}
      )
  `;
  const [row] = await sql<{ offered_at: Date }[]>`
    insert into pairing_offers (token_hash, merchant_id, offered_at)
    values (${offer.token_hash}, ${offer.merchant_id}, ${transactionTime(sql, offer.at)})
    returning offered_at
  `;
  return (row as { offered_at: Date }).offered_at;
}

export async function selectOfferMerchant(
  sql: Sql,
  offer: { token_hash: Buffer; at: Date | null },
): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`
    select merchant_id
    from pairing_offers
    where token_hash = ${offer.token_hash}
      and ${isFresh(sql, offer.at)}
  `;
  return row?.merchant_id;
}

/** Returns false if another installation has used the offer, or the offer is too old. */
export async function takeOffer(
  tx: Tx,
  offer: { token_hash: Buffer; installation_id: string; at: Date | null },
): Promise<boolean> {
  const result = await tx`
    update pairing_offers
    set installation_id = ${offer.installation_id}
    where token_hash = ${offer.token_hash}
      and ${isFresh(tx, offer.at)}
      and (installation_id is null or installation_id = ${offer.installation_id})
  `;
  return result.count === 1;
}

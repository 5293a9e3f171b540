import type { Sql } from "../../db/client.ts";
import type { MediaType, Picture } from "./link-pictures.ts";

interface LinkName {
  merchant_id: string;
  link_id: string;
}

/** Replaces a link's picture. Returns false if the merchant has no such link. */
export async function replacePicture(
  sql: Sql,
  { merchant_id, link_id }: LinkName,
  picture: (Picture & { picture_id: string }) | null,
): Promise<boolean> {
  const result = await sql`
    update payment_links
    set picture_id = ${picture?.picture_id ?? null}
    where merchant_id = ${merchant_id}
      and link_id = ${link_id}
  `;
  if (result.count !== 1) return false;
  await sql`delete from link_pictures where merchant_id = ${merchant_id} and link_id = ${link_id}`;
  if (picture) {
    await sql`
      insert into link_pictures (merchant_id, picture_id, link_id, media_type, picture, width, height)
      values (
        ${merchant_id}, ${picture.picture_id}, ${link_id}, ${picture.media_type}, ${picture.bytes},
        ${picture.width}, ${picture.height}
      )
    `;
  }
  return true;
}

export async function selectPicture(
  sql: Sql,
  picture_id: string,
): Promise<{ media_type: MediaType; picture: Buffer } | undefined> {
  const [row] = await sql<{ media_type: MediaType; picture: Buffer }[]>`
    select media_type, picture from link_pictures where picture_id = ${picture_id}
  `;
  return row;
}

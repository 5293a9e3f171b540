import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import { selectPerson } from "./people.sql.ts";

/** The people of a merchant's team. */

/** Finds a person for the operator: by email address, or the first owner. */
export async function requirePerson(
  sql: Sql,
  options: { merchant_id: string; email: string | null },
): Promise<{ person_id: string; email: string }> {
  const person = await selectPerson(sql, options);
  if (person) return person;
  throw new DomainError(
    options.email === null
      ? `There is no merchant ${options.merchant_id}. To list the merchants, run npx tepat merchant list`
      : `The team of merchant ${options.merchant_id} has no member with the email address ${options.email}. Check the address.`,
  );
}

import { randomUUIDv7 } from "node:crypto";
import type { Role } from "../contract/dashboard/roles.ts";
import type { Actor } from "../domain/access/audit.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { actorOf, clientOf, findSession, openSession } from "../domain/access/sessions.ts";
import type { Person, PersonName, Session } from "../domain/access/sessions.sql.ts";

/** A person with a browser, for tests. */
export interface Visitor {
  session: Session;
  actor: Actor;
  token: string;
}

/** Returns the person with whom every merchant of the fixtures begins. */
export const ownerOf = ({ merchant_id }: { merchant_id: string }): Person => ({
  person_id: merchant_id,
  name: "Toko Contoh",
  role: "owner",
});

export const ownersKeys = ({ merchant_id }: { merchant_id: string }): PersonName => ({
  merchant_id,
  person_id: merchant_id,
});

/** Returns the signed-in browser of a member of the merchant's team, by default the owner. */
export async function visitor(
  gateway: Gateway,
  merchant: { merchant_id: string; email: string },
  person: Person = ownerOf(merchant),
): Promise<Visitor> {
  const client = clientOf("203.0.113.7", "Browser/1");
  const { token, session } = await openSession(
    gateway,
    {
      merchant_id: merchant.merchant_id,
      merchant_name: "Toko Contoh",
      person,
      email: merchant.email,
      is_operator: false,
      is_two_factor_enabled: false,
    },
    { client, is_confirmed: false },
  );
  return { session, actor: actorOf(session, client), token };
}

/** Creates a team member with this role, and returns the member's own browser. */
export async function colleague(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
  role: Role,
): Promise<Visitor> {
  const person: Person = { person_id: randomUUIDv7(), name: `Budi, ${role}`, role };
  const email = `${person.person_id}@shop.example`;
  await gateway.sql`
    insert into people (merchant_id, person_id, person_name, email, role, created_at)
    values (${merchant_id}, ${person.person_id}, ${person.name}, ${email}, ${role}, now())
  `;
  return visitor(gateway, { merchant_id, email }, person);
}

/** Returns the session as the browser's next request finds it. */
export async function refreshed(gateway: Gateway, { token }: Visitor): Promise<Session> {
  const session = await findSession(gateway, token);
  if (!session) throw new Error("the session has ended");
  return session;
}

import type { Actor } from "../domain/access/audit.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { actorOf, clientOf, findSession, openSession } from "../domain/access/sessions.ts";
import type { Session } from "../domain/access/sessions.sql.ts";

/** A person with a browser, for tests. */
export interface Visitor {
  session: Session;
  actor: Actor;
  token: string;
}

/** The merchant's browser, signed in. */
export async function visitor(
  gateway: Gateway,
  merchant: { merchant_id: string; email: string },
): Promise<Visitor> {
  const client = clientOf("203.0.113.7", "Browser/1");
  const { token, session } = await openSession(
    gateway,
    {
      merchant_id: merchant.merchant_id,
      merchant_name: "Toko Contoh",
      email: merchant.email,
      is_operator: false,
      is_two_factor_enabled: false,
    },
    { client, is_confirmed: false },
  );
  return { session, actor: actorOf(session, client), token };
}

/** Returns the session as the next request of that browser finds it. */
export async function refreshed(gateway: Gateway, { token }: Visitor): Promise<Session> {
  const session = await findSession(gateway, token);
  if (!session) throw new Error("the session has ended");
  return session;
}

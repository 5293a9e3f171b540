import { randomUUID } from "node:crypto";
import { signInRequest, type Person } from "./dashboard.ts";
import type { Request } from "./http.ts";

/** Things of one merchant that the dashboard's operations name. */
export interface Ids {
  session_id: string;
  key_id: string;
}

/** Ids that nothing has. */
export const unknownIds = (): Ids => ({ session_id: randomUUID(), key_id: randomUUID() });

/** Where a person's browser would find its own. */
export async function idsOf(person: Person): Promise<Ids> {
  const first = async (path: string) => {
    const { body } = await person.get(path);
    return (body.data as Record<string, string>[])[0] ?? {};
  };
  return {
    session_id: (await first("/dashboard/api/sessions"))["session_id"] ?? "",
    key_id: (await first("/dashboard/api/api-keys"))["key_id"] ?? "",
  };
}

const api = "/dashboard/api";

/** A request of each operation of the dashboard, about these ids. Its credential is the caller's. */
export function dashboardRequest(operationId: string, ids: Ids): Request {
  const get = (path: string): Request => ({ method: "GET", path: api + path });
  const post = (path: string, json: object): Request => ({
    method: "POST",
    path: api + path,
    json,
  });
  const remove = (path: string): Request => ({ method: "DELETE", path: api + path });
  const samples: Record<string, Request> = {
    getSignInOptions: get("/sign-in-options"),
    signIn: signInRequest({ email: "nobody@shop.example", password: "wrong" }),
    signUp: post("/sign-up", {
      merchant_name: "Toko",
      email: "nobody@shop.example",
      password: "a calm lake",
    }),
    getSession: get("/session"),
    signOut: remove("/session"),
    listSessions: get("/sessions"),
    endSession: remove(`/sessions/${ids.session_id}`),
    endOtherSessions: remove("/sessions"),
    changePassword: post("/password", { current_password: "x", new_password: "a calm lake" }),
    getTwoFactor: get("/two-factor"),
    offerTwoFactor: post("/two-factor/offers", {}),
    enableTwoFactor: post("/two-factor", { totp_code: "000000" }),
    disableTwoFactor: post("/two-factor/end", { totp_code: "000000" }),
    renewRecoveryCodes: post("/two-factor/recovery-codes", { totp_code: "000000" }),
    confirmPerson: post("/confirmation", { totp_code: "000000" }),
    listApiKeys: get("/api-keys"),
    createApiKey: post("/api-keys", { label: "Shop" }),
    revokeApiKey: remove(`/api-keys/${ids.key_id}`),
    listAuditEntries: get("/audit-entries"),
  };
  const sample = samples[operationId];
  if (sample === undefined) throw new Error(`${operationId} has no sample request: add one`);
  return sample;
}

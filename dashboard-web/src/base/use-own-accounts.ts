import type { DataOf } from "./api.ts";
import { limits } from "./limits.ts";
import { personKey, useMerchant } from "./session.tsx";
import { useQuery } from "./use-query.ts";

type Accounts = DataOf<"listOwnAccounts">;

/** The last response, so that a list does not change its columns each time it opens. */
let last: { person: string; accounts: Accounts } | null = null;

/** Returns the shop's accounts, or an empty list while they are not known. */
export function useOwnAccounts(): Accounts {
  const person = personKey(useMerchant());
  const { data } = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  if (data) last = { person, accounts: data };
  return last?.person === person ? last.accounts : [];
}

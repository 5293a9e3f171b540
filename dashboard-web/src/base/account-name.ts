import type { DashboardAccount } from "./generated/types.gen.ts";

/** The facts that name an account. An account of a transfer or a statement can be unknown. */
interface AccountFacts {
  channel_name: string | null;
  account_number: string | null;
  account_name: string | null;
}

/** Returns the merchant's name in the account's QRIS code, or null for a bank account. */
export const nameInCode = ({
  channel_name,
  account_name,
}: Omit<AccountFacts, "account_number">): string | null =>
  channel_name === "QRIS" ? account_name : null;

/** Returns the end of a code's NMID, for example `··0019`, which tells two codes of one name apart. */
export const endOfCode = (number: string | null): string => (number ? `··${number.slice(-4)}` : "");

/**
 * Returns an account's name: the bank and the number, for example `BCA 1234567890`, or the name in the QRIS code and
 * the end of its NMID, for example `KEDAI UJI (QRIS) ··0019`. The server has the same rule in
 * `domain/gateway/account-name.sql.ts`.
 */
export function accountName(account: AccountFacts): string {
  const { channel_name, account_number } = account;
  const name = nameInCode(account);
  const parts = name
    ? [`${name} (QRIS)`, endOfCode(account_number)]
    : [channel_name, account_number];
  return parts.filter(Boolean).join(" ");
}

/**
 * Returns the accounts as choices, each with its name and perhaps a note. If names are equal nevertheless, each has
 * its whole NMID or its city beside it.
 */
export function accountChoices(
  accounts: readonly DashboardAccount[],
  noteOf: (account: DashboardAccount) => string = () => "",
) {
  return accounts.map((account) => {
    const name = accountName(account);
    const isTwin = accounts.some((other) => other !== account && accountName(other) === name);
    const mark = isTwin && (account.qris_id ?? account.qris_city);
    return [account.account_id, (mark ? `${name} · ${mark}` : name) + noteOf(account)] as const;
  });
}

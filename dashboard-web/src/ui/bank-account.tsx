import { BankMark } from "../../../web-shared/src/bank-mark.tsx";
import { endOfCode, nameInCode } from "../base/account-name.ts";

interface BankAccountProps {
  /** The bank or scheme. null for a transfer from an app that belongs to no account. */
  name: string | null;
  number: string | null;
  holder: string | null;
}

/**
 * Shows a bank's mark and an account number, or the name in a QRIS code and the end of its NMID, which tells two codes
 * of one name apart. Screen readers read the bank's name; it is also visible if there is nothing else.
 */
export function BankAccount({ name, number, holder }: BankAccountProps) {
  const code = nameInCode({ channel_name: name, account_name: holder });
  const shown = code ?? number;
  return (
    <span class="bank-account" title={[name, code, number].filter(Boolean).join(" ")}>
      {name !== null && <BankMark name={name} />}
      {shown === null ? (name ?? "–") : <span class="off-screen">{name} </span>}
      {shown !== null && <span class={code ? "code-name" : "digits"}>{shown}</span>}
      {code && number && <small class="digits">{endOfCode(number)}</small>}
    </span>
  );
}

import { BankMark } from "../../../web-shared/src/bank-mark.tsx";

interface BankAccountProps {
  /** The bank or scheme. null for a transfer from an app that belongs to no account. */
  name: string | null;
  number: string | null;
}

/**
 * Shows a bank's mark and an account number. Screen readers read the name; it is also visible if there is no number.
 */
export const BankAccount = ({ name, number }: BankAccountProps) => (
  <span class="bank-account" title={[name, number].filter(Boolean).join(" ")}>
    {name !== null && <BankMark name={name} />}
    {number === null ? (name ?? "–") : <span class="off-screen">{name} </span>}
    {number !== null && <span class="digits">{number}</span>}
  </span>
);

import { BankMark } from "../../../web-shared/src/bank-mark.tsx";

interface BankAccountProps {
  /** The bank or scheme; a transfer of an app that belongs to no account has none. */
  name: string | null;
  number: string | null;
}

/** The mark of a bank and the number of an account there. The name is said to screen readers, and where there is no number. */
export const BankAccount = ({ name, number }: BankAccountProps) => (
  <span class="bank-account" title={[name, number].filter(Boolean).join(" ")}>
    {name !== null && <BankMark name={name} />}
    {number === null ? (name ?? "–") : <span class="off-screen">{name} </span>}
    {number !== null && <span class="digits">{number}</span>}
  </span>
);

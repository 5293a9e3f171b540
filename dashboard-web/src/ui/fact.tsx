import type { ComponentChildren } from "preact";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { Moment } from "./moment.tsx";

interface FactProps {
  name: string;
  isAmount?: boolean;
  /** An amount of rupiah. */
  amount?: number;
  /** A moment. For null, the fact is left out unless `otherwise` is given. */
  at?: string | null;
  otherwise?: string;
  children?: ComponentChildren;
}

/** A name and its value, in a `<dl>`. */
export function Fact({ name, amount, isAmount, at, otherwise, children }: FactProps) {
  if (at === null && otherwise === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd class={(isAmount ?? amount !== undefined) ? "amount" : undefined}>
        {amount !== undefined && formatRupiah(amount)}
        {at ? <Moment at={at} /> : otherwise}
        {children}
      </dd>
    </div>
  );
}

import type { ComponentChildren } from "preact";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { ListedPayment } from "../../base/generated/types.gen.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { When } from "../../ui/when.tsx";

interface PaymentLineProps {
  payment: Pick<ListedPayment, "payment_code" | "payment_total" | "customer_name">;
  /** The time that matters in the list. */
  at: string;
  children?: ComponentChildren;
}

/** Shows an ended invoice in a short list of the overview. */
export const PaymentLine = ({ payment, at, children }: PaymentLineProps) => (
  <li>
    <Link to={paymentPath(payment.payment_code)}>
      <span>{payment.customer_name}</span>
      <strong class="amount">{formatRupiah(payment.payment_total)}</strong>
    </Link>
    <span class="hint">
      <code>{payment.payment_code}</code>
      <When at={at} />
    </span>
    {children}
  </li>
);

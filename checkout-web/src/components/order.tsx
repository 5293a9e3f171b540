import { readOrderLines, type OrderLine } from "../invoice.ts";
import { limits } from "../limits.ts";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { CheckoutPage } from "../page.ts";
import { Picture } from "./picture.tsx";
import { useWords } from "./words.ts";

/** Shows the order. A receipt also shows how it was paid. */
export function Order({ page: { view, note, money, rest } }: { page: CheckoutPage }) {
  const { t } = useWords();
  const lines = readOrderLines(view.order_items);
  return (
    <section class="card order">
      <h2>{t.order}</h2>
      {lines.length > 0 && (
        <details open={lines.length <= limits.openOrderLines}>
          <summary>{t.itemCount(lines.length)}</summary>
          <ul>
            {lines.map((line, index) => (
              <Line key={index} line={line} />
            ))}
          </ul>
        </details>
      )}
      {note && <p class="note">{note}</p>}
      <dl class="sums">
        <Sum name={t.subtotal} amount={view.amount_original} />
        <Sum name={t.uniqueAmount} amount={view.amount_unique} />
        <Sum name={t.total} amount={view.amount_total} />
        {money && (rest || money.kept !== null) && (
          <Sum name={t.received} amount={money.received} />
        )}
        {money && money.refunded > 0 && (
          <Sum name={t.refundedTitle} amount={money.refunded} sign="− " />
        )}
        {rest && rest.amount > 0 && <Sum name={t.missing} amount={rest.amount} />}
      </dl>
      <dl class="facts">
        <Fact name={t.invoice} value={view.payment_code} />
        {view.customer_name && <Fact name={t.customer} value={view.customer_name} />}
        {view.status === "PAID" && <Fact name={t.method} value={view.bank_name} />}
      </dl>
    </section>
  );
}

/**
 * A line of the order. The name is isolated from the quantity, because a right-to-left name would
 * turn `× 12` into `21 ×`.
 */
const Line = ({ line }: { line: OrderLine }) => (
  <li>
    {line.imageUrl && <Picture address={line.imageUrl} class="product" size={48} />}
    <span class="product-name">
      <bdi>
        {line.productUrl ? (
          <a href={line.productUrl} target="_blank" rel="noopener noreferrer">
            {line.name}
          </a>
        ) : (
          line.name
        )}
      </bdi>
      <span class="quantity"> × {line.quantity}</span>
    </span>
    <span class="price">{formatRupiah(line.subtotal)}</span>
  </li>
);

const Sum = ({ name, amount, sign = "" }: { name: string; amount: number; sign?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {sign}
      {formatRupiah(amount)}
    </dd>
  </div>
);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

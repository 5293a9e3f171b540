import type { ComponentChildren } from "preact";
import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { Counter } from "../../base/generated/types.gen.ts";
import { counterTexts as t } from "./counter-texts.ts";
import { formatTime } from "../../base/time.ts";
import { Card } from "../../ui/page.tsx";
import { PaymentStatusTag } from "../../ui/payment-status.tsx";

interface CounterDayProps {
  counter: Counter;
  actions: ComponentChildren;
  onOpen(sale_id: string): void;
}

/**
 * Shows today's sales at all tills, and the money received for them. Each row opens its sale again.
 */
export function CounterDay({ counter, actions, onOpen }: CounterDayProps) {
  const { sales, sale_count } = counter;
  return (
    <Card title={t.counter.today} actions={actions} class="counter-day">
      <div>
        <p class="figure">{formatRupiah(counter.paid_total)}</p>
        <p class="hint">
          {sale_count === 0
            ? t.counter.nothingYet
            : `${t.counter.paidTotal} · ${t.counter.paidCount(counter.paid_count, sale_count)}`}
        </p>
      </div>
      <ul class="counter-sales">
        {sales.map((sale) => (
          <li key={sale.sale_id}>
            <button type="button" onClick={() => onOpen(sale.sale_id)}>
              <span>
                <span class="off-screen">{t.common.open} </span>
                <strong>
                  <Exact total={sale.payment_total} />
                </strong>
                <span class="hint">
                  {formatTime(sale.created_at)} · {sale.channel_name}
                </span>
              </span>
              <PaymentStatusTag status={sale.payment_status} received={null} />
            </button>
          </li>
        ))}
      </ul>
      {sales.length < sale_count && <p class="hint">{t.counter.latest(sales.length)}</p>}
    </Card>
  );
}

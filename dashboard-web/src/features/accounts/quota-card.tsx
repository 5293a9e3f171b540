import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { Quota, QuotaOrder } from "../../base/generated/types.gen.ts";
import { formatDay, formatMoment } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult, Card } from "../../ui/page.tsx";
import { accountsTexts as t } from "./accounts-texts.ts";
import { Button } from "../../ui/button.tsx";

/** Shows an account's remaining days of use, their history, and the order form. */
export function QuotaCard({ accountId }: { accountId: string }) {
  const quota = useQuery("getQuota", { path: { account_id: accountId } });
  return (
    <Card title={t.accounts.quota}>
      <QueryResult query={quota}>
        {(data) => (
          <>
            <p class="figure">{t.accounts.daysLeft(data.account_quota)}</p>
            <p class="hint">
              {t.accounts.quotaHint} {data.is_day_paid && t.accounts.usedToday}
            </p>
            <History quota={data} />
            {data.can_renew ? (
              <Renewal accountId={accountId} />
            ) : data.day_price === null ? (
              <p class="hint">{t.accounts.notSold}</p>
            ) : (
              <OrderForm accountId={accountId} dayPrice={data.day_price} />
            )}
          </>
        )}
      </QueryResult>
    </Card>
  );
}

const History = ({ quota: { used_days, grants } }: { quota: Quota }) => (
  <div class="quota-columns">
    <details>
      <summary>
        {t.accounts.usedDays} ({used_days.length})
      </summary>
      <ul class="hint">
        {used_days.map((day) => (
          <li key={day}>{formatDay(day)}</li>
        ))}
      </ul>
    </details>
    <details>
      <summary>
        {t.accounts.grants} ({grants.length})
      </summary>
      <ul class="hint">
        {grants.map(({ days, granted_at, order_id }) => (
          <li key={granted_at}>
            {formatMoment(granted_at)}: {t.accounts.days(days)},{" "}
            {order_id === null ? t.accounts.grantedByOperator : t.accounts.grantedByOrder}
          </li>
        ))}
      </ul>
    </details>
  </div>
);

const Renewal = ({ accountId }: { accountId: string }) => (
  <Form
    label={t.accounts.renew}
    said={t.common.saved}
    submit={async () =>
      void (await call("renewQuota", { path: { account_id: accountId }, body: {} }))
    }
  >
    <Submit needs="renewQuota">{t.accounts.renew}</Submit>
  </Form>
);

function OrderForm({ accountId, dayPrice }: { accountId: string; dayPrice: number }) {
  const [order, setOrder] = useState<QuotaOrder | null>(null);
  if (order) {
    return (
      <Notice tone="good">
        <p>{t.accounts.orderHint(formatRupiah(order.payment_total))}</p>
        <Button href={order.payment_checkout_url} target="_blank" rel="noreferrer">
          {t.accounts.toCheckout}
        </Button>
      </Notice>
    );
  }
  return (
    <Form
      label={t.accounts.order}
      submit={async (values) => {
        const input = { path: { account_id: accountId }, body: { days: Number(values("days")) } };
        setOrder(await call("orderQuota", input));
      }}
    >
      <Field
        name="days"
        label={t.accounts.orderDays}
        hint={t.accounts.dayPrice(formatRupiah(dayPrice))}
        inputMode="numeric"
        defaultValue={30}
      />
      <Submit needs="orderQuota">{t.accounts.order}</Submit>
    </Form>
  );
}

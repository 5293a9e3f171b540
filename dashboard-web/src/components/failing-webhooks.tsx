import type { FailingWebhooks } from "../generated/types.gen.ts";
import { formatCount } from "../numbers.ts";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { Moment } from "./moment.tsx";
import { Answered, Card } from "./page.tsx";

/** Whose receivers do not take their events. */
export function FailingWebhooksCard() {
  const { t } = useWords();
  const failing = useQuery("listFailingWebhooks", {});
  return (
    <Card title={t.operator.failing}>
      <Answered query={failing}>
        {(data) =>
          data.length === 0 ? (
            <p class="hint">{t.operator.noneFailing}</p>
          ) : (
            <ul class="rows plain">
              {data.map((merchant) => (
                <FailingRow key={merchant.merchant_id} merchant={merchant} />
              ))}
            </ul>
          )
        }
      </Answered>
    </Card>
  );
}

function FailingRow({ merchant }: { merchant: FailingWebhooks }) {
  const { t, language } = useWords();
  const { merchant_name, retrying_count, failed_count, oldest_retrying_at } = merchant;
  return (
    <li class="row">
      <div class="row-title">
        <strong>{merchant_name}</strong>
      </div>
      <dl>
        <div>
          <dt>{t.webhooks.statuses.RETRYING}</dt>
          <dd class="amount">{formatCount(retrying_count, language)}</dd>
        </div>
        <div>
          <dt>{t.webhooks.statuses.FAILED}</dt>
          <dd class="amount">{formatCount(failed_count, language)}</dd>
        </div>
      </dl>
      {oldest_retrying_at ? <Moment at={oldest_retrying_at} /> : <span class="hint">–</span>}
    </li>
  );
}

import type { FailingWebhooks } from "../../base/generated/types.gen.ts";
import { formatCount } from "../../base/numbers.ts";
import { useQuery } from "../../base/use-query.ts";
import { Fact } from "../../ui/fact.tsx";
import { QueryResult, Card } from "../../ui/page.tsx";
import { operatorTexts } from "./operator-texts.ts";
import { webhooksTexts } from "../webhooks/webhooks-texts.ts";

const t = { ...operatorTexts, ...webhooksTexts };

/** Lists the merchants whose servers reject webhooks or do not respond. */
export function FailingWebhooksCard() {
  const failing = useQuery("listFailingWebhooks", {});
  return (
    <Card title={t.operator.failing}>
      <QueryResult query={failing}>
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
      </QueryResult>
    </Card>
  );
}

function FailingRow({ merchant }: { merchant: FailingWebhooks }) {
  const { merchant_name, retrying_count, failed_count, oldest_retrying_at } = merchant;
  return (
    <li class="row failing-row">
      <div class="row-title">
        <strong>{merchant_name}</strong>
      </div>
      <dl>
        <Fact name={t.webhooks.statuses.RETRYING} isAmount>
          {formatCount(retrying_count)}
        </Fact>
        <Fact name={t.webhooks.statuses.FAILED} isAmount>
          {formatCount(failed_count)}
        </Fact>
        <Fact name={t.operator.oldest} at={oldest_retrying_at} otherwise="–" />
      </dl>
    </li>
  );
}

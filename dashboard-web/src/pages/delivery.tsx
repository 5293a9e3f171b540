import { call, type DataOf } from "../api.ts";
import { DeliveryStatusTag } from "../components/delivery-status.tsx";
import { Fact } from "../components/fact.tsx";
import { Form, Submit } from "../components/form.tsx";
import { Moment } from "../components/moment.tsx";
import { Answered, Card, Page } from "../components/page.tsx";
import { isSuccess } from "../http-status.ts";
import type { PageProps } from "../match-route.ts";
import { useQuery, type Query } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { webhooksTexts } from "./webhooks-texts.ts";

type DeliveryWithAttempts = DataOf<"getDelivery">;

export function Delivery({ parameters }: PageProps) {
  const { t } = useWords(webhooksTexts);
  const delivery_id = parameters["delivery_id"] ?? "";
  const delivery = useQuery("getDelivery", { path: { delivery_id } });
  return (
    <Page
      title={delivery.data?.event_type ?? t.webhooks.delivery}
      back={{ to: "/webhooks", text: t.menu.webhooks }}
    >
      <Answered query={delivery}>
        {(data) => (
          <>
            <FactsCard delivery={data} query={delivery} />
            <Card title={t.webhooks.attempts}>
              {data.attempts.length === 0 && <p class="hint">{t.webhooks.noAttempt}</p>}
              <ol class="attempts">
                {data.attempts.map((attempt) => (
                  <Attempt key={attempt.attempt_number} attempt={attempt} />
                ))}
              </ol>
            </Card>
            {data.body !== null && (
              <Card title={t.webhooks.body}>
                <pre tabIndex={0}>{data.body}</pre>
              </Card>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

interface FactsCardProps {
  delivery: DeliveryWithAttempts;
  query: Query<DeliveryWithAttempts>;
}

function FactsCard({ delivery, query }: FactsCardProps) {
  const { t } = useWords(webhooksTexts);
  const { delivery_id, url, payment_code, created_at, next_attempt_at, delivery_status } = delivery;
  return (
    <Card
      title={payment_code ?? delivery_id}
      actions={<DeliveryStatusTag status={delivery_status} />}
    >
      <dl class="facts">
        <Fact name={t.webhooks.to}>{url}</Fact>
        <Fact name={t.common.created}>
          <Moment at={created_at} />
        </Fact>
        {next_attempt_at && (
          <Fact name={t.webhooks.next}>
            <Moment at={next_attempt_at} />
          </Fact>
        )}
        <Fact name="webhook-id">
          <code>{delivery_id}</code>
        </Fact>
      </dl>
      <Form
        label={t.webhooks.again}
        submit={() =>
          call("sendDeliveryAgain", { path: { delivery_id }, body: {} }).finally(() =>
            query.reload(),
          )
        }
      >
        <Submit>{t.webhooks.again}</Submit>
      </Form>
    </Card>
  );
}

function Attempt({ attempt }: { attempt: DeliveryWithAttempts["attempts"][number] }) {
  const { t } = useWords(webhooksTexts);
  const { http_status, error_code, duration_ms, response_head, is_manual, started_at } = attempt;
  return (
    <li>
      <div class="attempt-head">
        <span class={`tag ${isSuccess(http_status) ? "good" : "bad"}`}>
          {http_status ?? error_code}
        </span>
        {http_status !== null && error_code && <span class="hint">{error_code}</span>}
        <span class="amount">{duration_ms} ms</span>
        {is_manual && <span class="hint">{t.webhooks.byHand}</span>}
        <Moment at={started_at} />
      </div>
      {response_head && <pre tabIndex={0}>{response_head}</pre>}
    </li>
  );
}

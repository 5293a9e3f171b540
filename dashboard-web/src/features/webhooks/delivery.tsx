import { call, type DataOf } from "../../base/api.ts";
import { DeliveryStatusTag } from "./delivery-status.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { isSuccess } from "../../base/http-status.ts";
import type { PageProps } from "../../base/match-route.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useQuery, type Query } from "../../base/use-query.ts";
import { isUnencrypted, Unencrypted } from "./unencrypted.tsx";
import { webhooksTexts as t, type AttemptErrorCode } from "./webhooks-texts.ts";

type DeliveryWithAttempts = DataOf<"getDelivery">;

export const Delivery = ({ parameters }: PageProps) => (
  <Page title={t.webhooks.delivery} back={{ to: "/webhooks", text: t.menu.webhooks }}>
    <DeliveryParts id={parameters["delivery_id"] ?? ""} />
  </Page>
);

/** Shows the details of a delivery, on its page and beside the list. */
export function DeliveryParts({ id }: { id: string }) {
  const delivery = useQuery("getDelivery", { path: { delivery_id: id } });
  return (
    <QueryResult query={delivery}>
      {(data) => (
        <>
          <DetailsCard delivery={data} query={delivery} />
          <Card title={t.webhooks.attempts}>
            {data.attempts.length === 0 && <p class="hint">{t.webhooks.noAttempt}</p>}
            <ol class="attempts">
              {data.attempts.toReversed().map((attempt) => (
                <Attempt key={attempt.attempt_number} attempt={attempt} />
              ))}
            </ol>
            {data.attempts.some(isWithoutHeaders) && <p class="hint">{t.webhooks.headersHint}</p>}
          </Card>
          <RequestCard delivery={data} />
        </>
      )}
    </QueryResult>
  );
}

/**
 * Shows the request, which is the same in every attempt except for the time and the signature. Tepat
 * does not store those two.
 */
function RequestCard({ delivery: { url, delivery_id, body } }: { delivery: DeliveryWithAttempts }) {
  if (body === null) return null;
  const headers = [
    `POST ${url}`,
    "content-type: application/json; charset=utf-8",
    "user-agent: Tepat-Webhooks/…",
    `webhook-id: ${delivery_id}`,
    `webhook-timestamp: ${t.webhooks.timestampOf}`,
    `webhook-signature: v1,${t.webhooks.signatureOf}`,
  ];
  return (
    <Card title={t.webhooks.request}>
      <pre class="exchange" tabIndex={0} aria-label={t.webhooks.headers}>
        {headers.join("\n")}
      </pre>
      <pre class="exchange" tabIndex={0} aria-label={t.webhooks.body}>
        {readable(body)}
      </pre>
      <p class="hint">{t.webhooks.bytesHint}</p>
    </Card>
  );
}

/**
 * Returns whether a response came without stored headers. Tepat stores no headers of an attempt that
 * succeeded on schedule.
 */
const isWithoutHeaders = ({
  http_status,
  response_headers,
}: DeliveryWithAttempts["attempts"][number]): boolean =>
  http_status !== null && response_headers === null;

/** Indents JSON. Other text stays as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface DetailsCardProps {
  delivery: DeliveryWithAttempts;
  query: Query<DeliveryWithAttempts>;
}

function DetailsCard({ delivery, query }: DetailsCardProps) {
  const { delivery_id, url, payment_code, created_at, next_attempt_at, delivery_status } = delivery;
  return (
    <Card title={delivery.event_type} actions={<DeliveryStatusTag status={delivery_status} />}>
      <dl class="facts">
        <Fact name={t.webhooks.about}>
          {payment_code === null ? (
            (delivery.device_name ?? "–")
          ) : (
            <Link to={paymentPath(payment_code, delivery_id.startsWith("msg_test_"))}>
              {payment_code}
            </Link>
          )}
        </Fact>
        <Fact name={t.webhooks.to}>
          {url} {isUnencrypted(url) && <Unencrypted />}
        </Fact>
        <Fact name={t.common.created} at={created_at} />
        <Fact name={t.webhooks.next} at={next_attempt_at} />
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
        <Submit needs="sendDeliveryAgain">{t.webhooks.again}</Submit>
      </Form>
    </Card>
  );
}

function Attempt({ attempt }: { attempt: DeliveryWithAttempts["attempts"][number] }) {
  const { http_status, error_code, duration_ms, is_manual, started_at } = attempt;
  const { response_head, response_headers } = attempt;
  const isDone = isSuccess(http_status) && error_code === null;
  return (
    <li>
      <div class="attempt-head">
        <span class={`tag ${isDone ? "good" : "bad"}`}>
          {http_status === null ? t.webhooks.noAnswer : `HTTP ${http_status}`}
        </span>
        <span class="amount">{duration_ms} ms</span>
        {is_manual && <span class="hint">{t.webhooks.byHand}</span>}
        <Moment at={started_at} />
      </div>
      {!isDone && <p>{whyNot(http_status, error_code)}</p>}
      {response_headers && (
        <pre class="exchange" tabIndex={0} aria-label={t.webhooks.answerHeaders}>
          {response_headers}
        </pre>
      )}
      {response_head && (
        <pre class="exchange" tabIndex={0} aria-label={t.webhooks.answer}>
          {readable(response_head)}
        </pre>
      )}
    </li>
  );
}

/** Returns the problem and its fix in plain words, followed by the code for searching. */
function whyNot(http_status: number | null, error_code: string | null): string {
  if (error_code !== null) {
    const known = Object.hasOwn(t.webhooks.errors, error_code)
      ? t.webhooks.errors[error_code as AttemptErrorCode]
      : t.webhooks.otherError;
    return `${known} (${error_code})`;
  }
  if (http_status === null) return t.webhooks.otherError;
  if (http_status === 410) return t.webhooks.gone;
  if (http_status >= 500) return t.webhooks.serverError;
  if (http_status >= 400) return t.webhooks.refusedIt;
  return t.webhooks.redirect;
}

import { Fact } from "../../ui/fact.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { CopyButton } from "../../ui/secret.tsx";
import { errorDocs, isRetryable } from "../../base/error-docs.ts";
import { isSuccess } from "../../base/http-status.ts";
import type { PageProps } from "../../base/match-route.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { useQuery } from "../../base/use-query.ts";
import { requestsTexts as t } from "./requests-texts.ts";
import { Button } from "../../ui/button.tsx";

export const LoggedRequest = ({ parameters }: PageProps) => (
  <Page title={t.requests.request} back={{ to: "/requests", text: t.menu.requests }}>
    <RequestParts entry_id={parameters["entry_id"] ?? ""} />
  </Page>
);

/** Shows the details of a request, on its page and beside the list. */
export function RequestParts({ entry_id }: { entry_id: string }) {
  const request = useQuery("getLoggedRequest", { path: { entry_id } });
  return (
    <QueryResult query={request}>
      {({ method, path, http_status, error_code, duration_ms, ...rest }) => (
        <>
          <Card title={method} actions={<RequestStatus status={http_status} />}>
            <pre>{path}</pre>
            <dl class="facts">
              <Fact name={t.requests.answered} at={rest.requested_at} />
              <Fact name={t.requests.duration}>{t.requests.milliseconds(duration_ms)}</Fact>
              <Fact name={t.requests.requestId}>
                <code>{rest.request_id}</code>
              </Fact>
            </dl>
            <div class="actions">
              <CopyButton text={rest.request_id} />
              <InvoiceLink path={path} />
            </div>
          </Card>
          {error_code === null ? (
            <p class="hint">{t.requests.succeeded}</p>
          ) : (
            <Meaning code={error_code} />
          )}
          {rest.left_out > 0 && <Notice tone="warning">{t.requests.leftOut(rest.left_out)}</Notice>}
        </>
      )}
    </QueryResult>
  );
}

export const RequestStatus = ({ status }: { status: number }) => (
  <span class={`tag ${isSuccess(status) ? "good" : "bad"}`}>{status}</span>
);

function Meaning({ code }: { code: string }) {
  const meanings: Readonly<Record<string, string>> = t.requests.codes;
  return (
    <Card title={t.requests.meaning}>
      <p>
        <code>{code}</code>
      </p>
      {meanings[code] && <p>{meanings[code]}</p>}
      <p class="hint">{isRetryable(code) ? t.requests.retry : t.requests.noRetry}</p>
      <a href={errorDocs(code)} target="_blank" rel="noreferrer">
        {t.requests.docs}
      </a>
    </Card>
  );
}

function InvoiceLink({ path }: { path: string }) {
  const code = paymentCodeIn(path);
  if (code === null) return null;
  return (
    <Button needs="getPaymentDetail" to={paymentPath(code)}>
      {t.requests.invoice}
    </Button>
  );
}

/**
 * Returns the invoice code in a logged path, or null. The log has the original path, which might
 * not be well-formed.
 */
function paymentCodeIn(path: string): string | null {
  const [, code] = /^\/gateway\/payments\/([^/]+)/u.exec(path) ?? [];
  try {
    return code === undefined ? null : decodeURIComponent(code);
  } catch {
    return null;
  }
}

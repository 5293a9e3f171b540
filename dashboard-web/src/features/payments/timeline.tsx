import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { TimelineEntry } from "../../base/generated/types.gen.ts";
import { isSuccess } from "../../base/http-status.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { Moment } from "../../ui/moment.tsx";
import { paymentsTexts } from "./payments-texts.ts";
import { webhooksTexts } from "../webhooks/webhooks-texts.ts";

const t = { ...paymentsTexts, ...webhooksTexts };

/** Lists the events of an invoice, the oldest first. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol class="timeline">
    {entries.map((entry, index) => (
      <li
        key={`${entry.kind} ${entry.at} ${index}`}
        data-kind={entry.kind}
        data-tone={toneOf(entry)}
      >
        <Entry entry={entry} />
        <Moment at={entry.at} />
      </li>
    ))}
  </ol>
);

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, is_manual, delivery_id, http_status, error_code, duration_ms, event_type } = entry;
  if (kind !== "webhook_attempt") {
    const isByHand = kind === "paid" && is_manual;
    if (kind === "followed_up" && entry.party !== null) {
      return (
        <div>
          <strong>{t.payments.kinds[kind]}</strong>{" "}
          <Link to={paymentPath(entry.party)}>{entry.party}</Link>
        </div>
      );
    }
    const details = [entry.amount !== null && formatRupiah(entry.amount), entry.party];
    return (
      <div>
        <strong>{isByHand ? t.payments.paidByHand : t.payments.kinds[kind]}</strong>{" "}
        <span class="hint">{details.filter(Boolean).join(", ")}</span>
      </div>
    );
  }
  return (
    <div>
      <Link to={`/webhooks/${delivery_id}`}>
        {t.payments.kinds[kind]} {event_type}
      </Link>{" "}
      <span class={`tag ${toneOf(entry)}`}>{http_status ?? error_code}</span>{" "}
      <span class="hint">
        {duration_ms} ms{is_manual && `, ${t.webhooks.byHand}`}
      </span>
    </div>
  );
}

function toneOf({ kind, http_status }: TimelineEntry): "good" | "bad" | undefined {
  if (kind === "webhook_attempt") return isSuccess(http_status) ? "good" : "bad";
  return kind === "paid" || kind === "followed_up" || kind === "transfer" || kind === "received"
    ? "good"
    : undefined;
}

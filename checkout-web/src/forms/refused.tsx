import { Notice } from "../components/notice.tsx";
import type { IconName } from "../components/icon.tsx";
import { useWords } from "../components/words.ts";
import { formatDeadline } from "../deadline.ts";
import type { RefusalKind, RefusedPage } from "./form-page.ts";
import { formTexts } from "./form-texts.ts";

const icons: Readonly<Record<RefusalKind, IconName>> = {
  link_closed: "pause",
  link_ended: "clock",
  sold_out: "cross",
  no_account: "pause",
  totals_used_up: "clock",
  too_many_unpaid: "clock",
  too_much_held: "clock",
  link_busy: "clock",
  stale_form: "cross",
  sale_cancelled: "cross",
  sale_ended: "clock",
  not_found: "search",
  rate_limited: "clock",
  error: "pause",
};

/** Permanent refusals. The page does not suggest another try. */
const isFinal = new Set<RefusalKind>([
  "link_closed",
  "link_ended",
  "sale_cancelled",
  "sale_ended",
  "not_found",
]);

export function Refused({ page: { name, refusal, at, now, action } }: { page: RefusedPage }) {
  const { language } = useWords();
  const t = formTexts[language];
  const { title, hint } = t.refusals[refusal];
  return (
    <Notice icon={icons[refusal]} tone="calm" title={title}>
      {name !== null && (
        <p>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </p>
      )}
      <p>{hint}</p>
      {at && <p>{t.comeBack(formatDeadline({ expiresAt: at, now }, language))}</p>}
      {!isFinal.has(refusal) && (
        <a class="button primary" href={action}>
          {refusal === "stale_form" ? t.backToForm : t.tryAgain}
        </a>
      )}
    </Notice>
  );
}

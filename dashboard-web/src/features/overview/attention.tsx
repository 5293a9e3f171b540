import { useEffect, useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { attentionPlaces } from "./attention-places.ts";
import type { Attention as AttentionData, AttentionItem } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { formatCount } from "../../base/numbers.ts";
import type { OpenGuide } from "../guide/open-guide.ts";
import { overviewTexts as t, type Needy } from "./overview-texts.ts";
import { Link } from "../../base/router.tsx";
import { formatRelative, formatSpan, formatTime } from "../../base/time.ts";
import { Icon } from "../../ui/icon.tsx";

type Kind = AttentionItem["kind"];

/** Tasks about money that might be blocked, hidden or lost. */
const bad: ReadonlySet<Kind> = new Set([
  "phone_silent",
  "phone_unreadable",
  "phone_hides_texts",
  "phone_refused",
  "mailbox_unwell",
  "account_without_phone",
  "account_without_days",
  "transfer_unsupported",
  "webhook_failed",
]);

/** The tasks for which the open guide asks in its own step. */
const guideSteps: Partial<Record<Kind, OpenGuide["next"]["step"]>> = {
  no_account: "account",
  account_without_phone: "source",
};

/** The first line of the overview: a link for each open task, or a note that all is well. */
export function Attention({
  data,
  guide,
}: {
  data: AttentionData;
  /** The guide that asks for the account and the source in place of this line. */
  guide: OpenGuide | null;
}) {
  if (data.items.length === 0) return <AllWell {...data} />;
  const asked = guide?.steps.flatMap(({ step, is_done }) => (is_done ? [] : step)) ?? [];
  const items = data.items.filter(({ kind }) => {
    const step = guideSteps[kind];
    return step === undefined || !asked.includes(step);
  });
  return items.length > 0 ? <Needs {...data} items={items} /> : null;
}

function Needs({ items, looked_at }: AttentionData) {
  const now = useNow(looked_at);
  const textOf = ({ kind, count, is_more, name, since, days_left, total }: AttentionItem) => {
    const needy: Needy = {
      count: `${formatCount(count)}${is_more ? "+" : ""}`,
      total: `${formatRupiah(total ?? 0)}${is_more ? "+" : ""}`,
      name,
      span: formatSpan(since ?? looked_at, now),
      days: days_left ?? 0,
    };
    return t.overview.needs[kind](needy);
  };
  return (
    <section class="truth" aria-label={t.overview.attention}>
      <ul>
        {items.map((item) => (
          <li key={item.kind} data-tone={bad.has(item.kind) ? "bad" : "warning"}>
            <Icon name="warning" />
            <Link to={attentionPlaces[item.kind]}>{textOf(item)}</Link>
            <span class="button" aria-hidden="true">
              {actionOf(item)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The words of a task's button, which looks like a button but belongs to the task's link. */
function actionOf({ kind, name }: AttentionItem): string {
  if (kind === "no_account") return t.common.addAccount;
  if (kind === "transfer_waiting") return t.overview.decide;
  if (kind === "address_local") return t.overview.setAddress;
  if (kind === "account_without_phone") return t.overview.connect;
  if (kind === "invoice_part_paid" && name !== null) return t.overview.seeInvoice;
  return t.common.open;
}

function AllWell({ looked_at, phones, last_heard_at }: AttentionData) {
  const now = useNow(looked_at);
  return (
    <section class="truth" aria-label={t.overview.attention}>
      <Icon name="check" />
      <p>
        <strong>{t.overview.allWell}</strong>{" "}
        {phones.well > 0 &&
          last_heard_at !== null &&
          t.overview.wellPhones(phones.well, formatRelative(last_heard_at, now))}{" "}
        {phones.simulated > 0 && t.overview.simulatedPhones(phones.simulated)}{" "}
        <span class="hint">{t.overview.lookedAt(formatTime(looked_at))}</span>
      </p>
    </section>
  );
}

/**
 * Returns the server's time, which continues between two responses. With the browser's wrong clock, a phone
 * could look silent for hours.
 */
function useNow(looked_at: string): number {
  const [shown, setShown] = useState({ looked_at, at: Date.now(), now: Date.now() });
  useEffect(() => {
    setShown({ looked_at, at: Date.now(), now: Date.now() });
    const timer = setInterval(
      () => setShown((present) => ({ ...present, now: Date.now() })),
      limits.refreshMilliseconds,
    );
    return () => clearInterval(timer);
  }, [looked_at]);
  return Date.parse(looked_at) + (shown.looked_at === looked_at ? shown.now - shown.at : 0);
}

import type { DataOf } from "../../base/api.ts";
import { useMay } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { useEndGuide } from "./end-guide.ts";
import { guideCardTexts as t } from "./guide-card-texts.ts";

type Step = DataOf<"getChecklist">["steps"][number];

export interface OpenGuide {
  steps: readonly Step[];
  next: Step;
  reload(): Promise<void>;
}

/**
 * Returns the open guide of the person's shop. Returns null if every step is done, the owner has ended the guide,
 * or the person's role cannot end it. Returns undefined before the response.
 */
export function useOpenGuide(): OpenGuide | null | undefined {
  const may = useMay();
  const { data, refusal, reload } = useQuery("getChecklist", {});
  if (!data && !refusal) return undefined;
  const next = data?.steps.find(({ is_done }) => !is_done);
  if (!data || data.is_ended || !next || !may("endChecklist")) return null;
  return { steps: data.steps, next, reload };
}

/** Shows the guide's progress and leads back to the guide. */
export function GuideCard({ steps, next, reload }: OpenGuide) {
  const { end, refusal } = useEndGuide(reload);
  const done = steps.filter(({ is_done }) => is_done).length;
  return (
    <Card
      title={t.guideCard.title}
      actions={<span class="hint">{t.guideCard.progress(done, steps.length)}</span>}
    >
      <p>{t.guideCard.next(t.guideCard.steps[next.step])}</p>
      {refusal && <RefusalNotice refusal={refusal} />}
      <div class="actions">
        <Button to="/guide" tone="primary">
          {t.guideCard.goOn}
        </Button>
        <Button tone="quiet" onClick={end}>
          {t.guideCard.dismiss}
        </Button>
      </div>
    </Card>
  );
}

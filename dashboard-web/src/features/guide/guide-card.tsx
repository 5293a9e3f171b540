import { useLoaded } from "../../base/use-loaded.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { useEndGuide } from "./end-guide.ts";
import { guideCardTexts as t } from "./guide-card-texts.ts";
import type { OpenGuide } from "./open-guide.ts";

/** Shows the guide's progress and leads back to the guide. */
export function GuideCard({ steps, next, reload }: OpenGuide) {
  const { end, refusal } = useEndGuide(reload);
  const hasPaid = steps.some(({ step, is_done }) => step === "payment" && is_done);
  const test = useLoaded(hasPaid, () => import("./paid-test.tsx"));
  const done = steps.filter(({ is_done }) => is_done).length;
  return (
    <Card
      title={t.guideCard.title}
      actions={<span class="hint">{t.guideCard.progress(done, steps.length)}</span>}
    >
      {/* Until its line can appear, an empty line keeps the place. */}
      {hasPaid && (test ? <test.PaidTest /> : test === undefined && <p aria-hidden="true">…</p>)}
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

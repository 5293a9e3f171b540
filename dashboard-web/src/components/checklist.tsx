import type { DataOf } from "../api.ts";
import { Link } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { Icon } from "./icon.tsx";
import { Card } from "./page.tsx";
import { overviewTexts } from "../pages/overview-texts.ts";

type Step = DataOf<"getChecklist">["steps"][number];

const pageOf: Readonly<Record<Step["step"], string>> = {
  account: "/accounts",
  device: "/devices",
  api_key_used: "/api-keys",
  first_payment: "/payments",
  first_paid_payment: "/payments",
  webhook_url: "/webhooks",
  first_webhook: "/webhooks",
  two_factor: "/security",
};

/** Leads from no account to the first paid invoice. It disappears when every step is done. */
export function Checklist() {
  const { t } = useWords(overviewTexts);
  const steps = useQuery("getChecklist", {}).data?.steps ?? [];
  const done = steps.filter(({ is_done }) => is_done).length;
  if (done === steps.length) return null;
  return (
    <Card
      title={t.overview.firstSteps}
      actions={<span class="hint">{t.overview.progress(done, steps.length)}</span>}
    >
      <ol class="checklist">
        {steps.map((step) => (
          <StepRow key={step.step} {...step} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step, is_done }: Step) {
  const { t } = useWords(overviewTexts);
  const { title, hint } = t.overview.steps[step];
  return (
    <li data-done={is_done}>
      <span class="mark">{is_done && <Icon name="check" />}</span>
      <div>
        <Link to={pageOf[step]}>{title}</Link>
        <span class="off-screen"> {is_done ? t.overview.done : t.overview.open}</span>
        {!is_done && <p class="hint">{hint}</p>}
      </div>
    </li>
  );
}

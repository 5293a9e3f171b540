import type { DataOf } from "../../base/api.ts";
import { Link } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Icon } from "../../ui/icon.tsx";
import { Card } from "../../ui/page.tsx";
import { overviewTexts as t } from "./overview-texts.ts";

type Step = DataOf<"getChecklist">["steps"][number];

const pageOf: Readonly<Record<Step["step"], string>> = {
  account: "/accounts",
  device: "/devices",
  api_key_used: "/api-keys",
  first_payment: "/invoices/new",
  first_paid_payment: "/payments",
  webhook_url: "/webhooks",
  first_webhook: "/webhooks",
  two_factor: "/security",
};

/** These steps are only for a shop with its own program. Other merchants can be paid without them. */
const ofPrograms: ReadonlySet<Step["step"]> = new Set([
  "api_key_used",
  "webhook_url",
  "first_webhook",
]);

/**
 * Leads from no account to the first paid invoice, and a shop that has begun to connect its program to the first
 * webhook. It disappears when nothing of that is left.
 */
export function Checklist() {
  const all = useQuery("getChecklist", {}).data?.steps ?? [];
  const program = all.filter(({ step }) => ofPrograms.has(step));
  const steps = all.filter(({ step }) => !ofPrograms.has(step));
  const done = countDone(steps);
  const programDone = countDone(program);
  const hasBegunProgram = programDone > 0;
  if (done === steps.length && (!hasBegunProgram || programDone === program.length)) return null;
  return (
    <Card
      id="first-steps"
      title={t.overview.firstSteps}
      actions={<span class="hint">{t.overview.progress(done, steps.length)}</span>}
    >
      <StepList steps={steps} />
      <details open={hasBegunProgram}>
        <summary>{t.overview.withProgram}</summary>
        <StepList steps={program} />
      </details>
    </Card>
  );
}

const countDone = (steps: readonly Step[]) => steps.filter(({ is_done }) => is_done).length;

const StepList = ({ steps }: { steps: readonly Step[] }) => (
  <ol class="checklist">
    {steps.map((step) => (
      <StepRow key={step.step} {...step} />
    ))}
  </ol>
);

function StepRow({ step, is_done }: Step) {
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

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { reachOf } from "../../../../web-shared/src/reach.ts";
import type { DataOf } from "../../base/api.ts";
import { useKeptTyping } from "../../base/keep-typing.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Card, Page, QueryResult } from "../../ui/page.tsx";
import { ReachRemedy } from "../../ui/shared-address.tsx";
import { useEndGuide } from "./end-guide.ts";
import {
  AccountStep,
  ShopStep,
  SourceStep,
  TwoFactorStep,
  type PaidTest,
  type Step,
  type StepProps,
} from "./guide-steps.tsx";
import { guideCardTexts } from "./guide-card-texts.ts";
import { guideTexts } from "./guide-texts.ts";
import { Paid, PaymentStep } from "./payment-step.tsx";
import { PublicAddressStep } from "./public-address-step.tsx";

const t = { ...guideTexts, ...guideCardTexts };

const contents: Readonly<Record<Step["step"], ComponentType<StepProps>>> = {
  shop: ShopStep,
  account: AccountStep,
  payment: PaymentStep,
  source: SourceStep,
  two_factor: TwoFactorStep,
  public_address: PublicAddressStep,
};

const addressOf = (step: string) => `/guide?step=${step}`;

/**
 * Leads from a new account to the first paid invoice. The server stores the progress, so a person can leave at any
 * time.
 */
export function Guide() {
  const checklist = useQuery("getChecklist", {});
  useKeptTyping();
  return (
    <Page title={t.guideCard.title} hint={t.guide.hint}>
      <QueryResult query={checklist}>
        {(data) => <Steps {...data} onChanged={checklist.reload} />}
      </QueryResult>
    </Page>
  );
}

interface StepsProps extends DataOf<"getChecklist"> {
  onChanged(): Promise<void>;
}

function Steps({ steps, public_url, onChanged }: StepsProps) {
  const { query, go } = useRouter();
  const [justPaid, setJustPaid] = useState<PaidTest | null>(null);
  const { end, refusal } = useEndGuide(() => go("/", { replace: true }));
  const asked = query.get("step") ?? steps.find(({ is_done }) => !is_done)?.step;
  const isDone = (name: Step["step"]) =>
    steps.some(({ step, is_done }) => step === name && is_done);
  const isAllDone = steps.every(({ is_done }) => is_done);
  // After the last step, a person can also finish the guide without the steps that were skipped.
  const isPastLast = asked === "";
  const open = (step = "") => go(addressOf(step), { stays: true });
  return (
    <>
      {isAllDone && <End address={public_url} />}
      <Card>
        <ol class="checklist">
          {steps.map(({ step, is_done }, index) => {
            const Contents = contents[step];
            // The next step is never an earlier one, because the person might have skipped that.
            const next = steps.slice(index + 1).find((each) => !each.is_done)?.step;
            return (
              <li key={step} data-done={is_done}>
                <span class="mark">{index + 1}</span>
                <div>
                  <StepTitle step={step} is_done={is_done} isOpen={step === asked} />
                  {step === asked ? (
                    <Contents
                      isDone={is_done}
                      hasAccount={isDone("account")}
                      hasSource={isDone("source")}
                      address={public_url}
                      onChanged={onChanged}
                      onStay={() => open(step)}
                      onNext={() => open(next)}
                      onPaid={async (paid) => {
                        await onChanged();
                        setJustPaid(paid);
                        open(step);
                      }}
                      justPaid={justPaid}
                      next={next}
                    />
                  ) : (
                    step === "payment" && justPaid && <Paid />
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </Card>
      {refusal && <RefusalNotice refusal={refusal} />}
      <div class="guide-end">
        {(isAllDone || isPastLast) && (
          <Button tone="primary" onClick={end}>
            {t.guide.finish}
          </Button>
        )}
        {!isAllDone && (
          <p>
            <Link to="/">{t.guide.later}</Link>
          </p>
        )}
        <p class="hint">
          <Link to="/api-keys">{t.guide.withProgram}</Link>
        </p>
      </div>
    </>
  );
}

/** The end of the guide. A shop is not ready if its links do not open on customers' phones. */
const End = ({ address }: { address: string }) =>
  reachOf(address) === "internet" ? (
    <Notice tone="good">{t.guide.allDone}</Notice>
  ) : (
    <Notice tone="warning">
      {t.guide.notReachable} <ReachRemedy />
    </Notice>
  );

interface StepTitleProps extends Step {
  isOpen: boolean;
}

function StepTitle({ step, is_done, isOpen }: StepTitleProps) {
  const { hasMoved } = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t.guideCard.steps[step];

  // The previous step removed its button, and the focus with it.
  useEffect(() => {
    if (isOpen && hasMoved) heading.current?.focus();
  }, [isOpen]);

  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {isOpen ? title : <Link to={addressOf(step)}>{title}</Link>}
        {is_done && <Icon name="check" />}
        <span class="off-screen"> {is_done ? t.guide.done : t.guide.open}</span>
      </h2>
      {isOpen && <p class="hint">{t.guide.hints[step]}</p>}
    </>
  );
}

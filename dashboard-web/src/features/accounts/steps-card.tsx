import { useState } from "preact/hooks";
import { call, Refusal } from "../../base/api.ts";
import type { AdditionalStep, ChannelSteps } from "../../base/generated/types.gen.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { useQuery } from "../../base/use-query.ts";
import { Area, Done, Field, Form, Submit } from "../../ui/form.tsx";
import { QueryResult, Card } from "../../ui/page.tsx";
import { accountsTexts as t } from "./accounts-texts.ts";
import { Button } from "../../ui/button.tsx";

/** Shows the payment steps for customers: the built-in steps, then the merchant's own. */
export function StepsCard({ channelId }: { channelId: string }) {
  const steps = useQuery("getChannelSteps", {
    path: { channel_id: channelId },
    query: { language },
  });
  return (
    <Card title={t.accounts.steps}>
      <p class="hint">{t.accounts.stepsHint}</p>
      <QueryResult query={steps}>
        {(data) => (
          <>
            <ol class="steps">
              {data.built_in.map(({ title, content }) => (
                <li key={title}>
                  <strong>{title}</strong>
                  <p class="hint">{content}</p>
                </li>
              ))}
            </ol>
            <OwnSteps channelSteps={data} />
          </>
        )}
      </QueryResult>
    </Card>
  );
}

interface DraftStep extends AdditionalStep {
  key: number;
}

/** Edits the merchant's own steps. A refresh before saving does not change the draft. */
function OwnSteps({ channelSteps: { channel_id, additions } }: { channelSteps: ChannelSteps }) {
  const [draft, setDraft] = useState<DraftStep[]>(() =>
    additions.map((step, key) => ({ ...step, key })),
  );
  const [isChanged, setChanged] = useState(false);
  const change = (steps: DraftStep[]) => {
    setDraft(steps);
    setChanged(true);
  };

  return (
    <Form
      label={t.accounts.steps}
      said={t.common.saved}
      submit={async (values) => {
        const steps = draft.map(({ key }) => ({
          title: values(`title-${key}`),
          content: values(`content-${key}`),
        }));
        const input = { path: { channel_id }, body: { additions: steps } };
        await call("changeChannelSteps", input).catch((cause: unknown) => {
          throw atItsField(cause, draft);
        });
        setChanged(false);
      }}
    >
      {draft.map((step) => (
        <fieldset key={step.key} class="draft-step">
          <Field
            name={`title-${step.key}`}
            label={t.accounts.stepTitle}
            defaultValue={step.title}
          />
          <Area
            name={`content-${step.key}`}
            label={t.accounts.stepContent}
            defaultValue={step.content}
          />
          <Button
            needs="changeChannelSteps"
            tone="link"
            onClick={() => change(draft.filter(({ key }) => key !== step.key))}
          >
            {t.accounts.removeStep}
          </Button>
        </fieldset>
      ))}
      <div class="actions">
        <Button
          needs="changeChannelSteps"
          onClick={() => change([...draft, { title: "", content: "", key: nextKey(draft) }])}
        >
          {t.accounts.addStep}
        </Button>
        {(draft.length > 0 || additions.length > 0) && (
          <Submit needs="changeChannelSteps">{t.common.save}</Submit>
        )}
        <Done isOver={isChanged} />
      </div>
    </Form>
  );
}

/**
 * Moves the server's problems to their fields. The server names the position in the list; here each
 * step has its own fields.
 */
function atItsField(cause: unknown, draft: readonly DraftStep[]): unknown {
  if (!(cause instanceof Refusal)) return cause;
  const problems = cause.problems.map(({ path, problem }) => {
    const [, place, name] = path;
    const step = draft[Number(place)];
    return { path: step ? [`${name}-${step.key}`] : path, problem };
  });
  return new Refusal(cause.code, cause.message, { problems });
}

const nextKey = (steps: readonly DraftStep[]) => Math.max(-1, ...steps.map(({ key }) => key)) + 1;

import { call } from "../../../base/api.ts";
import type { ReadingRule } from "../../../base/generated/types.gen.ts";
import { teachingTexts as t } from "./teaching-texts.ts";
import { useQuery } from "../../../base/use-query.ts";
import { ConfirmButton } from "../../../ui/dialog.tsx";
import { Form, Submit } from "../../../ui/form.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { FaultNotice, TaughtWording } from "./taught-wording.tsx";
import { Button } from "../../../ui/button.tsx";

/** Lists the wordings that the merchant has taught. Hidden if there are none. */
export function ReadingRules() {
  const rules = useQuery("listReadingRules", {});
  const data = rules.data ?? [];
  if (data.length === 0) return null;
  return (
    <Card title={t.teaching.rules} class="reading-rules">
      <ul>
        {data.map((rule) => (
          <RuleRow key={rule.rule_id} rule={rule} onChanged={rules.reload} />
        ))}
      </ul>
      <details>
        <summary>{t.teaching.share}</summary>
        <p class="hint">{t.teaching.exportHint}</p>
        <div class="rule-exports">
          <ExportButton
            label={t.teaching.exportFile}
            files={(answer) => [["rules.json", answer.rules_file]]}
          />
          <ExportButton
            label={t.teaching.exportFormats}
            files={({ format_files }) => format_files.map(({ name, content }) => [name, content])}
          />
        </div>
      </details>
    </Card>
  );
}

interface RuleRowProps {
  rule: ReadingRule;
  onChanged(): Promise<void>;
}

function RuleRow({ rule, onChanged }: RuleRowProps) {
  const { rule_id, app_name, sender, template, is_on, fault, hits, last_hit_at } = rule;
  return (
    <li class="reading-rule">
      <div class="attempt-head">
        <strong>{app_name}</strong>
        {sender !== null && <span class="hint">{t.teaching.emailsFrom(sender)}</span>}
        {!is_on && (
          <span class={`tag ${fault ? "warning" : ""}`}>
            {fault ? t.teaching.switchedOff : t.teaching.off}
          </span>
        )}
        <span class="hint">
          {t.teaching.hits(hits)}
          {last_hit_at === null ? "" : `, ${t.teaching.lastHit}: `}
          {last_hit_at !== null && <Moment at={last_hit_at} />}
        </span>
      </div>
      <TaughtWording template={template} />
      {fault && (
        <>
          <FaultNotice fault={fault} />
          <p class="hint">{t.teaching.whatToDo}</p>
        </>
      )}
      <div class="rule-actions">
        {!fault && (
          <Form
            submit={async () => {
              await call("switchReadingRule", { path: { rule_id }, body: { is_on: !is_on } });
              await onChanged();
            }}
          >
            <Submit>{is_on ? t.teaching.switchOff : t.teaching.switchOn}</Submit>
          </Form>
        )}
        <ConfirmButton
          title={t.teaching.removeTitle}
          action={t.common.remove}
          submit={() => call("removeReadingRule", { path: { rule_id } }).then(onChanged)}
        >
          <TaughtWording template={template} />
          <p>{t.teaching.removeHint}</p>
        </ConfirmButton>
      </div>
    </li>
  );
}

type Exported = Awaited<ReturnType<typeof call<"exportReadingRules">>>;

interface ExportButtonProps {
  label: string;
  files(answer: Exported): readonly (readonly [name: string, content: string])[];
}

const ExportButton = ({ label, files }: ExportButtonProps) => (
  <Button
    icon="download"
    onClick={() =>
      void call("exportReadingRules", {}).then((answer) => {
        for (const [name, content] of files(answer)) download(name, content);
      })
    }
  >
    {label}
  </Button>
);

function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

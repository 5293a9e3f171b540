import { sentenceOf } from "../../base/texts/texts-for.ts";
import type { SystemCheck } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { Icon } from "../../ui/icon.tsx";
import { QueryResult, Card } from "../../ui/page.tsx";
import { operatorTexts as t } from "./operator-texts.ts";

/**
 * Checks that matter only on servers with several machines or owners. Their success is hidden
 * otherwise.
 */
const quietChecks: ReadonlySet<SystemCheck> = new Set<SystemCheck>(["TEPAT_SECRET", "clocks"]);

/** Shows the installation's own checks, the same as `npx tepat doctor`. */
export function SystemHealthCard({ isBrief }: { isBrief: boolean }) {
  const health = useQuery("getSystemHealth", {});
  return (
    <Card
      title={t.operator.health}
      actions={
        health.data && (
          <span class={`tag ${health.data.is_ok ? "good" : "bad"}`}>
            {health.data.is_ok ? t.operator.wellAll : t.operator.notWell}
          </span>
        )
      }
    >
      <QueryResult query={health}>
        {({ checks }) => (
          <ul class="checks">
            {checks
              .filter(({ check, is_ok }) => !isBrief || !is_ok || !quietChecks.has(check))
              .map(({ check, is_ok, finding }) => (
                <li key={check} data-ok={is_ok}>
                  <Icon name={is_ok ? "check" : "warning"} />
                  <span class="off-screen">{is_ok ? t.operator.well : t.operator.notWell}</span>
                  <strong>{t.operator.checks[check]}</strong>
                  <span>{sentenceOf(t.operator.findings, finding)}</span>
                </li>
              ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  );
}

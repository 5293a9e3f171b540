import { browserName } from "../browser-name.ts";
import { Moment } from "../components/moment.tsx";
import { Empty } from "../components/notice.tsx";
import { Answered, Page } from "../components/page.tsx";
import { Pager, useCursor } from "../components/pager.tsx";
import type { AuditEntry } from "../generated/types.gen.ts";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { auditLogTexts } from "./audit-log-texts.ts";

export function AuditLog() {
  const { t } = useWords(auditLogTexts);
  const cursor = useCursor();
  const entries = useQuery("listAuditEntries", { query: cursor.query });
  return (
    <Page title={t.menu.auditLog} hint={t.audit.hint}>
      <Answered query={entries}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 && (
              <Empty icon="audit" title={t.audit.none}>
                <p>{t.audit.hint}</p>
              </Empty>
            )}
            <ul class="rows">
              {items.map((entry) => (
                <EntryRow key={entry.entry_id} entry={entry} />
              ))}
            </ul>
            <Pager {...cursor.pagerOf(next_cursor)} />
          </>
        )}
      </Answered>
    </Page>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { t } = useWords(auditLogTexts);
  const { action, actor, client_address, user_agent, object_id, details } = entry;
  const from = [client_address, browserName(user_agent)].filter(Boolean).join(" · ");
  return (
    <li class="row">
      <div class="row-title">
        <strong>{t.audit.actions[action]}</strong>
        <span class="hint">
          {t.audit.actors[actor]}
          {from && `, ${from}`}
        </span>
      </div>
      <div class="row-details">
        {details && Object.keys(details).length > 0 && <code>{detailsText(details)}</code>}
        {object_id && <span class="hint">{object_id}</span>}
      </div>
      <Moment at={entry.created_at} />
    </li>
  );
}

const detailsText = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");

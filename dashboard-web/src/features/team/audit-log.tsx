import { browserName } from "../../base/browser-name.ts";
import { useMerchant } from "../../base/session.tsx";
import { DayFilters, daysOf } from "../../ui/day-filter.tsx";
import { Fact } from "../../ui/fact.tsx";
import { AddressFilter, ClearFilters } from "../../ui/filter.tsx";
import { Empty } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { filtersOf, isFiltered } from "../../ui/side-panel.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { When } from "../../ui/when.tsx";
import type { AuditEntry } from "../../base/generated/types.gen.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { auditLogTexts as t } from "./audit-log-texts.ts";
import { sentenceOf } from "./audit-sentence.ts";
import { TableList } from "../../ui/list.tsx";

export function AuditLog() {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const cursor = useCursor(filtersOf(query).toString());
  const order = useOrder();
  const entries = useQuery("listAuditEntries", {
    query: {
      ...cursor.query,
      ...queryOf(query, time_zone),
      ...(order.isOldestFirst && { oldest_first: true }),
    },
  });
  const columns: readonly Column<AuditEntry>[] = [
    {
      place: "title",
      width: 300,
      grows: true,
      title: t.audit.what,
      cell: (entry) => sentenceOf(entry),
    },
    { place: "note", width: 240, title: t.audit.from, cell: placeOf },
    {
      place: "when",
      width: 132,
      title: t.audit.when,
      sorted: order,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return (
    <Page title={t.menu.auditLog} hint={t.audit.hint}>
      <AuditFilters />
      <TableList
        query={entries}
        place={cursor}
        counted={t.audit.counted}
        label={t.menu.auditLog}
        class="audit-table"
        columns={columns}
        keyOf={({ entry_id }) => entry_id}
        pageOf={(entry_id) => entryPath(query, entry_id)}
        hasNoPage
        titleOf={() => t.audit.entry}
        panel={(id) => <EntryParts id={id} />}
        empty={
          <Empty icon="audit" title={isFiltered(query) ? t.audit.noneFound : t.audit.none}>
            {t.audit.hint}
          </Empty>
        }
      />
    </Page>
  );
}

/**
 * Returns the address of an entry. An entry has no page: its details are beside the list, or
 * replace the list.
 */
function entryPath(query: URLSearchParams, entry_id: string): string {
  const address = filtersOf(query);
  address.set("show", entry_id);
  return `/audit-log?${address}`;
}

const kinds = ["access", "team", "money", "set_up", "developers"] as const;

function queryOf(query: URLSearchParams, time_zone: string) {
  const person_id = query.get("person");
  const kind = kinds.find((each) => each === query.get("kind"));
  return {
    ...(person_id && { person_id }),
    ...(kind && { kind }),
    ...daysOf(query, time_zone),
  };
}

function AuditFilters() {
  const team = useQuery("getTeam", {});
  const people = team.data?.people ?? [];
  return (
    <div class="filters" role="search">
      {people.length > 0 && (
        <AddressFilter
          name="person"
          label={t.audit.person}
          choices={people.map(({ person_id, name }) => [person_id, name])}
        />
      )}
      <AddressFilter
        name="kind"
        label={t.audit.kind}
        choices={kinds.map((each) => [each, t.audit.kinds[each]])}
      />
      <DayFilters from={t.audit.since} until={t.audit.until} />
      <ClearFilters />
    </div>
  );
}

const placeOf = ({ client_address, user_agent }: AuditEntry): string =>
  [browserName(user_agent), client_address].filter(Boolean).join(" · ") || "–";

/**
 * Loads one entry. The cursor is the id after this entry's id, because the list begins below the
 * cursor.
 */
function EntryParts({ id }: { id: string }) {
  const entries = useQuery("listAuditEntries", { query: { cursor: afterUuid(id), per_page: 1 } });
  return (
    <QueryResult query={entries}>
      {({ items }) => {
        const entry = items.find(({ entry_id }) => entry_id === id);
        return entry ? <EntryCard entry={entry} /> : <p class="hint">{t.audit.gone}</p>;
      }}
    </QueryResult>
  );
}

/** Returns the next id in order. The list continues after the entry that its cursor names. */
function afterUuid(id: string): string {
  const hex = id.replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/u.test(hex) || /^f+$/u.test(hex)) return id;
  const next = (BigInt(`0x${hex}`) + 1n).toString(16).padStart(32, "0");
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}

function EntryCard({ entry }: { entry: AuditEntry }) {
  const { client_address, user_agent, object_id, details, created_at } = entry;
  return (
    <Card>
      <p>
        <strong>{sentenceOf(entry)}</strong>
      </p>
      <dl class="facts">
        <Fact name={t.audit.when} at={created_at} />
        <Fact name={t.audit.address}>{client_address ?? "–"}</Fact>
        <Fact name={t.audit.browser}>{browserName(user_agent) ?? "–"}</Fact>
        {object_id && (
          <Fact name={t.audit.object}>
            <code>{object_id}</code>
          </Fact>
        )}
        {Object.entries(details ?? {}).map(([name, value]) => (
          <Fact key={name} name={name}>
            {typeof value === "string" ? value : JSON.stringify(value)}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

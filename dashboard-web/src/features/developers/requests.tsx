import { Empty } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { filtersOf, isFiltered } from "../../ui/side-panel.tsx";
import { type Column } from "../../ui/table.tsx";
import { When } from "../../ui/when.tsx";
import type { LoggedRequest } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { RequestParts, RequestStatus } from "./request.tsx";
import { requestsTexts as t } from "./requests-texts.ts";
import { TableList } from "../../ui/list.tsx";
import { SearchFilters } from "../../ui/search-filters.tsx";

export function Requests() {
  const { query } = useRouter();
  const filters = filtersOf(query);
  const cursor = useCursor(filters.toString());
  const requests = useQuery("listLoggedRequests", {
    query: { ...cursor.query, ...wantedBy(filters) },
  });
  const columns: readonly Column<LoggedRequest>[] = [
    {
      place: "title",
      width: 160,
      grows: true,
      title: t.requests.request,
      cell: ({ method, path }) => `${method} ${path}`,
    },
    {
      place: "state",
      width: 60,
      title: t.common.status,
      cell: ({ http_status }) => <RequestStatus status={http_status} />,
    },
    {
      place: "party",
      width: 100,
      grows: true,
      title: t.requests.code,
      cell: ({ error_code }) => error_code,
    },
    {
      place: "amount",
      width: 84,
      title: t.requests.duration,
      cell: ({ duration_ms }) => t.requests.milliseconds(duration_ms),
    },
    {
      place: "when",
      width: 132,
      title: t.requests.answered,
      cell: ({ requested_at }) => <When at={requested_at} />,
    },
  ];
  return (
    <Page title={t.menu.requests} hint={t.requests.hint(limits.loggedRequestDays)}>
      <RequestFilters />
      <TableList
        query={requests}
        place={cursor}
        label={t.menu.requests}
        class="requests-table"
        columns={columns}
        keyOf={({ entry_id }) => entry_id}
        pageOf={(entry_id) => `/requests/${entry_id}`}
        titleOf={() => t.requests.request}
        panel={(entry_id) => <RequestParts entry_id={entry_id} />}
        empty={<NoRequests hasFilters={isFiltered(query)} />}
      />
      <p class="hint">
        {t.requests.sampled(limits.loggedSuccessesPerMinute, limits.loggedErrorsPerMinute)}
      </p>
    </Page>
  );
}

/** Returns the filters for the server. The address holds them, so that a person can share it. */
function wantedBy(filters: URLSearchParams) {
  const [path, request_id] = [filters.get("path"), filters.get("request_id")];
  return {
    ...(path && { path }),
    ...(request_id && { request_id }),
    ...(filters.has("errors") && { errors_only: true }),
  };
}

const RequestFilters = () => (
  <SearchFilters
    fields={[
      { name: "path", label: t.requests.path, placeholder: t.requests.pathHint },
      { name: "request_id", label: t.requests.requestId, placeholder: "X-Request-Id" },
    ]}
    filters={[
      { name: "errors", label: t.requests.answers, choices: [["1", t.requests.errorsOnly]] },
    ]}
  />
);

const NoRequests = ({ hasFilters }: { hasFilters: boolean }) => (
  <Empty icon="requests" title={hasFilters ? t.requests.noneFound : t.requests.none}>
    {hasFilters ? t.requests.noneFoundHint(limits.loggedRequestDays) : t.requests.noneHint}
  </Empty>
);

import { useId, useRef } from "preact/hooks";
import { Filter } from "../../ui/filter.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Answered, Page } from "../../ui/page.tsx";
import { Pager, useCursor } from "../../ui/pager.tsx";
import { filtersOf, isFiltered, useSetFilters, WithPanel } from "../../ui/side-panel.tsx";
import { tableTexts } from "../../ui/table-texts.ts";
import { Table, type Column } from "../../ui/table.tsx";
import { When } from "../../ui/when.tsx";
import type { LoggedRequest } from "../../base/generated/types.gen.ts";
import { useKeys } from "../../base/keys.ts";
import { limits } from "../../base/limits.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { RequestParts, RequestStatus } from "./request.tsx";
import { requestsTexts } from "./requests-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...requestsTexts, ...tableTexts };

const pageOf = (entry_id: string) => `/requests/${entry_id}`;

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
      title: t.requests.request,
      cell: ({ method, path }) => `${method} ${path}`,
    },
    {
      place: "state",
      title: t.requests.status,
      cell: ({ http_status }) => <RequestStatus status={http_status} />,
    },
    { place: "party", title: t.requests.code, cell: ({ error_code }) => error_code },
    {
      place: "amount",
      title: t.requests.duration,
      cell: ({ duration_ms }) => t.requests.milliseconds(duration_ms),
    },
    {
      place: "when",
      title: t.requests.answered,
      cell: ({ requested_at }) => <When at={requested_at} />,
    },
  ];
  return (
    <Page title={t.menu.requests} hint={t.requests.hint(limits.loggedRequestDays)}>
      <RequestFilters />
      <WithPanel
        pageOf={pageOf}
        titleOf={() => t.requests.request}
        panel={(entry_id) => <RequestParts entry_id={entry_id} />}
      >
        <Answered query={requests}>
          {({ items, next_cursor }) => (
            <>
              {items.length === 0 && next_cursor === null && (
                <NoRequests hasFilters={isFiltered(query)} />
              )}
              {items.length > 0 && (
                <Table
                  label={t.menu.requests}
                  class="requests-table"
                  columns={columns}
                  rows={items}
                  keyOf={({ entry_id }) => entry_id}
                  pageOf={({ entry_id }) => pageOf(entry_id)}
                />
              )}
              <Pager {...cursor.pagerOf(next_cursor)} />
              <p class="hint">
                {t.requests.sampled(limits.loggedSuccessesPerMinute, limits.loggedErrorsPerMinute)}
              </p>
            </>
          )}
        </Answered>
      </WithPanel>
    </Page>
  );
}

/** The filters stand in the address, so that they can be sent to somebody. */
function wantedBy(filters: URLSearchParams) {
  const [path, request_id] = [filters.get("path"), filters.get("request_id")];
  return {
    ...(path && { path }),
    ...(request_id && { request_id }),
    ...(filters.has("errors") && { errors_only: true }),
  };
}

function RequestFilters() {
  const { query } = useRouter();
  const set = useSetFilters();
  const [pathId, requestIdId] = [useId(), useId()];
  const path = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => path.current?.select() });

  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        const valueOf = (name: string) => {
          const value = given.get(name);
          return typeof value === "string" ? value.trim() : "";
        };
        set({ path: valueOf("path"), request_id: valueOf("request_id") });
      }}
    >
      <div class="filter search">
        <label for={pathId}>{t.requests.path}</label>
        <input
          id={pathId}
          ref={path}
          key={query.get("path")}
          type="search"
          name="path"
          placeholder={t.requests.pathHint}
          defaultValue={query.get("path") ?? ""}
        />
      </div>
      <div class="filter search">
        <label for={requestIdId}>{t.requests.requestId}</label>
        <input
          id={requestIdId}
          key={query.get("request_id")}
          type="search"
          name="request_id"
          placeholder="X-Request-Id"
          defaultValue={query.get("request_id") ?? ""}
        />
      </div>
      {/* A form of several fields is sent by Enter only if it has a button (HTML, implicit submission). */}
      <input type="submit" hidden />
      <Filter<"errors">
        label={t.requests.answers}
        value={query.has("errors") ? "errors" : ""}
        choices={[["errors", t.requests.errorsOnly]]}
        onChange={(value) => set({ errors: value && "1" })}
      />
      {isFiltered(query) && (
        <Button tone="quiet" to="/requests">
          {t.table.clear}
        </Button>
      )}
    </form>
  );
}

function NoRequests({ hasFilters }: { hasFilters: boolean }) {
  return (
    <Empty icon="requests" title={hasFilters ? t.requests.noneFound : t.requests.none}>
      {hasFilters ? t.requests.noneFoundHint(limits.loggedRequestDays) : t.requests.noneHint}
    </Empty>
  );
}

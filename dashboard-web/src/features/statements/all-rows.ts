import { ask, type InputOf } from "../../base/api.ts";
import type { StatementRow } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";

/** Loads the rows of a month, page by page. Throws a `Refusal`, as `call` does. */
export async function* allRows(
  path: InputOf<"listStatementRows">["path"],
  query: InputOf<"listStatementRows">["query"] = {},
): AsyncGenerator<readonly StatementRow[]> {
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await ask("listStatementRows", {
      path,
      query: { ...query, page, per_page: limits.rowsPerPageMax },
    });
    yield data;
    if (page >= (pagination?.total_pages ?? 1)) return;
  }
}

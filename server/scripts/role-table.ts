import { roles } from "../contract/dashboard/roles.ts";
import { allRoutes } from "../http/routes.ts";

const head = `# Who may call what in the dashboard

Each operation of \`internal.json\` below \`/dashboard/api\` that needs a session names the roles that may call it. All other roles
get 403 \`forbidden\`. This table is generated from \`server/contract/dashboard/\`: run \`npm run generate\` after a change there.
`;

/** Writes openapi/roles.md: which role may call which operation. */
export function roleTable(): string {
  const rows = allRoutes()
    .map(({ meta }) => meta)
    .filter(({ credential }) => credential === "session")
    .map(({ operationId, summary, roles: allowed = [] }) =>
      row([`\`${operationId}\``, summary, ...roles.map((role) => mark(allowed.includes(role)))]),
    );
  const columns = ["Operation", "Does", ...roles];
  return [head, row(columns), row(columns.map(() => "---")), ...rows, ""].join("\n");
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const mark = (isAllowed: boolean): string => (isAllowed ? "yes" : "–");

import { roles } from "../contract/dashboard/roles.ts";
import { allRoutes } from "../http/routes.ts";

const head = `# Roles of the dashboard

Each operation of \`internal.json\` below \`/dashboard/api\` that needs a session is in one row, with the roles that can call it. All other roles get 403 \`forbidden\`. This table is generated from \`server/contract/dashboard/\`: run \`npm run generate\` after a change there.

| Roles | Operations |
| --- | --- |
`;

/** Returns openapi/roles.md: the roles that can call each operation. */
export function roleTable(): string {
  const operations = allRoutes()
    .map(({ meta }) => meta)
    .filter(({ credential }) => credential === "session");
  const byRoles = Map.groupBy(operations, ({ roles: allowed = [] }) =>
    roles.filter((role) => allowed.includes(role)).join(", "),
  );
  const rows = [...byRoles].map(
    ([allowed, of]) =>
      `| ${allowed} | ${of.map(({ operationId }) => `\`${operationId}\``).join(", ")} |`,
  );
  return `${head}${rows.join("\n")}\n`;
}

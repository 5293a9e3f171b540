import { generateClient } from "../../sdk/scripts/generate-client.ts";
import { allRoutes } from "../http/routes.ts";
import type { OpenApiDocument } from "../procedures/openapi/document.ts";
import { internalDocument } from "../procedures/openapi/internal.ts";

const folder = "dashboard-web/src/base/generated";

/**
 * Returns the files that the dashboard's pages need from the server, by their path from the root: types, and the path
 * and the roles of each operation.
 */
export async function dashboardFiles(): Promise<Map<string, string>> {
  const document = dashboardDocument();
  const types = (await generateClient(document)).get("types.gen.ts") ?? "";
  return new Map([
    [`${folder}/types.gen.ts`, types],
    [`${folder}/operations.gen.ts`, operationsModule(document)],
  ]);
}

/**
 * Returns the internal document without the Worker's operations and the schemas that only they use.
 */
function dashboardDocument(): OpenApiDocument {
  const document = internalDocument();
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith("/dashboard/")),
  );
  const all = document.components?.schemas ?? {};
  const used = reachable(paths, all);
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return { ...document, paths, components: { ...document.components, schemas } };
}

function reachable(paths: object, schemas: Record<string, unknown>): Set<string> {
  const names = mentionedIn(paths);
  // A Set also visits items that are added during the loop.
  for (const name of names) for (const next of mentionedIn(schemas[name])) names.add(next);
  return names;
}

const mentionedIn = (part: unknown): Set<string> =>
  new Set(
    [...(JSON.stringify(part) ?? "").matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name = ""]) => name,
    ),
  );

const rolesOf = new Map(allRoutes().map(({ meta }) => [meta.operationId, meta.roles]));

function operationsModule(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string }>).map(
      ([method, { operationId }]) => ({ method: method.toUpperCase(), path, operationId }),
    ),
  );
  const typeOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const rows = operations.map(({ operationId, method, path }) => [
    operationId,
    [method, path, rolesOf.get(operationId) ?? []],
  ]);
  const types = operations.map(
    ({ operationId: id }) => `${id}: { data: ${typeOf(id)}Data; response: ${typeOf(id)}Response };`,
  );
  const names = operations.flatMap(({ operationId: id }) => [
    `${typeOf(id)}Data`,
    `${typeOf(id)}Response`,
  ]);
  return `// This file is auto-generated from openapi/internal.json

import type { ${[...names, "Person"].join(", ")} } from "./types.gen.ts";

export type Role = Person["role"];

export interface Operations { ${types.join("\n")} }

export const operations: Readonly<Record<keyof Operations, readonly [method: string, path: string, roles: readonly Role[]]>> = ${JSON.stringify(Object.fromEntries(rows))};
`;
}

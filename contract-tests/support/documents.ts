import { basename, join } from "node:path";
import type { Schema } from "./closed-schemas.ts";
import { readDocument } from "./published-document.ts";

/** An operation of the two published documents. */

export interface PublishedOperation {
  operationId: string;
  method: string;
  /** The path's template, with its parameters in braces. */
  path: string;
  /** The schema of each query parameter, by name. */
  query: Record<string, Schema>;
  /** undefined if the operation reads no body. */
  body: Schema | undefined;
  /** The pairs of a status and a code that are published for the operation. */
  refusals: { status: number; code: string }[];
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface DocumentedOperation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { content?: Record<string, { schema?: Schema; examples?: Record<string, Example> }> }
  >;
}

interface Example {
  value: { code?: string };
}

const json = "application/json";

const documents = ["openapi.json", "internal.json"].map((file) =>
  readDocument<Document>(join(import.meta.dirname, "../../openapi", file)),
);

const allOperations: PublishedOperation[] = documents.flatMap((document) =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      query: queryOf(operation),
      body: operation.requestBody?.content[json]?.schema,
      refusals: refusalsOf(operation),
    })),
  ),
);

/** The data of each successful response in JSON. */
export const documentedAnswers = documents.flatMap((document) =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ operationId, responses }) => {
      const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
      const [envelope, own] = success?.[1].content?.[json]?.schema?.allOf ?? [];
      const data = own?.properties?.["data"];
      const isPage = envelope?.$ref?.endsWith("/PaginatedEnvelope") ?? false;
      return data ? [{ operationId, path, data, isPage }] : [];
    }),
  ),
);

const isOfPages = ({ path }: PublishedOperation) => path.startsWith("/dashboard/api/");

/** The operations for merchants' programs and Workers. */
export const publishedOperations = allOperations.filter((operation) => !isOfPages(operation));

/** The operations for the dashboard's pages. */
export const dashboardOperations = allOperations.filter(isOfPages);

/** Returns the schema to which a reference points, in either document. */
export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = basename(schema.$ref);
  const named = documents.flatMap(({ components }) => components.schemas[name] ?? [])[0];
  if (named === undefined) throw new Error(`${schema.$ref} is in no document`);
  return resolveSchema(named);
}

function queryOf({ parameters = [] }: DocumentedOperation): Record<string, Schema> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  return Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
}

/**
 * Returns the refusals of an operation. Every code has an example for each of its statuses
 * (support/openapi-validator.test.ts).
 */
function refusalsOf({ responses }: DocumentedOperation): PublishedOperation["refusals"] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content?.[json]?.examples ?? {}).flatMap(({ value: { code } }) =>
      code === undefined ? [] : [{ status: Number(status), code }],
    ),
  );
}

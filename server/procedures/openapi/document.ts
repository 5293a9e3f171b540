import type { oas31 } from "zod-openapi";
import { errorCatalogue, type ErrorCode } from "../../contract/errors.ts";
import {
  draftOperations,
  methodKey,
  type Draft,
  type OperationExamples,
  type Operations,
} from "./draft.ts";
import { envelopeSchemas } from "./envelopes.ts";
import { headerComponents } from "./headers.ts";
import { bodySchemas, requestOf, securitySchemesOf } from "./requests.ts";
import { responsesOf } from "./responses.ts";
import { withoutUnused } from "./schemas.ts";

/**
 * Creates the contract's OpenAPI 3.1 document. trpc-to-openapi drafts it from the router. The draft lacks some facts,
 * which each operation's meta and the error catalogue add: 201, envelopes, exact codes, headers, optional and named
 * bodies, webhooks and examples.
 */

export type OpenApiDocument = oas31.OpenAPIObject;

export interface DocumentOptions {
  title: string;
  version: string;
  description: string;
  /** Each tag's description, in the order in which readers see them. */
  tags: Readonly<Record<string, string>>;
  /** The examples by the operation's key. */
  examples: Readonly<Record<string, OperationExamples>>;
  webhooks?: Record<string, oas31.PathItemObject>;
  /** Codes that are published in addition to the operations' own codes. */
  reservedCodes?: readonly ErrorCode[];
}

export function buildDocument(operations: Operations, options: DocumentOptions): OpenApiDocument {
  const { title, version, description, tags, examples, webhooks, reservedCodes = [] } = options;
  const { drafts, schemas } = draftOperations(operations, examples);
  return withoutUnused({
    openapi: "3.1.0",
    info: {
      title,
      version,
      description,
      contact: { name: "Tepat", url: "https://www.npmjs.com/package/@tepat/sdk" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      { url: "http://localhost:8080", description: "The address on which a fresh clone listens." },
    ],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: pathsOf(drafts),
    ...(webhooks && { webhooks }),
    components: {
      schemas: {
        ...schemas,
        ...bodySchemas(drafts),
        ...envelopeSchemas(codesOf(drafts, reservedCodes), reservedCodes),
      },
      headers: headerComponents,
      securitySchemes: securitySchemesOf(drafts),
    },
  });
}

function pathsOf(drafts: readonly Draft[]): oas31.PathsObject {
  const paths: Record<string, oas31.PathItemObject> = {};
  for (const draft of drafts) {
    const { path } = draft.meta;
    paths[path] = { ...paths[path], [methodKey(draft.meta)]: operationOf(draft) };
  }
  return paths;
}

function operationOf(draft: Draft): oas31.OperationObject {
  const { operationId, tags, summary, description } = draft.meta.openapi;
  return {
    operationId,
    tags,
    summary,
    description,
    ...(draft.meta.deprecations?.some(({ field }) => field === undefined) && { deprecated: true }),
    ...requestOf(draft),
    responses: responsesOf(draft),
  };
}

/** Returns the codes of these operations and the reserved codes, in the catalogue's order. */
function codesOf(drafts: readonly Draft[], reservedCodes: readonly ErrorCode[]): ErrorCode[] {
  const answered = new Set<string>([
    ...drafts.flatMap(({ meta }) => meta.errors),
    ...reservedCodes,
  ]);
  const catalogue = Object.keys(errorCatalogue) as ErrorCode[];
  return catalogue.filter((code) => answered.has(code));
}

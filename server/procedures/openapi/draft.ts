import assert from "node:assert/strict";
import { generateOpenApiDocument } from "trpc-to-openapi";
import { z } from "zod";
import type { oas31 } from "zod-openapi";
import type { ErrorCode } from "../../contract/errors.ts";
import { fieldProblem, type Problem } from "../../contract/field-problems.ts";
import type { Operation, OperationMeta } from "../../contract/operation.ts";
import { refusalReason } from "../../contract/refusal-reasons.ts";
import { webhookEvent } from "../../contract/webhook-event.ts";
import { apiRouter } from "../router.ts";
import { mapValues, tidySchema, type Schema } from "./schemas.ts";

/**
 * Creates a draft of the router with trpc-to-openapi: names, texts, parameters, request bodies, and responses without
 * their envelope.
 */

export type Operations = Readonly<Record<string, Operation>>;

export interface OperationExamples {
  /** By the parameter's name. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Request bodies, by the example's name. */
  bodies?: Readonly<Record<string, unknown>>;
  /** The `data` of successful responses, by the example's name. */
  data: Readonly<Record<string, unknown>>;
  /** The `pagination` beside `data`, for lists. */
  pagination?: unknown;
  /** Messages that state the cause more exactly than the catalogue does. */
  messages?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** The `errors` of this operation's `validation_error`. */
  invalidFields?: Readonly<Record<string, string | Problem>>;
}

export interface Draft {
  meta: OperationMeta;
  generated: oas31.OperationObject;
  examples: OperationExamples;
}

interface Drafts {
  drafts: Draft[];
  /** Every named schema that a draft or a webhook refers to. */
  schemas: Record<string, Schema>;
}

export function draftOperations(
  operations: Operations,
  examples: Readonly<Record<string, OperationExamples>>,
): Drafts {
  const generated = generate(operations);
  const drafts = Object.entries(operations).map(([name, { meta }]) => {
    const operation = generated.paths?.[meta.path]?.[methodKey(meta)];
    const samples = examples[name];
    assert(operation && samples, `${name} was generated and has examples`);
    return { meta, generated: operation, examples: samples };
  });
  return { drafts, schemas: mapValues(generated.components?.schemas ?? {}, tidySchema) };
}

/** The key of an operation in its path item. */
export function methodKey({ method }: OperationMeta): "get" | "post" | "delete" {
  const keys = { GET: "get", POST: "post", DELETE: "delete" } as const;
  return keys[method];
}

/** Generates one document at a time, because a schema in both requests and responses has one name in each document. */
function generate(operations: Operations): oas31.OpenAPIObject {
  const published = new Set<unknown>(Object.values(operations).map(({ meta }) => meta.operationId));
  return generateOpenApiDocument(apiRouter, {
    title: "",
    version: "",
    baseUrl: "",
    filter: ({ metadata }) => published.has(metadata.operationId),
    paths: { "/carrier": { get: { responses: { 200: carrier } } } },
  });
}

/** Makes the draft name schemas that no operation's responses use. The carrier's path is not published. */
const carrier = {
  description: "",
  content: {
    "application/json": { schema: z.object({ webhookEvent, fieldProblem, refusalReason }) },
  },
};

import assert from "node:assert/strict";
import { initTRPC } from "@trpc/server";
import { generateOpenApiDocument, type OpenApiMeta } from "trpc-to-openapi";
import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { pagination } from "../../contract/envelope.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import { fieldProblem, type Problem } from "../../contract/field-problems.ts";
import type { Operation, OperationMeta } from "../../contract/operation.ts";
import { refusalReason } from "../../contract/refusal-reasons.ts";
import { webhookEvent } from "../../contract/webhook-event.ts";
import { mapValues, tidySchema, type Schema } from "./schemas.ts";

/** What trpc-to-openapi makes of the contract: parameters, request bodies and the schemas of bare outputs. */

export type Operations = Readonly<Record<string, Operation<z.ZodObject, z.ZodType>>>;

export interface OperationExamples {
  /** By the parameter's name. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Request bodies, by the example's name. */
  bodies?: Readonly<Record<string, unknown>>;
  /** The bare `data` of successful answers, by the example's name. */
  data: Readonly<Record<string, unknown>>;
  /** `pagination` beside it, for lists. */
  pagination?: unknown;
  /** Messages that name the cause more exactly than the catalogue does. */
  messages?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** `errors` of this operation's `validation_error`. */
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

/** The generator reads a router's procedures; nobody ever calls this one. */
function generate(operations: Operations): oas31.OpenAPIObject {
  const { router, procedure } = initTRPC.meta<OpenApiMeta>().create();
  const procedures = mapValues(operations, ({ meta: { method, path }, input, output }) => {
    const described = procedure
      .meta({ openapi: { method, path, errorResponses: [] } })
      .input(input)
      .output(output);
    return method === "GET" ? described.query(neverCalled) : described.mutation(neverCalled);
  });
  return generateOpenApiDocument(router(procedures), {
    title: "",
    version: "",
    baseUrl: "",
    paths: { "/carrier": { get: { responses: { 200: carrier } } } },
  });
}

function neverCalled(): never {
  throw new Error("the documentation router is never called");
}

/** Brings schemas that no operation answers by itself among the named ones; its path is not published. */
const carrier = {
  description: "",
  content: {
    "application/json": {
      schema: z.object({ pagination, webhookEvent, fieldProblem, refusalReason }),
    },
  },
};

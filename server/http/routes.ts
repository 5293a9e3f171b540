import { z } from "zod";
import { GatewayError, notFoundText } from "../contract/errors.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { callProcedure, served, type ProcedureDefinition } from "../procedures/call.ts";
import { apiRouter } from "../procedures/router.ts";
import type { Context } from "../procedures/trpc.ts";
import {
  ignoredFields,
  ignoredFieldsHeader,
  ignoredFieldsValue,
  ignoredParameters,
  knownFields,
  type KnownFields,
} from "./transport/ignored-fields.ts";

/** An operation with its path and the rules for assembling its input. */
export interface Route {
  meta: OperationMeta;
  pathParameters: readonly string[];
  /** The keys of the query, and the function that converts each key's text into a value. */
  queryKeys: ReadonlyMap<string, (text: string) => unknown>;
  /** The fields of the body, without the parameters of the path. */
  bodyFields: KnownFields;
  call(ctx: Context, getRawInput: () => Promise<unknown>): Promise<unknown>;
}

export interface Match {
  route: Route;
  /** The parameters of the path, percent-encoded as received. */
  parameters: readonly string[];
}

/** A segment of the path. Literal children are tried first, then the child that accepts any text. */
interface Segment {
  literals: Map<string, Segment>;
  parameter: Segment | undefined;
  methods: Map<string, Route>;
}

const newSegment = (): Segment => ({
  literals: new Map(),
  parameter: undefined,
  methods: new Map(),
});

/**
 * Builds the table of routes once. `match` returns undefined for an unknown path, and the allowed methods for a wrong
 * method.
 */
export function createRoutes() {
  const root = newSegment();
  for (const route of allRoutes()) {
    let segment = root;
    for (const part of route.meta.path.slice(1).split("/")) {
      if (part.startsWith("{")) segment = segment.parameter ??= newSegment();
      else {
        const child = segment.literals.get(part) ?? newSegment();
        segment.literals.set(part, child);
        segment = child;
      }
    }
    segment.methods.set(route.meta.method, route);
  }

  return function match(method: string, path: string): Match | { allow: string[] } | undefined {
    const parameters: string[] = [];
    let segment = root;
    for (const part of path.slice(1).split("/")) {
      const literal = segment.literals.get(part);
      if (literal) segment = literal;
      else if (segment.parameter) {
        segment = segment.parameter;
        parameters.push(part);
      } else return undefined;
    }
    // A path with an empty parameter is unknown, unless the contract has a code for it.
    if (parameters.includes("") && !hasCodeForEmpty(segment)) return undefined;
    const route = segment.methods.get(method === "HEAD" ? "GET" : method);
    if (route) return { route, parameters };
    return segment.methods.size > 0 ? { allow: allowed([...segment.methods.keys()]) } : undefined;
  };
}

/** Every path that supports GET also supports HEAD, without a body (RFC 9110, section 9.3.2). */
const allowed = (methods: readonly string[]): string[] =>
  methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));

const hasCodeForEmpty = ({ methods }: Segment): boolean =>
  [...methods.values()].some(({ meta }) => meta.emptyPath !== undefined);

export function allRoutes(): Route[] {
  return Object.values(apiRouter._def.procedures).map(toRoute);
}

type Definition = ProcedureDefinition & { inputs: readonly z.ZodObject[] };

function toRoute(procedure: unknown): Route {
  const definition = (procedure as { _def: Definition })._def;
  const { meta, inputs } = definition;
  const pathParameters = [...meta.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const queryKeys = new Map<string, (text: string) => unknown>();
  if (meta.method !== "POST") {
    for (const [key, schema] of Object.entries(inputs[0]?.shape ?? {})) {
      if (!pathParameters.includes(key)) queryKeys.set(key, converterFor(schema as z.ZodType));
    }
  }
  const called = served(definition);
  const fields = new Map(knownFields(inputs[0] ?? z.object({})));
  for (const name of pathParameters) fields.delete(name);
  return {
    meta,
    pathParameters,
    queryKeys,
    bodyFields: fields,
    call: (ctx, getRawInput) => callProcedure(called, ctx, getRawInput),
  };
}

/**
 * Returns a converter from a query's text to the schema's JSON type. A text that cannot be converted stays text, and the
 * schema refuses it.
 */
function converterFor(schema: z.ZodType): (text: string) => unknown {
  const type = innermostType(schema);
  if (type === "number") return (text) => (/^-?\d+$/.test(text) ? Number(text) : text);
  if (type === "boolean") {
    return (text) => (/^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : text);
  }
  return (text) => text;
}

function innermostType(schema: z.ZodType): string {
  const definition = schema.def as { type: string; innerType?: z.ZodType };
  return definition.innerType ? innermostType(definition.innerType) : definition.type;
}

/**
 * Assembles the input of a call from the path parameters and the fields of the body or the query. Call this
 * after the credential and rate limit checks. A response header names the ignored fields.
 */
export async function readInput(
  { route, parameters }: Match,
  request: { query: string; header(name: string): string | undefined; body(): Promise<Buffer> },
  readBody: (meta: OperationMeta) => Promise<Record<string, unknown>>,
  answerHeaders: Record<string, string>,
): Promise<Record<string, unknown>> {
  const path = pathInput(route, parameters);
  if (route.meta.bodyForm) return path;
  const body = route.meta.method === "POST" ? await readBody(route.meta) : {};
  const ignored = ignoredFieldsValue([
    ...ignoredFields(route.bodyFields, body),
    ...ignoredParameters(route.queryKeys, request.query),
  ]);
  if (ignored !== undefined) answerHeaders[ignoredFieldsHeader] = ignored;
  return { ...body, ...queryInput(route, request.query), ...path };
}

/** Returns one decoded parameter, or undefined if the parameter is not percent-encoded UTF-8. */
export function pathParameter({ route, parameters }: Match, name: string): string | undefined {
  return decodeSegment(parameters[route.pathParameters.indexOf(name)] ?? "");
}

function pathInput(route: Route, parameters: readonly string[]): Record<string, string> {
  const input: Record<string, string> = {};
  route.pathParameters.forEach((name, index) => {
    const text = parameters[index] ?? "";
    if (text === "" && route.meta.emptyPath) throw new GatewayError(route.meta.emptyPath);
    // A text that is not UTF-8 names nothing. A lone surrogate replaces the text, because the schemas of all
    // path parameters refuse it.
    input[name] = decodeSegment(text) ?? "\ud800";
  });
  return input;
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the error for a wrong path parameter, with the operation's own code. */
export function malformedPath(
  { code, subject }: { code: "bad_request" | "not_found"; subject: string | undefined },
  errors: Record<string, string>,
): GatewayError {
  const [field, problem] = Object.entries(errors)[0] ?? [];
  return new GatewayError(code, {
    ...(code === "bad_request" && { message: `${field} ${problem}.` }),
    ...(code === "not_found" && { message: notFoundText(subject ?? "record") }),
  });
}

/** A repeated key becomes an array, which no schema accepts. */
function queryInput(route: Route, query: string): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  if (query === "" || route.queryKeys.size === 0) return input;
  const given = new URLSearchParams(query);
  for (const [key, convert] of route.queryKeys) {
    // A form sends an empty parameter for a field without a value.
    const values = given.getAll(key).filter((text) => text !== "");
    if (values.length === 1) input[key] = convert(values[0] as string);
    if (values.length > 1) input[key] = values;
  }
  return input;
}

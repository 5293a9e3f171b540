import { basename } from "node:path";
import { createSchemaValidator, type Schema } from "./closed-schemas.ts";
import { readDocument } from "./published-document.ts";

/**
 * Checks that a response is exactly as in a published document: the status, the required headers, and the fields (no
 * more, no fewer). The code must be listed for the operation and the status.
 */

export interface Answer {
  /** The method in upper case. */
  method: string;
  /** The requested path, percent-encoded. A query is ignored. */
  path: string;
  status: number;
  headers: Headers | Record<string, string>;
  /** The parsed JSON. */
  body: unknown;
}

export interface Validator {
  /** Throws an error that lists all differences from the document. */
  check(answer: Answer): void;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> };
}

interface Operation {
  responses: Record<string, Response>;
}

interface Response {
  headers?: Record<string, Header | { $ref: string }>;
  /** Missing if the response has no body. */
  content?: Record<string, { schema: Schema }>;
}

interface Header {
  required: boolean;
  schema: Schema;
}

export function createValidator(documentPath: string): Validator {
  const document = readDocument<Document>(documentPath);
  const { schemas, headers } = document.components;
  const problemsOf = createSchemaValidator(schemas);

  function answerProblems(answer: Answer): string[] {
    const operation = findOperation(document, answer);
    if (!operation) return ["there is no such operation"];
    const response = operation.responses[answer.status];
    if (!response) return [`only ${Object.keys(operation.responses).join(", ")} are documented`];
    return [...headerProblems(response, answer), ...bodyProblems(response, answer)];
  }

  function headerProblems(response: Response, answer: Answer): string[] {
    const sent = new Headers(answer.headers);
    return Object.entries(response.headers ?? {}).flatMap(([name, headerOrRef]) => {
      const header = resolve(headerOrRef);
      const value = sent.get(name);
      if (value === null) return header.required ? [`header ${name} is missing`] : [];
      return problemsOf(header.schema, headerValue(value, header), `header ${name}`);
    });
  }

  function resolve(header: Header | { $ref: string }): Header {
    if (!("$ref" in header)) return header;
    const target = headers[basename(header.$ref)];
    if (!target) throw new Error(`${header.$ref} is not in the document`);
    return target;
  }

  function bodyProblems(response: Response, { headers: sent, body }: Answer): string[] {
    const mediaType = new Headers(sent).get("content-type")?.split(";")[0]?.trim() ?? "none";
    const content = response.content?.[mediaType];
    if (!content) return [`content type ${mediaType} is not documented`];
    const alternatives = (content.schema.oneOf ?? [content.schema]).map((schema) => ({
      schema,
      codes: codesOf(schema),
    }));
    const codes = alternatives.flatMap((alternative) => alternative.codes);
    if (codes.length === 0) return problemsOf(content.schema, body, "body");
    const code = fieldOf(body, "code");
    const meant = alternatives.find((alternative) => alternative.codes.includes(code));
    return meant
      ? problemsOf(meant.schema, body, "body")
      : [`code ${JSON.stringify(code)} is not among ${JSON.stringify(codes)}`];
  }

  /** Returns the codes that a refusal's schema allows; none for a success. */
  function codesOf(schema: Schema): unknown[] {
    const named = schema.$ref && schemas[basename(schema.$ref)];
    if (named) return codesOf(named);
    const { code } = schema.properties ?? {};
    const own = code?.enum ?? (code?.const === undefined ? [] : [code.const]);
    return [...own, ...(schema.allOf ?? []).flatMap(codesOf)];
  }

  return {
    check(answer) {
      const problems = answerProblems(answer);
      if (problems.length === 0) return;
      const { method, path, status } = answer;
      const title = `${method} ${path} answered ${status}, not as ${basename(documentPath)} says:`;
      throw new Error([title, ...problems].join("\n- "));
    },
  };
}

function findOperation(document: Document, { method, path }: Answer): Operation | undefined {
  const [pathname = ""] = path.split("?");
  return Object.entries(document.paths)
    .filter(([template]) => fits(template.split("/"), pathname.split("/")))
    .map(([, operations]) => operations[method.toLowerCase()])
    .find((operation) => operation !== undefined);
}

/**
 * Returns whether the path fits a template. A parameter can be empty in the middle of a path (`channel_id is
 * required`). At the end, the path would be another one.
 */
function fits(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((part, index) => {
    if (!part.startsWith("{")) return part === segments[index];
    return segments[index] !== "" || index < template.length - 1;
  });
}

/**
 * Returns a header's value. Headers are texts, so a value is compared as a number only if it is
 * written as one.
 */
function headerValue(value: string, { schema }: Header): unknown {
  return schema.type === "integer" && /^-?\d+$/.test(value) ? Number(value) : value;
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

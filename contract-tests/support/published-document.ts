import { readFileSync } from "node:fs";
import { basename } from "node:path";

interface Published {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: { responses?: Record<string, object> };
}

/** Reads a document of `openapi/`, and replaces the references to responses with the responses. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the document
export function readDocument<Document>(file: string): Document {
  const document = JSON.parse(readFileSync(file, "utf8")) as Published;
  const named = document.components.responses ?? {};
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!("$ref" in response)) continue;
      const name = basename(String(response.$ref));
      if (!named[name]) throw new Error(`${name} is not in ${file}`);
      operation.responses[status] = named[name];
    }
  }
  return document as Document;
}

import { expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { internalDocument } from "./internal.ts";
import { withSharedRefusals } from "./shared-refusals.ts";

const refusalsOf = ({ paths = {} }: oas31.OpenAPIObject) =>
  Object.values(paths)
    .flatMap((item) => Object.values(item as Record<string, oas31.OperationObject>))
    .flatMap(({ responses = {} }) => Object.entries(responses))
    .filter(([status]) => Number(status) >= 400);

test("each refusal is written once, in an operation or among the shared ones", () => {
  const document = withSharedRefusals(internalDocument());
  const refusals = refusalsOf(document).filter(([, response]) => !("$ref" in response));
  const texts = [
    ...refusals.map(([status, response]) => `${status} ${JSON.stringify(response)}`),
    ...Object.entries(document.components?.responses ?? {}).map(
      ([name, response]) => `${name.slice(0, 3)} ${JSON.stringify(response)}`,
    ),
  ];
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeLessThan(refusalsOf(document).length / 4);
});

import type { oas31 } from "zod-openapi";
import { mapValues } from "./schemas.ts";

type Response = oas31.ResponseObject | oas31.ReferenceObject;

/**
 * Moves each refusal that appears more than once to `components/responses`, under a name. Otherwise almost half of
 * the internal document's lines would repeat refusals.
 */
export function withSharedRefusals(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const times = new Map<string, number>();
  eachResponse(document, (status, response) => {
    const key = keyOf(status, response);
    times.set(key, (times.get(key) ?? 0) + 1);
    return response;
  });
  const names = new Map<string, string>();
  const responses: Record<string, Response> = {};
  const paths = eachResponse(document, (status, response) => {
    const key = keyOf(status, response);
    if (Number(status) < 400 || times.get(key) === 1) return response;
    const name = names.get(key) ?? freeName(status, response, responses);
    names.set(key, name);
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  });
  return { ...document, paths, components: { ...document.components, responses } };
}

const keyOf = (status: string, response: Response) => JSON.stringify([status, response]);

function eachResponse(
  { paths = {} }: oas31.OpenAPIObject,
  change: (status: string, response: Response) => Response,
): oas31.PathsObject {
  return mapValues(paths, (item) =>
    mapValues(item as Record<string, oas31.OperationObject>, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses as Record<string, Response>, (response, status) =>
        change(status, response),
      ),
    })),
  );
}

/**
 * Returns a free name: the status with its codes, as in `409-conflict`, and a number if other operations use other
 * words.
 */
function freeName(status: string, response: Response, taken: object): string {
  const { content = {} } = response as oas31.ResponseObject;
  const codes = Object.keys(content["application/json"]?.examples ?? {});
  const name = [status, ...codes].join("-").replaceAll(" ", "_");
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!(numbered in taken)) return numbered;
  }
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { trials } from "../server/testing/run-size.ts";
import { publishedOperations } from "./support/documents.ts";
import type { Request } from "./support/exchange.ts";
import { send } from "./support/http.ts";
import { randomBody, randomQuery, randomSegment } from "./support/random-input.ts";
import { newCast, sampleRequest } from "./support/samples.ts";

/**
 * Tests fault E21: the response to any request is a documented refusal or a success, and never 500.
 */

const cast = await newCast();
const runs = trials({ some: 100, all: 150, more: 1_000 });
const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`random input: TEST_SEED=${seed}`);

test.each(publishedOperations)("$operationId withstands random input", async (operation) => {
  const sample = () => sampleRequest(operation.operationId, cast);
  const random = fc.record({
    segment: fc.option(randomSegment, { freq: 3 }),
    query: randomQuery(operation.query),
    body: operation.body ? randomBody(operation.body, sample().json) : fc.constant(undefined),
  });
  const property = fc.asyncProperty(random, async ({ segment, query, body }) => {
    const path = segment === null ? sample().path : withSegment(operation.path, segment);
    const request: Request = { ...sample(), path: path + query };
    const { status } = await send(body === undefined ? request : { ...request, json: body });
    expect(status).not.toBe(500);
  });
  await fc.assert(property, { numRuns: runs, seed, interruptAfterTimeLimit: 10_000 });
});

/** Returns a path with another segment. A template without a parameter stays unchanged. */
const withSegment = (template: string, segment: string): string =>
  template.replace(/\{\w+\}/, segment.replaceAll("$", "$$$$"));

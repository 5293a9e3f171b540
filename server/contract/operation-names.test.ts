import { expect, test } from "vitest";
import {
  dashboardOperations,
  merchantOperations,
  mutationReasonOperations,
  workerOperations,
} from "./index.ts";

test("an operation is published under its name in the code", () => {
  const all = [
    merchantOperations,
    workerOperations,
    mutationReasonOperations,
    dashboardOperations,
  ].flatMap(Object.entries);
  expect(all.length).toBeGreaterThan(50);
  const renamed = all.filter(([name, { meta }]) => meta.operationId !== name);
  expect(renamed.map(([name, { meta }]) => `${name} is published as ${meta.operationId}`)).toEqual(
    [],
  );
});

import { z } from "zod";
import { problemInEnglish, type FieldProblem, type Problem } from "./field-problems.ts";

/** Describes a problem that Zod finds: as a code for pages, and in English for other clients. */
z.config({
  customError: (issue) => {
    if (issue.code === "invalid_type" && issue.input === undefined) return isRequired;
    const problem = problemOf(issue);
    return problem && problemInEnglish(problem);
  },
});

const required: Problem = { code: "required", params: {} };
const isRequired = problemInEnglish(required);

type Issue = Pick<z.core.$ZodRawIssue, "code"> | z.core.$ZodIssue;

/** Returns undefined if neither Zod nor the rule names the problem. */
function problemOf(found: Issue): Problem | undefined {
  const issue = found as z.core.$ZodIssue;
  switch (issue.code) {
    case "invalid_type":
      // A finished issue no longer contains its input.
      if (issue.message === isRequired) return required;
      if (issue.expected === "int") return { code: "not_an_integer", params: {} };
      if (issue.expected === "number") return { code: "not_a_number", params: {} };
      return { code: "wrong_type", params: { expected: issue.expected } };
    case "too_small": {
      const minimum = Number(issue.minimum);
      if (issue.origin === "array") return { code: "too_few_items", params: { minimum } };
      return { code: "too_small", params: { minimum } };
    }
    case "too_big": {
      const maximum = Number(issue.maximum);
      if (issue.origin === "array") return { code: "too_many_items", params: { maximum } };
      return { code: "too_large", params: { maximum } };
    }
    case "invalid_value":
      return { code: "not_a_choice", params: { choices: issue.values.join(", ") } };
    case "invalid_format":
      if (issue.format === "guid") return { code: "not_a_uuid", params: {} };
      if (issue.format === "datetime") return { code: "not_a_time", params: {} };
      return undefined;
    case "custom":
      return issue.params as Problem | undefined;
    default:
      return undefined;
  }
}

/** The number of a list's faults that the message names. A program usually repeats its mistake in every item. */
const faultsNamed = 5;

/**
 * Returns the first problem of each field (specification, section 1). A problem inside an array is reported for the
 * array's field: `customer_orders` → "item 1: name is required; item 2: price must be at least 0".
 */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const faults = new Map<string, string[]>();
  for (const { path, message } of firstOfEach(error, (place) => place.join("/"))) {
    const [field = "body", ...inside] = path;
    const ofField = faults.get(field) ?? [];
    ofField.push([...inside.map(placeInside), message].join(" "));
    faults.set(field, ofField);
  }
  return Object.fromEntries([...faults].map(([field, ofField]) => [field, joinedFaults(ofField)]));
}

function joinedFaults(faults: readonly string[]): string {
  const more = faults.length - faultsNamed;
  return [...faults.slice(0, faultsNamed), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** The number of problems that a page receives. More than a screen of them helps no person. */
const problemsSent = 100;

/** Returns the first problem of each field as a code, for pages. Each field of an item in a list counts. */
export const fieldProblems = (error: z.ZodError): FieldProblem[] =>
  firstOfEach(error, (place) => place.join("/"))
    .slice(0, problemsSent)
    .map(({ path, issue }) => ({
      path,
      problem: problemOf(issue) ?? { code: "invalid", params: {} },
    }));

function firstOfEach(error: z.ZodError, keyOf: (path: string[]) => string) {
  const issues = error.issues.toSorted(
    (one, other) => Number(isBoundOfIntegers(one)) - Number(isBoundOfIntegers(other)),
  );
  const first = new Map<string, { path: string[]; message: string; issue: z.core.$ZodIssue }>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    const key = keyOf(path);
    if (!first.has(key)) first.set(key, { path, message: issue.message, issue });
  }
  return [...first.values()];
}

/**
 * Returns whether a problem is JavaScript's own bound on exact integers. A larger number also breaks the field's
 * bound, and that problem is the one to report.
 */
const isBoundOfIntegers = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === "too_big" || issue.code === "too_small") && issue.origin === "int";

const placeInside = (part: string): string =>
  /^\d+$/.test(part) ? `item ${Number(part) + 1}:` : part;

import { z } from "zod";

/** Zod's own messages, said to the person who sent the field. Each follows the field's name: "payment_amount must be …". */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        if (issue.input === undefined) return "is required";
        return `must be ${nouns[issue.expected] ?? issue.expected}`;
      case "too_small":
        return issue.origin === "array"
          ? `must have at least ${issue.minimum} items`
          : `must be at least ${issue.minimum}`;
      case "too_big":
        return issue.origin === "array"
          ? `must have at most ${issue.maximum} items`
          : `must be at most ${issue.maximum}`;
      case "invalid_value":
        return `must be one of ${issue.values.join(", ")}`;
      default:
        return undefined;
    }
  },
});

const nouns: Record<string, string> = {
  string: "a string",
  int: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/**
 * Field to what is wrong with it, the first problem of each (specification, section 1). What is wrong inside an array is
 * said of its field: `customer_orders` → "item 2: price must be at least 0".
 */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  const issues = error.issues.toSorted(
    (one, other) => Number(isBoundOfIntegers(one)) - Number(isBoundOfIntegers(other)),
  );
  for (const issue of issues) {
    const [field = "body", ...inside] = issue.path.map(String);
    errors[field] ??= [...inside.map(placeInside), issue.message].join(" ");
  }
  return errors;
}

/** What JavaScript has exactly. A number beyond it breaks its field's own bound too, which is the one to tell. */
const isBoundOfIntegers = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === "too_big" || issue.code === "too_small") && issue.origin === "int";

const placeInside = (part: string): string =>
  /^\d+$/.test(part) ? `item ${Number(part) + 1}:` : part;

import type { oas31 } from "zod-openapi";
import type { ErrorCode } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";

/** Response headers that the documents promise. */

export type Headers = Record<string, oas31.HeaderObject | oas31.ReferenceObject>;

const count = (description: string, example: number): oas31.HeaderObject => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
  example,
});

const rateLimits = {
  "X-RateLimit-Limit": count(
    `Requests allowed in a window of ${limits.rateWindowSeconds} seconds.`,
    limits.readsPerWindow,
  ),
  "X-RateLimit-Remaining": count("Requests left in this window.", limits.readsPerWindow - 1),
  "X-RateLimit-Reset": count("Seconds until the window ends.", 42),
};

/** Each header is written once. Responses that always have these headers refer to them here. */
export const headerComponents: Record<string, oas31.HeaderObject> = {
  ...rateLimits,
  "X-Tepat-Ignored-Fields": {
    description:
      "The unknown body fields and query parameters that Tepat ignored, percent-encoded. Absent if there are none.",
    required: false,
    schema: { type: "string" },
    example: "webhook_url, customer_orders[0].weight",
  },
  "Retry-After": count("Seconds to wait before the next request.", 42),
};

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

export function rateLimitHeaders(when: "always" | "sometimes" | "never"): Headers {
  if (when === "never") return {};
  return Object.fromEntries(
    Object.entries(rateLimits).map(([name, header]) => [
      name,
      when === "always" ? headerRef(name) : { ...header, required: false },
    ]),
  );
}

/** For responses after the input was read. */
export const ignoredFields = (): Headers => ({
  "X-Tepat-Ignored-Fields": headerRef("X-Tepat-Ignored-Fields"),
});

/**
 * Returns the headers that belong to a code. If a status also has other codes, some of its responses lack these
 * headers.
 */
export function errorHeaders(codes: readonly ErrorCode[]): Headers {
  return {
    ...(codes.includes("rate_limited") && { "Retry-After": headerRef("Retry-After") }),
    ...(codes.includes("payment_code_conflict") && {
      Location: {
        description: "`payment_code_conflict` only: the path of the payment with this code.",
        required: false,
        schema: { type: "string", format: "uri-reference" },
        example: "/gateway/payments/INV-2026-0001",
      },
    }),
  };
}

/** A merchant's code can contain any character, slashes too. A test payment can have a live invoice's code. */
export const paymentPath = (code: string, isTest = false): string =>
  `/payments/${encodeURIComponent(code)}${isTest ? `?${testMode}` : ""}`;

/** The part of an address that shows what test keys have made. */
export const testMode = "mode=test";

/** The part of an address that shows the invoices that people made. */
export const manualMode = "mode=manual";

export const isTestMode = (query: URLSearchParams): boolean => query.get("mode") === "test";

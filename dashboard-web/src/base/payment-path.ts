/** A merchant's own code may hold anything, slashes too. A test may have the code of an invoice. */
export const paymentPath = (code: string, isTest = false): string =>
  `/payments/${encodeURIComponent(code)}${isTest ? `?${testMode}` : ""}`;

/** The part of an address that shows what test keys have made. */
export const testMode = "mode=test";

export const isTestMode = (query: URLSearchParams): boolean => query.get("mode") === "test";

/**
 * Returns the path of an invoice's page. A merchant's code can contain any character, including slashes. A
 * test invoice can have the code of a live one.
 */
export const paymentPath = (code: string, isTest = false): string =>
  `/payments/${encodeURIComponent(code)}${isTest ? `?${testMode}` : ""}`;

/** The part of an address that shows records of test mode. */
export const testMode = "mode=test";

/** The part of an address that shows manual invoices. */
export const manualMode = "mode=manual";

export const isTestMode = (query: URLSearchParams): boolean => query.get("mode") === "test";

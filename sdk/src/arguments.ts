import { InvalidArgumentError } from "./errors.ts";
import type { CreatePayment, CreateRefund, OrderItemInput } from "./generated/types.gen.ts";
import { limits } from "./limits.ts";

/**
 * These functions throw an InvalidArgumentError before a request is sent: for invalid arguments, and for arguments that
 * JSON or a URL would change.
 */

/**
 * Returns the value if it can be part of a path. URL parsers drop `.` and `..`: DELETE
 * /gateway/payments/.. would be DELETE /gateway/.
 */
export function requirePathValue(name: string, value: string): string {
  const isSendable =
    typeof value === "string" &&
    value !== "" &&
    value !== "." &&
    value !== ".." &&
    value.isWellFormed() &&
    // Counts code points, because the contract allows a code of 128 emoji, which has 256 UTF-16
    // units.
    Array.from(value).length <= limits.pathValueCharacters;
  if (isSendable) return value;
  throw new InvalidArgumentError(
    `${name} must be a well-formed text of 1 to ${limits.pathValueCharacters} characters, and neither "." nor "..".`,
  );
}

/**
 * JSON turns NaN into null and cannot represent a bigint. Above 2^53 − 1 an amount is no longer exact.
 */
function requireAmount(name: string, value: number | undefined): void {
  if (Number.isSafeInteger(value)) return;
  throw new InvalidArgumentError(
    `${name} must be a whole number of rupiah between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}, of type number.`,
  );
}

/** Checks the payment and returns a copy as JSON represents it. Throws InvalidArgumentError. */
export function requireSendable(input: object): CreatePayment {
  const payment = asJson("payment", input) as CreatePayment;
  requirePathValue("payment_code", payment.payment_code);
  requireAmount("payment_amount", payment.payment_amount);
  // The gateway refuses orders that are not a list, and gives the reason.
  if (!Array.isArray(payment.customer_orders)) return payment;
  payment.customer_orders.forEach((item: OrderItemInput | null, index) => {
    for (const field of ["price", "quantity", "subtotal"] as const) {
      requireAmount(`customer_orders[${index}].${field}`, item?.[field]);
    }
  });
  return payment;
}

/** Checks the refund and returns a copy as JSON represents it. Throws InvalidArgumentError. */
export function requireSendableRefund(input: object): CreateRefund {
  const refund = asJson("refund", input) as CreateRefund;
  requireAmount("amount", refund.amount);
  return refund;
}

/**
 * Returns a copy. A program that reuses the object for the next payment must not change this payment or its
 * retries.
 */
function asJson(name: string, input: object): object {
  // A bigint becomes a text, which the amount check refuses.
  const replace = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
  try {
    const copy: unknown = JSON.parse(JSON.stringify(input, replace));
    if (typeof copy === "object" && copy !== null) return copy;
  } catch {
    // An input that JSON cannot represent is refused below, like a value that is not an object.
  }
  throw new InvalidArgumentError(`The ${name} must be an object that JSON can carry.`);
}

export function requireTotpCode(code: string | undefined): string {
  if (typeof code === "string" && /^\d{6}$/.test(code)) return code;
  throw new InvalidArgumentError(
    "totpCode must be a string of six digits. A number loses leading zeros.",
  );
}

/**
 * Returns the key if it is valid. The error's message does not repeat the key, because messages are
 * logged.
 */
export function requireApiKey(apiKey: string): string {
  if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new InvalidArgumentError(
    "apiKey is missing or contains spaces or control characters. Check where your program reads the key, or pass null to make only public calls.",
  );
}

/** The SDK or fetch sets these headers, which identify the client and describe the body. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "content-length",
  "content-type",
  "host",
  "x-api-key",
  "x-totp-code",
]);

/**
 * Returns the headers with names in lower case, so that a later header replaces an earlier one. Error messages do
 * not repeat a value, because it might be a secret.
 */
export function requireHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const reserved = Object.keys(headers).find((name) => reservedHeaders.has(name.toLowerCase()));
  if (reserved !== undefined) {
    throw new InvalidArgumentError(`The SDK sets the header ${reserved}. Leave it out.`);
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (isHeader(name, value)) return [name.toLowerCase(), value];
      throw new InvalidArgumentError(
        `headers has an entry that cannot be a header: ${JSON.stringify(name)}.`,
      );
    }),
  );
}

function isHeader(name: string, value: unknown): boolean {
  try {
    return typeof value === "string" && new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

export function requireBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isAddress =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "");
  if (!isAddress) {
    throw new InvalidArgumentError(
      "baseUrl must be the address of Tepat, such as https://pay.example.com, without user, query and fragment.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/**
 * Returns the signal. An argument that is not a signal would otherwise throw in a timer, where your code cannot catch
 * the error.
 */
export function requireSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || typeof signal?.addEventListener === "function") return signal;
  throw new InvalidArgumentError("signal must be an AbortSignal.");
}

export function requireCount(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new InvalidArgumentError(`${name} must be a whole number from 0 to ${most}.`);
}

/**
 * Returns the tolerance. NaN is refused: every comparison with NaN is false, so a webhook of any
 * age would pass.
 */
export function requireTolerance(seconds: number): number {
  if (Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new InvalidArgumentError("toleranceSeconds must be a number from 0.");
}

export function requireDate(name: string, date: Date): Date {
  if (!Number.isNaN(date.getTime())) return date;
  throw new InvalidArgumentError(`${name} must be a valid date.`);
}

export function requireSeconds(name: string, value: number): number {
  // Above 2^31 − 1 milliseconds, setTimeout fires at once.
  if (value > 0 && value <= 2_147_483) return value;
  throw new InvalidArgumentError(`${name} must be above 0, up to 2147483.`);
}

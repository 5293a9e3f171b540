import { reasonOf } from "./user-facing-error.ts";
import { limits } from "./limits.ts";

/**
 * The requests of openapi/internal.json, and the Worker's next step after each kind of response.
 */

export interface Report {
  key: string;
  package_name: string;
  title: string;
  body: string;
  posted_at: string;
}

export type NumberedReport = Report & { sequence: number };

export interface ReportOutcome {
  outcome: "recorded" | "duplicate" | "ignored";
  /** The code of the invoice that the transfer had paid at the time of the response. */
  matched_payment_code: string | null;
}

export interface DeviceView {
  device_status: string;
  packages: string[];
}

export interface RegisteredDevice {
  device_id: string;
  device_token: string;
}

export interface Heartbeat {
  app_version: string;
  battery: number | null;
  queue_length: number;
  last_notification_at: string | null;
  listener_error: string | null;
  /** The self-test's result since the last heartbeat. */
  texts_hidden?: boolean;
}

export type Answer<Data> =
  | { kind: "ok"; data: Data }
  /** The server will never accept this body. */
  | { kind: "refused"; reason: string }
  /** The token is no longer valid. */
  | { kind: "unauthorized"; reason: string }
  | { kind: "not_approved"; reason: string }
  /** The server failed. The content of the report might be the cause. */
  | { kind: "failed"; reason: string; waitSeconds: number }
  /** Any other failure. It is temporary, or a person must fix the connection to the server. */
  | { kind: "later"; reason: string; waitSeconds: number };

/** The server's address, and one header: `X-Api-Key`, `X-Pairing-Token` or `X-Device-Token`. */
export interface Credential {
  server_url: string;
  header: Readonly<Record<string, string>>;
}

export const asDevice = (config: { server_url: string; device_token: string }): Credential => ({
  server_url: config.server_url,
  header: { "x-device-token": config.device_token },
});

export const asMerchant = (server_url: string, api_key: string): Credential => ({
  server_url,
  header: { "x-api-key": api_key },
});

/** Returns the credential of a phone that has the token of a pairing QR code. */
export const asPairedPhone = (server_url: string, pairing_token: string): Credential => ({
  server_url,
  header: { "x-pairing-token": pairing_token },
});

export const registerDevice = (to: Credential, body: object): Promise<Answer<RegisteredDevice>> =>
  call(to, "POST", "/worker/devices", isRegisteredDevice, body);

export const readDevice = (to: Credential): Promise<Answer<DeviceView>> =>
  call(to, "GET", "/worker/device", isDeviceView);

export const sendHeartbeat = (to: Credential, body: Heartbeat): Promise<Answer<null>> =>
  call(to, "POST", "/worker/heartbeat", (data) => data === null, body);

export const sendReports = (
  to: Credential,
  notifications: readonly NumberedReport[],
): Promise<Answer<ReportOutcome[]>> =>
  call(
    to,
    "POST",
    "/worker/mutations",
    (data): data is ReportOutcome[] => isOutcomes(data, notifications.length),
    { notifications },
  );

type Fields = Record<string, unknown>;

const isRegisteredDevice = (data: unknown): data is RegisteredDevice =>
  typeof (data as Fields | null)?.["device_id"] === "string" &&
  typeof (data as Fields | null)?.["device_token"] === "string";

const isDeviceView = (data: unknown): data is DeviceView => {
  const { device_status, packages } = (data ?? {}) as Fields;
  return (
    typeof device_status === "string" &&
    Array.isArray(packages) &&
    packages.every((name) => typeof name === "string")
  );
};

/**
 * Returns whether the data has one outcome for each notification. Any other response does not
 * come from the server.
 */
const isOutcomes = (data: unknown, length: number): data is ReportOutcome[] =>
  Array.isArray(data) &&
  data.length === length &&
  data.every((item) => typeof (item as Fields | null)?.["outcome"] === "string");

async function call<Data>(
  { server_url, header }: Credential,
  method: "GET" | "POST",
  path: string,
  isData: (data: unknown) => data is Data,
  body?: object,
): Promise<Answer<Data>> {
  try {
    const response = await fetch(server_url + path, {
      method,
      headers: { "content-type": "application/json", ...header },
      // No redirects, so that only the registered server receives the token, even behind a captive
      // portal.
      redirect: "error",
      signal: AbortSignal.timeout(limits.requestMilliseconds),
      ...(body && { body: JSON.stringify(body) }),
    });
    return judge(response, await readText(response), isData);
  } catch (error) {
    return { kind: "later", reason: reasonOf(error), waitSeconds: 0 };
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > limits.answerBytes) throw new Error("the answer is too large");
  }
  return text;
}

interface Envelope {
  success: boolean;
  code?: string;
  message?: string;
  data?: unknown;
  errors?: Record<string, string>;
}

const refusals = new Set(["bad_request", "validation_error", "invalid request body"]);

/**
 * Classifies the response. A status counts only with the server's own envelope, because proxies and hotel networks also
 * respond with 200, 401 and 403.
 */
function judge<Data>(
  response: Response,
  text: string,
  isData: (data: unknown) => data is Data,
): Answer<Data> {
  const envelope = parseEnvelope(text);
  if (response.ok && envelope?.success && isData(envelope.data)) {
    return { kind: "ok", data: envelope.data };
  }
  const reason = explain(response.status, envelope);
  const code = envelope?.code ?? "";
  if (response.status === 413 || (response.status === 400 && refusals.has(code))) {
    return { kind: "refused", reason };
  }
  if (response.status === 401 && code === "unauthorized") return { kind: "unauthorized", reason };
  if (response.status === 403 && code === "device_not_approved") {
    return { kind: "not_approved", reason };
  }
  const kind = code === "internal_error" ? "failed" : "later";
  return { kind, reason, waitSeconds: requestedWait(response.headers) };
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Envelope | null;
    return typeof value?.success === "boolean" ? value : null;
  } catch {
    return null;
  }
}

function explain(status: number, envelope: Envelope | null): string {
  if (!envelope) return `HTTP ${status}, not an answer of a Tepat server`;
  const fields = Object.entries(envelope.errors ?? {}).map(([name, wrong]) => `${name} ${wrong}`);
  return [`HTTP ${status} ${envelope.code ?? ""}: ${envelope.message ?? ""}`, ...fields].join("; ");
}

/**
 * Returns the requested wait in seconds. Any response can have X-RateLimit-Reset, but the header asks for a wait
 * only if X-RateLimit-Remaining is 0.
 */
function requestedWait(headers: Headers): number {
  const isSpent = headers.get("x-ratelimit-remaining") === "0";
  const wait = headers.get("retry-after") ?? (isSpent ? headers.get("x-ratelimit-reset") : null);
  return /^\d{1,6}$/.test(wait ?? "") ? Number(wait) : 0;
}

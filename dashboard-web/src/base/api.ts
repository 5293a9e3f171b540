import { operations, type Operations } from "./generated/operations.gen.ts";
import type { ErrorCode, FieldProblem, RefusalReason } from "./generated/types.gen.ts";
import { sentenceOf } from "./texts/texts-for.ts";

export type OperationName = keyof Operations;

/** The path, query and body of an operation. */
export type InputOf<Name extends OperationName> = Omit<Operations[Name]["data"], "url">;

/**
 * The response without its envelope. File downloads have no such type, because pages link to files
 * (`addressOf`).
 */
export type DataOf<Name extends OperationName> = Operations[Name]["response"] extends {
  data: infer Data;
}
  ? Data
  : never;

/**
 * The codes that the dashboard can receive, without the codes for phones and shop servers only. `offline`
 * means that the server did not respond.
 */
export type RefusalCode =
  | Exclude<ErrorCode, "tenant_api_key_required" | "device_not_approved">
  | "offline";

interface RefusalDetails {
  /** The cause of the refusal, as a code. */
  reason?: RefusalReason;
  /** The cause as a sentence. The words load with the first refusal that has a cause. */
  sentence?: string;
  /** The code of each field's problem. */
  problems?: readonly FieldProblem[];
  retrySeconds?: number | null;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly reason: RefusalReason | undefined;
  readonly sentence: string | undefined;
  readonly problems: readonly FieldProblem[];
  /** For a rate limit: the seconds to wait before the next attempt. */
  readonly retrySeconds: number | null;

  /** `message` appears only in the browser's log. The pages have their own texts. */
  constructor(
    code: RefusalCode,
    message: string,
    { reason, sentence, problems = [], retrySeconds = null }: RefusalDetails = {},
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.sentence = sentence;
    this.problems = problems;
    this.retrySeconds = retrySeconds;
  }
}

const answerMilliseconds = 20_000;
/** For `slowOperations` the server reads whole files, which takes longer (waitsForReceiver in the contract). */
const slowAnswerMilliseconds = 30_000;
const slowOperations: ReadonlySet<OperationName> = new Set([
  "previewStatement",
  "checkStatement",
  "importStatement",
]);

type Query = Record<string, string | number | boolean | undefined>;

interface Parts {
  path?: Record<string, string>;
  query?: Query;
  body?: unknown;
}

interface Answer<Data> {
  data: Data;
  /** Only lists with numbered pages have this field. */
  pagination?: { total_pages: number };
}

/** Calls an operation and returns its data. Throws a `Refusal` if the server refuses or cannot be reached. */
export async function call<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
): Promise<DataOf<Name>> {
  return (await ask(name, input)).data;
}

/** Calls an operation and returns its data with the pagination. Throws a `Refusal`, as `call` does. */
export async function ask<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
): Promise<Answer<DataOf<Name>>> {
  const [method] = operations[name];
  const { body } = input as Parts;
  const response = await fetch(addressOf(name, input), {
    method,
    headers: { accept: "application/json", "content-type": "application/json" },
    ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(
      slowOperations.has(name) ? slowAnswerMilliseconds : answerMilliseconds,
    ),
  }).catch((cause: unknown) => {
    throw new Refusal("offline", String(cause));
  });
  return answerOf(response);
}

/** Returns the address of an operation with its path and query. Links to files use it. */
export function addressOf<Name extends OperationName>(name: Name, input: InputOf<Name>): string {
  const [, template] = operations[name];
  const { path = {}, query = {} } = input as Parts;
  const filled = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  return parameters.size === 0 ? filled : `${filled}?${parameters}`;
}

/** Registers a forwarder app with the pairing code, because the app cannot register itself. */
export async function registerForwarder(
  pairingToken: string,
  device_name: string,
): Promise<{ device_token: string }> {
  const installation_id = `forwarder-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const response = await fetch("/worker/devices", {
    method: "POST",
    headers: { "content-type": "application/json", "x-pairing-token": pairingToken },
    body: JSON.stringify({ device_name, installation_id }),
    credentials: "omit",
    signal: AbortSignal.timeout(answerMilliseconds),
  }).catch((cause: unknown) => {
    throw new Refusal("offline", String(cause));
  });
  return (await answerOf<{ device_token: string }>(response)).data;
}

type Envelope<Data> =
  | ({ success: true } & Answer<Data>)
  | ({ success: false; code: Exclude<RefusalCode, "offline">; message: string } & Omit<
      RefusalDetails,
      "sentence"
    >);

async function answerOf<Data>(response: Response): Promise<Answer<Data>> {
  const envelope = (await response.json().catch(() => null)) as Envelope<Data> | null;
  if (envelope?.success === true) return envelope;
  if (!envelope) throw new Refusal("offline", `HTTP ${response.status}`);
  const reset = response.headers.get("x-ratelimit-reset");
  const { code, message, reason, problems } = envelope;
  // If the sentence cannot be loaded, the page shows the text of the code.
  const sentence = reason && (await sentenceOfReason(reason).catch(() => undefined));
  throw new Refusal(code, message, {
    ...(reason && { reason }),
    ...(sentence !== undefined && { sentence }),
    ...(problems && { problems }),
    retrySeconds: code === "rate_limited" ? Number(reset ?? 60) : null,
  });
}

async function sentenceOfReason(reason: RefusalReason): Promise<string> {
  const { refusalReasonTexts } = await import("./texts/refusal-reason-texts.ts");
  return sentenceOf(refusalReasonTexts, reason);
}

import { randomBytes } from "node:crypto";
import type { Account } from "../support/resources.ts";
import { UnusableError, type More, type Settings } from "./settings.ts";
import type { Ledger } from "./ledger.ts";
import { untilAllowed } from "./rate-limit.ts";

/**
 * The data about the gateway under test, for every test file. It is plain data, because it is passed to the
 * tests' process.
 */
export interface Deployment {
  base_url: string;
  api_key: string;
  /** An account that accepts invoices. */
  account: Account;
  /** The id of an account that accepts no invoices, if there is one. */
  closed_account_id: string | undefined;
  /** The beginning of every payment code of this run. */
  prefix: string;
  /** The milliseconds to add to this machine's clock to get the gateway's time. */
  clock_offset_milliseconds: number;
  ledger_file: string;
  more: More;
  /** The proof gives the gateway the faults whose names contain this text. */
  only: string;
}

export interface JsonAnswer {
  status: number;
  headers: Headers;
  body: { success: boolean; code?: string; message?: string; data?: unknown };
}

export type Call = (method: string, path: string, json?: unknown) => Promise<JsonAnswer>;

const answerMilliseconds = 15_000;
const accountsTried = 5;
/**
 * The deadline of the run's invoices in minutes. If the run is killed, its open invoices expire after this time.
 */
export const openMinutes = 15;

/**
 * Checks whether the tests can run, and returns the gateway's data. Otherwise throws an
 * UnusableError with the next step.
 */
export async function examine(settings: Settings, call: Call, ledger: Ledger): Promise<Deployment> {
  const { status, headers, body } = await call("GET", "/gateway/accounts");
  if (status !== 200 || !Array.isArray(body.data)) {
    throw new UnusableError(whyNoAccounts(settings, status, body));
  }
  const accounts = body.data as Account[];
  const prefix = newPrefix();
  const clock_offset_milliseconds = offsetOf(headers);
  const deadline = Date.now() + clock_offset_milliseconds + openMinutes * 60_000;
  const { account, refused } = await firstThatTakesOne(
    candidatesOf(accounts, settings),
    (tried, number) => tryInvoice(tried, `${prefix}-try-${number}`, deadline, call, ledger),
  );
  return {
    base_url: settings.base_url,
    api_key: settings.api_key,
    account,
    closed_account_id: accounts.find((one) => !one.account_active)?.account_id ?? refused,
    prefix,
    clock_offset_milliseconds,
    ledger_file: ledger.file,
    more: settings.more,
    only: settings.only,
  };
}

/** Returns the function that sends the command's own requests with the key. */
export function callerOf({ base_url, api_key }: Settings, ledger: Ledger): Call {
  return (method, path, json) =>
    untilAllowed(async () => {
      ledger.note({ method });
      const hasBody = json !== undefined;
      const response = await fetch(base_url + path, {
        method,
        headers: {
          "x-api-key": api_key,
          ...(hasBody && { "content-type": "application/json" }),
        },
        ...(hasBody && { body: JSON.stringify(json) }),
        redirect: "manual",
        signal: AbortSignal.timeout(answerMilliseconds),
      }).catch((error: unknown) => {
        throw new UnusableError(whyNoAnswer(base_url, error));
      });
      const text = await response.text();
      const { status, headers } = response;
      return { status, headers, body: envelopeOf(base_url, response, text) };
    });
}

function envelopeOf(base_url: string, response: Response, text: string): JsonAnswer["body"] {
  const target = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && target !== null) {
    const better = new URL(target, response.url).href.replace(/\/gateway\/.*$/, "");
    throw new UnusableError(
      `${base_url} sends requests on to ${target}: set TEPAT_BASE_URL to ${better}.`,
    );
  }
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "success" in body) {
      return body as JsonAnswer["body"];
    }
  } catch {
    // A response that is not JSON is reported below.
  }
  const type = response.headers.get("content-type") ?? "no content type";
  throw new UnusableError(
    `${response.url} answered ${response.status} (${type}), which is not a Tepat gateway's JSON: ` +
      "TEPAT_BASE_URL is what stands before /gateway/accounts, a path prefix included. " +
      "If that is right, look at the proxy in front of the gateway.",
  );
}

function whyNoAnswer(base_url: string, error: unknown): string {
  const { code, name, message } = innermost(error);
  const start = `${base_url} does not answer`;
  if (name === "TimeoutError") {
    return `${start} within ${answerMilliseconds / 1000} s: look at the host, the port and the firewall.`;
  }
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG") {
    return `${base_url} does not speak TLS: is it http:// instead of https://?`;
  }
  if (/CERT|SELF_SIGNED|LEAF_SIGNATURE/.test(code)) {
    return `The certificate of ${base_url} is not trusted (${code}): NODE_EXTRA_CA_CERTS names a file with your own authority's certificate.`;
  }
  const cause = `(${code || message})`;
  if (/ECONNRESET|UND_ERR_SOCKET|HPE_/.test(code)) {
    const hint = base_url.startsWith("http:") ? " Is it https:// instead of http://?" : "";
    return `${base_url} broke the connection off ${cause}.${hint}`;
  }
  return `${start} ${cause}: look at the host and the port, and whether the gateway runs.`;
}

function innermost(error: unknown): { code: string; name: string; message: string } {
  if (!(error instanceof Error)) return { code: "", name: "", message: String(error) };
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const inner = error.cause ?? first;
  if (inner !== undefined) return innermost(inner);
  const code = Reflect.get(error, "code") as unknown;
  return { code: typeof code === "string" ? code : "", name: error.name, message: error.message };
}

function whyNoAccounts({ base_url }: Settings, status: number, body: JsonAnswer["body"]): string {
  const answer = `${status} ${body.code ?? ""}: ${body.message ?? ""}`;
  if (body.code === "tenant_api_key_required") {
    return `The gateway at ${base_url} does not know this API key (${answer}). Keys are made in the dashboard, or with: npx tepat apikey create --merchant ID`;
  }
  if (status === 404) {
    return `There is no /gateway/accounts at ${base_url} (${answer}): TEPAT_BASE_URL is what stands before /gateway/.`;
  }
  return `The gateway at ${base_url} does not list its accounts (${answer}). Mend that first.`;
}

function candidatesOf(accounts: Account[], { account_id }: Settings): Account[] {
  if (accounts.length === 0) {
    throw new UnusableError(
      "This merchant has no account to make invoices for: make one in the dashboard, or with: npx tepat account create --merchant ID --channel BCA --number N --holder H",
    );
  }
  const wanted = accounts.filter(
    (one) => account_id === undefined || one.account_id === account_id,
  );
  if (wanted.length === 0) {
    const known = accounts.map((one) => `  ${nameOf(one)}`).join("\n");
    throw new UnusableError(`The merchant has no account ${account_id}, but these:\n${known}`);
  }
  const active = wanted.filter((one) => one.account_active);
  if (active.length === 0) {
    throw new UnusableError(
      `No account takes invoices, for each is switched off: npx tepat account update --account ${wanted[0]?.account_id} --active true`,
    );
  }
  return active.toSorted((a, b) => b.account_quota - a.account_quota).slice(0, accountsTried);
}

/**
 * Returns the first account that accepts an invoice. An account without quota can still accept invoices today, and one
 * with quota can refuse them, so only a create shows it.
 */
async function firstThatTakesOne(
  candidates: Account[],
  refusalOf: (account: Account, number: number) => Promise<string | undefined>,
): Promise<{ account: Account; refused: string | undefined }> {
  const refusals: { account: Account; refusal: string }[] = [];
  for (const [index, account] of candidates.entries()) {
    const refusal = await refusalOf(account, index + 1);
    if (refusal === undefined) return { account, refused: refusals[0]?.account.account_id };
    refusals.push({ account, refusal });
  }
  const lines = refusals.map(({ account, refusal }) => `  ${nameOf(account)}: ${refusal}`);
  throw new UnusableError(["No account takes an invoice:", ...lines].join("\n"));
}

async function tryInvoice(
  account: Account,
  payment_code: string,
  deadline: number,
  call: Call,
  ledger: Ledger,
): Promise<string | undefined> {
  const { status, body } = await call("POST", "/gateway/payments", {
    account_id: account.account_id,
    payment_code,
    payment_amount: smallAmount(account),
    payment_expired_at: new Date(deadline).toISOString(),
    customer_name: "Contract Test",
    customer_email: "contract-test@example.com",
  });
  if (status !== 201) return `${status} ${body.code ?? ""}: ${body.message ?? ""}`;
  ledger.note({ made: payment_code });
  return undefined;
}

const usualAmount = 10_000;

/** Returns the amount within the account's bounds that is nearest to Rp10.000. */
export const smallAmount = ({
  account_min_amount: min,
  account_max_amount: max,
}: Account): number => Math.min(Math.max(usualAmount, min), max ?? Number.MAX_SAFE_INTEGER);

export const nameOf = (account: Account): string =>
  `${account.channel_name ?? account.channel_type} ${account.account_number ?? ""} (${account.account_id}), ` +
  `${account.account_quota} days of quota, ${account.account_active ? "on" : "off"}`;

const newPrefix = () =>
  `contract-test-${new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)}-${randomBytes(2).toString("hex")}`;

/**
 * Returns the offset of the gateway's clock, which decides about deadlines. A proxy's Date header
 * is near enough to it.
 */
function offsetOf(headers: Headers): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? 0 : date - Date.now();
}

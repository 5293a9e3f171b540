import path from "node:path";
import { parseArgs } from "node:util";

/** Additional settings that enable more tests. */
export interface More {
  /** A key of another merchant. The run uses up its write limit. */
  other_api_key?: string | undefined;
  /** The secret of the merchant's authenticator app, in base32. */
  totp_secret?: string | undefined;
  /** The token of an approved device of the merchant. */
  device_token?: string | undefined;
  /** An address at which the gateway reaches this machine. The run listens on its port. */
  receiver_url?: string | undefined;
  webhook_secret?: string | undefined;
}

/** The settings of a run, from options or from the environment. */
export interface Settings {
  /** The address without a slash at its end. It can contain a path prefix. */
  base_url: string;
  api_key: string;
  /** The account for new invoices. undefined means the account with the most quota. */
  account_id: string | undefined;
  more: More;
  /**
   * Whether to prove that the tests detect faults. `only` restricts the proof to faults whose names
   * contain this text.
   */
  isProof: boolean;
  only: string;
  /** The files for reports, as absolute paths. */
  reports: { reporter: "json" | "junit"; file: string }[];
}

/** The reason why no test could run, in words for the person who started the run. */
export class UnusableError extends Error {}

export const usage = `npm run contract -- --base-url URL --api-key KEY [--account ID] [--json FILE] [--junit FILE]
npm run contract -- --base-url URL --api-key KEY --prove [--only TEXT]

  --base-url URL   where the gateway is, with its path prefix if it has one; or TEPAT_BASE_URL
  --api-key KEY    a merchant's key; or TEPAT_API_KEY, which other users of the machine cannot see
  --account ID     the account to make invoices for; else the one with the most quota
  --json FILE      writes a report as JSON
  --junit FILE     writes a report as JUnit XML

More tests run with these variables: TEPAT_OTHER_API_KEY (a key of another merchant, whose limit of writes is used up),
TEPAT_TOTP_SECRET (of the merchant's authenticator app), TEPAT_DEVICE_TOKEN (of an approved device), TEPAT_RECEIVER_URL (an
http address at which the gateway reaches this machine) and TEPAT_WEBHOOK_SECRET.

  --prove          gives the gateway one fault after another, by a proxy, and shows which test notices each
  --only TEXT      of these, those whose names contain the text`;

export function readSettings(
  args: string[],
  environment: Record<string, string | undefined>,
): Settings | "help" {
  const given = parseOptions(args);
  if (given.help) return "help";
  const base_url = given["base-url"] ?? environment["TEPAT_BASE_URL"] ?? "";
  const api_key = (given["api-key"] ?? environment["TEPAT_API_KEY"] ?? "").trim();
  const missing = [
    ...(base_url === "" ? ["TEPAT_BASE_URL (or --base-url): where the gateway is"] : []),
    ...(api_key === "" ? ["TEPAT_API_KEY (or --api-key): a key of a merchant there"] : []),
  ];
  if (missing.length > 0) {
    throw new UnusableError(["Set what is missing:", ...missing].join("\n  ") + `\n\n${usage}`);
  }
  if (!/^[\u0021-\u007e]+$/.test(api_key)) {
    throw new UnusableError("The API key has characters that no header can carry: copy it again.");
  }
  // npm runs the script of a workspace in the workspace's folder.
  const folder = environment["INIT_CWD"] ?? process.cwd();
  return {
    base_url: checkedBaseUrl(base_url.trim()),
    api_key,
    account_id: given.account,
    more: {
      other_api_key: environment["TEPAT_OTHER_API_KEY"],
      totp_secret: environment["TEPAT_TOTP_SECRET"],
      device_token: environment["TEPAT_DEVICE_TOKEN"],
      receiver_url: environment["TEPAT_RECEIVER_URL"],
      webhook_secret: environment["TEPAT_WEBHOOK_SECRET"],
    },
    isProof: given.prove ?? false,
    only: given.only ?? "",
    reports: (["json", "junit"] as const).flatMap((reporter) => {
      const file = given[reporter];
      return file === undefined ? [] : [{ reporter, file: path.resolve(folder, file) }];
    }),
  };
}

function parseOptions(args: string[]) {
  const text = { type: "string" } as const;
  const options = {
    "base-url": text,
    "api-key": text,
    account: text,
    json: text,
    junit: text,
    only: text,
    prove: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UnusableError(`${(error as Error).message}\n\n${usage}`);
  }
}

function checkedBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UnusableError(
      `${JSON.stringify(text)} is no address: TEPAT_BASE_URL begins with https:// or http://.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UnusableError(
      "TEPAT_BASE_URL is a scheme, a host and perhaps a path: leave out the name, the password, the query and the fragment.",
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

import { createHash } from "node:crypto";

/** The shop's settings from its environment. All plugins read the same variables. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The webhook secrets. During a rotation there are several. */
  readonly webhookSecrets: readonly string[];
  /** The receiving account. Without it, the first account that accepts the amount is used. */
  readonly accountId: string | undefined;
  readonly hoursToPay: number;
  /**
   * Six hexadecimal digits of the hash of the shop's address. The shop's invoice codes contain
   * them.
   */
  readonly shopMark: string;
  /** The webhook URL of invoices. Without it, the merchant's default URL at the gateway is used. */
  readonly webhookUrl: string | undefined;
  readonly returnUrl: string | undefined;
  /** The interval between two checks of payments without a webhook. */
  readonly checkSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const hoursOfADay = 24;
const longestHours = 24 * 90;
const markDigits = 6;
const secondsOfAMinute = 60;
const longestSeconds = 3600;

/** Reads the settings. Throws an error that names every missing or invalid variable. */
export function settingsFrom(environment: Environment): Settings {
  const problems: string[] = [];
  const required = (name: string): string => {
    const value = environment[name]?.trim() ?? "";
    if (value === "") problems.push(`${name} is missing`);
    return value;
  };
  const optional = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const address = (name: string, text: string | undefined): string | undefined => {
    if (text === undefined || text === "" || isHttpAddress(text)) return text;
    problems.push(`${name} is not an http or https address`);
    return undefined;
  };
  const number = (name: string, fallback: number, largest: number): number => {
    const text = optional(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (value > 0 && value <= largest) return value;
    problems.push(`${name} is not a number above 0 and at most ${largest}`);
    return fallback;
  };
  const settings: Settings = {
    baseUrl: address("TEPAT_URL", required("TEPAT_URL")) ?? "",
    apiKey: required("TEPAT_API_KEY"),
    webhookSecrets: required("TEPAT_WEBHOOK_SECRET").split(/[\s,]+/),
    accountId: optional("TEPAT_ACCOUNT_ID"),
    hoursToPay: number("TEPAT_HOURS_TO_PAY", hoursOfADay, longestHours),
    shopMark: markOf(address("TEPAT_SHOP_URL", required("TEPAT_SHOP_URL")) ?? ""),
    webhookUrl: address("TEPAT_WEBHOOK_URL", optional("TEPAT_WEBHOOK_URL")),
    returnUrl: address("TEPAT_RETURN_URL", optional("TEPAT_RETURN_URL")),
    checkSeconds: number("TEPAT_CHECK_SECONDS", secondsOfAMinute, longestSeconds),
  };
  if (problems.length > 0) {
    throw new Error(`This shop cannot use Tepat. Correct these settings: ${problems.join("; ")}.`);
  }
  return settings;
}

/** Returns the shop's mark. It is the same for http and https. */
function markOf(shopUrl: string): string {
  const shop = shopUrl
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/+$/, "");
  return createHash("sha256").update(shop).digest("hex").slice(0, markDigits);
}

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

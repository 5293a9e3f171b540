import { pino, type DestinationStream, type Logger } from "pino";
import type { Config } from "./config.ts";
import { withoutCredentials } from "./domain/credentials.ts";

/**
 * JSON lines. Fields that are made to hold a secret are struck out by name, and every line once more by the look of what
 * it holds, since errors quote what they were given.
 */
export function createLog(level: Config["logLevel"], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: secretFields, censor: "[redacted]" },
      hooks: { streamWrite: withoutCredentials },
    },
    destination,
  );
}

const names = ["api_key", "device_token", "password", "secret", "cookie", "authorization"];
const quoted = ["x-api-key", "x-device-token", "x-pairing-token", "x-totp-code", "set-cookie"];

const secretFields = [
  ...names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...quoted.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
];

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { readConfig, writeConfig } from "./config.ts";
import { UserFacingError } from "./user-facing-error.ts";
import { limits } from "./limits.ts";
import { heldCount, noteRegistration, openOutbox } from "./outbox.sql.ts";
import { outboxIn } from "./outbox-file.ts";
import { pairingCode } from "./pairing-code.ts";
import { readPairingLink } from "./pairing-link.ts";
import { termuxPhone, type Phone } from "./phone.ts";
import { serverUrl } from "./server-url.ts";
import { asMerchant, asPairedPhone, registerDevice, type Credential } from "./server.ts";
import { version } from "./version.ts";

type RegisterOptions = { name: string } & (
  | { server: string; key: string }
  /** The text of the dashboard's pairing QR code. */
  | { pairing: string }
);

/**
 * Registers the phone and returns the pairing code. The key or the pairing token is used for this request only and
 * is not stored. The phone stores the device's token.
 */
export async function register(
  directory: string,
  options: RegisterOptions,
  phone: Pick<Phone, "model"> = termuxPhone,
): Promise<string> {
  const credential = await readCredential(options);
  const { server_url } = credential;
  const earlier = await readConfig(directory);
  const installation_id = earlier?.installation_id ?? randomUUID();
  const answer = await registerDevice(credential, {
    device_name: options.name,
    installation_id,
    model: await phone.model(),
    app_version: version,
  });
  if (answer.kind !== "ok") {
    throw new UserFacingError(`The server did not register this phone: ${answer.reason}`);
  }
  const { device_id, device_token } = answer.data;
  const held = moveQueue(directory, { device_id, earlier: earlier?.device_id });
  await writeConfig(directory, {
    server_url,
    device_id,
    device_name: options.name,
    device_token,
    installation_id,
    poll_seconds: earlier?.poll_seconds ?? limits.pollSecondsDefault,
  });
  return `Registered as "${options.name}".

  Device        ${device_id}
  Pairing code  ${pairingCode({ device_id, device_token })}

Approve this phone in the dashboard if the pairing code is the same. Then run tepat-worker run${held}`;
}

/**
 * Stores the new registration in the queue. Returns a text about held reports, or an empty text if
 * there are none.
 */
function moveQueue(
  directory: string,
  registration: { device_id: string; earlier: string | undefined },
): string {
  const outbox = openOutbox(outboxIn(directory));
  try {
    noteRegistration(outbox, registration);
    const count = heldCount(outbox);
    return count === 0 ? "" : `\n\n${heldText(count)}`;
  } finally {
    outbox.close();
  }
}

export const heldText = (count: number): string =>
  `${count} notifications that were seen for another shop or gateway stay on this phone. The Worker never sends them to the current shop or gateway.
  tepat-worker held           prints them, one JSON text a line: add > held.jsonl to keep them in a file
  tepat-worker held --discard deletes them
The phone sends them if you register it with the previous shop again.`;

async function readCredential(options: RegisterOptions): Promise<Credential> {
  if ("pairing" in options) {
    const { server_url, code } = readPairingLink(await typed(options.pairing, "Pairing code"));
    return asPairedPhone(server_url, code);
  }
  const server_url = serverUrl(options.server);
  const api_key = await typed(options.key, "API key");
  if (!isHeaderText(api_key))
    throw new UserFacingError("The API key is empty or damaged. Copy the whole key again.");
  return asMerchant(server_url, api_key);
}

const isHeaderText = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** Returns the given value. For `-`, returns the first line of standard input. */
async function typed(value: string, what: string): Promise<string> {
  if (value !== "-") return value;
  if (process.stdin.isTTY) process.stderr.write(`${what}: `);
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return "";
}

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { readConfig, writeConfig } from "./config.ts";
import { ExplainedError } from "./explained-error.ts";
import { limits } from "./limits.ts";
import { pairingCode } from "./pairing-code.ts";
import { termuxPhone as phone } from "./phone.ts";
import { serverUrl } from "./server-url.ts";
import { asMerchant, registerDevice } from "./server.ts";
import { version } from "./version.ts";

interface RegisterOptions {
  server: string;
  /** `-`: the first line of standard input, which leaves no trace in the shell's history. */
  key: string;
  name: string;
}

/** The API key is used for this one request and kept nowhere; the phone keeps the device's token. */
export async function register(directory: string, options: RegisterOptions): Promise<string> {
  const server_url = serverUrl(options.server);
  const api_key = options.key === "-" ? await readKey() : options.key;
  if (!/^[\x21-\x7e]+$/.test(api_key)) throw new ExplainedError("The API key is empty or damaged.");
  const earlier = await readConfig(directory);
  const installation_id = earlier?.installation_id ?? randomUUID();
  const answer = await registerDevice(asMerchant(server_url, api_key), {
    device_name: options.name,
    installation_id,
    model: await phone.model(),
    app_version: version,
  });
  if (answer.kind !== "ok") {
    throw new ExplainedError(`The server did not register this phone: ${answer.reason}`);
  }
  const { device_id, device_token } = answer.data;
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

Approve this device on the server once its pairing code is the same. Then: tepat-worker run`;
}

async function readKey(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write("API key: ");
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return "";
}

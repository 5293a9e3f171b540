import { randomUUID } from "node:crypto";
import type {
  GatewayPublicAddress,
  PublicAddressTrial,
} from "../../contract/dashboard/gateway-settings.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { hostInUrl } from "../base/host.ts";
import { CheckFailed } from "../base/check-result.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { AttemptErrorCode, AttemptResult } from "../webhooks/webhook-schedule.ts";
import type { SettingsInForce } from "./settings-in-force.ts";

/**
 * The address in the gateway's links. `settings.publicUrl` alone decides which address is in force: that of the
 * start, otherwise that of the dashboard, otherwise the address on this computer.
 */

/** Returns the public address for the gateway's owner. */
export function presentPublicAddress(
  { settings }: Pick<Gateway, "settings">,
  { atStart, saved, tunnel }: Pick<SettingsInForce, "atStart" | "saved" | "tunnel">,
): GatewayPublicAddress {
  const set_by = atStart.public_address ? "start" : saved.public_address?.url ? "dashboard" : null;
  return {
    set_by,
    url: settings.publicUrl,
    local_url: `http://${hostInUrl(settings.listensAt.host)}:${settings.listensAt.port}`,
    tunnel: tunnel && {
      // The address is saved a moment after the program has printed it.
      state: tunnel === "on" && set_by === null ? "starting" : tunnel,
      former_url: saved.public_address?.former_url ?? null,
    },
  };
}

/** The path at which a gateway proves its identity. */
export const identityPath = "/identity";

/** The proof of a gateway's identity. */
export interface Identity {
  answer: string;
  /** Whether a proxy forwarded the request, and the gateway trusts none. */
  has_untrusted_proxy: boolean;
}

const challengeContext = "public_address_trial";

/** Opens a sealed challenge. Only a process of the gateway that sealed the challenge can open it. */
export function answerChallenge({ secrets }: Pick<Gateway, "secrets">, challenge: string): string {
  if (challenge.length > limits.challengeCharacters) throw notFound("record");
  try {
    return secrets.open(Buffer.from(challenge, "base64url"), challengeContext);
  } catch (cause) {
    if (cause instanceof CheckFailed) throw notFound("record");
    throw cause;
  }
}

/**
 * Sends one request to an address, within the bounds and rules of webhooks. outside/webhook-client.ts implements the
 * function.
 */
export type AskAddress = (url: string) => Promise<AttemptResult>;

/** Tests whether this gateway responds at the public address. */
export async function testPublicAddress(
  gateway: Pick<Gateway, "settings" | "secrets">,
  settings: SettingsInForce,
  ask: AskAddress,
): Promise<PublicAddressTrial> {
  // Another process might have just changed the address.
  await settings.reload();
  if (settings.publicUrl === null) throw notFound("record");
  const url = gateway.settings.publicUrl;
  const nonce = randomUUID();
  const challenge = gateway.secrets.seal(nonce, challengeContext).toString("base64url");
  const answer = await ask(`${url}${identityPath}?challenge=${challenge}`);
  const problem = problemOf(answer, nonce);
  // The listener of the gateway's own tunnel trusts the tunnel.
  const has_untrusted_proxy =
    problem === null &&
    settings.tunnel !== "on" &&
    (answer.response_head?.includes(untrustedProxy) ?? false);
  return { url, problem, http_status: answer.http_status, has_untrusted_proxy };
}

/** The part of an identity in JSON. */
const untrustedProxy = '"has_untrusted_proxy":true';

/**
 * Returns whether a proxy or a tunnel sent this status because the server behind it does not respond. Cloudflare uses
 * 520 to 530.
 */
const isOfProxy = (status: number): boolean =>
  [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

function problemOf(
  { error_code, http_status, response_head }: AttemptResult,
  nonce: string,
): PublicAddressTrial["problem"] {
  if (error_code !== null) return problems[error_code];
  if (response_head?.includes(nonce)) return null;
  return http_status !== null && isOfProxy(http_status) ? "no_gateway" : "other_server";
}

const problems: Record<AttemptErrorCode, NonNullable<PublicAddressTrial["problem"]>> = {
  timeout: "timeout",
  aborted: "timeout",
  dns_error: "dns_error",
  destination_not_allowed: "destination_not_allowed",
  connection_refused: "connection_refused",
  connection_reset: "connection_failed",
  connection_closed: "connection_failed",
  connection_failed: "connection_failed",
  tls_error: "tls_error",
  invalid_response: "other_server",
};

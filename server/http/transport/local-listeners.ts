import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import { hostInUrl, withoutBrackets } from "../../domain/base/host.ts";
import type { SettingsInForce } from "../../domain/gateway-settings/settings-in-force.ts";
import { GatewayError } from "../../contract/errors.ts";
import { errorResponse, type Listener } from "./listener.ts";
import type { Dispatch } from "./message.ts";

/**
 * Listens for phones and computers of the local network for as long as the gateway's owner allows it. These listeners
 * run beside the main one, so neither opening nor closing them needs a restart.
 */
export async function followLocalNetwork(
  settings: SettingsInForce,
  {
    findHosts,
    listenAt,
    log,
  }: {
    /** Called at each reading of the settings, because a router gives a computer new addresses. */
    findHosts: () => readonly string[];
    listenAt(host: string): Promise<Listener>;
    log: Pick<Logger, "warn">;
  },
): Promise<Pick<Listener, "drain" | "close">> {
  const open = new Map<string, Listener>();
  const closing = new Set<Promise<void>>();
  const refused = new Set<string>();
  let isClosed = false;
  let work = Promise.resolve();

  /** Does not wait for the end, because the request that switches the network off can use this listener. */
  function shut(host: string, listener: Listener): void {
    open.delete(host);
    const closed = listener.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  async function tryToListen(host: string): Promise<void> {
    try {
      open.set(host, await listenAt(host));
      refused.delete(host);
    } catch (err) {
      // The next reading tries again, and logs nothing new.
      if (!refused.has(host)) log.warn({ err }, `the local network's address ${host} is not open`);
      refused.add(host);
    }
  }

  async function adapt(): Promise<void> {
    const found = isClosed ? [] : findHosts();
    const hosts = found.filter((host) => settings.allowedLocalHosts.includes(host));
    for (const [host, listener] of open) if (!hosts.includes(host)) shut(host, listener);
    for (const host of hosts) if (!open.has(host)) await tryToListen(host);
    settings.localHosts = {
      found,
      open: [...open].map(([host, { port }]) => `http://${hostInUrl(host)}:${port}`),
      refused: hosts.filter((host) => !open.has(host)),
    };
  }

  const adaptInTurn = () => (work = work.then(adapt));
  const unfollow = settings.follow(adaptInTurn);
  await adaptInTurn();
  return {
    drain() {
      for (const listener of open.values()) listener.drain();
    },
    async close() {
      unfollow();
      isClosed = true;
      await adaptInTurn();
      await Promise.all(closing);
    },
  };
}

/**
 * Serves devices of the local network, under names that no website can have. Metrics need a token here, because
 * switching the local network on is not a decision to publish them, as setting HOST is.
 */
export const ofLocalNetwork =
  (
    dispatch: Dispatch,
    { metricsToken, publicUrl }: { metricsToken: string | null; publicUrl(): string },
  ): Dispatch =>
  async (request) =>
    (metricsToken === null && request.path === "/metrics") ||
    !isOwnName(request.header("host"), publicUrl())
      ? errorResponse(new GatewayError("not_found"))
      : dispatch(request);

/**
 * A website can point its own name to this computer's address, and browsers then treat its page as the gateway's (DNS
 * rebinding). A website cannot do so with an IP address or a name under .local (RFC 6762, section 3).
 */
function isOwnName(host: string | undefined, publicUrl: string): boolean {
  const url = `http://${host}`;
  if (host === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    ipaddr.isValid(withoutBrackets(hostname)) ||
    hostname.endsWith(".local") ||
    hostname === new URL(publicUrl).hostname
  );
}

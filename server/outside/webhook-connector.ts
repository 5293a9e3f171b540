import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress } from "../domain/base/webhook-targets.ts";
import { AttemptFailure, attemptErrorCode } from "./attempt-failure.ts";
import { resolveInDns, resolveLikeThisMachine } from "./dns-addresses.ts";

/**
 * Opens the one connection of a webhook attempt, and only to an allowed address. The connector resolves the name
 * once, checks every address in the response, and connects only to these addresses. A name that points to 127.0.0.1 a
 * moment later (DNS rebinding) therefore has no effect.
 */

/** Returns all addresses of a name. */
export type ResolveName = (hostname: string) => Promise<string[]>;

interface ConnectorOptions {
  allowPrivate: boolean;
  connectMilliseconds: number;
  resolveName?: ResolveName | undefined;
}

export function createWebhookConnector({
  allowPrivate,
  connectMilliseconds,
  resolveName = allowPrivate ? resolveLikeThisMachine : resolveInDns,
}: ConnectorOptions): buildConnector.connector {
  const mayCall = (address: string): boolean => allowPrivate || isPublicAddress(address);
  const connect = buildConnector({
    lookup: judgedLookup(resolveName, mayCall),
    timeout: connectMilliseconds, // the limit covers the lookup, TCP and TLS
    autoSelectFamily: true,
    // By default Node.js tries the next address after a quarter of a second, which is too soon for a server on the
    // other side of the world.
    autoSelectFamilyAttemptTimeout: Math.ceil(connectMilliseconds / 4),
    allowH2: false,
    keepAlive: false,
    maxCachedSessions: 0,
    rejectUnauthorized: true, // independently of NODE_TLS_REJECT_UNAUTHORIZED
  });
  return (target, callback) => {
    connect(target, (error, socket) => {
      if (error !== null) return callback(connectFailure(error, target.protocol), null);
      // A literal IP address never passes through the lookup, so the connected address is checked here.
      if (mayCall(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      return callback(new AttemptFailure("destination_not_allowed"), null);
    });
  };
}

function judgedLookup(
  resolveName: ResolveName,
  mayCall: (address: string) => boolean,
): LookupFunction {
  return (hostname, _options, callback) => {
    resolveName(hostname)
      .then((addresses) => {
        if (addresses.length === 0) throw new Error(`${hostname} has no address`);
        // A private address among public ones is an attack or a mistake, so Tepat uses none of the addresses.
        if (!addresses.every(mayCall)) throw new AttemptFailure("destination_not_allowed");
        return addresses.map((address) => ({ address, family: isIP(address) }));
      })
      .then(
        (addresses) => callback(null, addresses),
        (error: unknown) => {
          callback(
            error instanceof AttemptFailure ? error : new AttemptFailure("dns_error", error),
            [],
          );
        },
      );
  };
}

function connectFailure(error: Error, protocol: string): AttemptFailure {
  // Certificate errors have dozens of codes without a common form. All other failures at this place have codes of
  // their own.
  const otherwise = protocol === "https:" ? "tls_error" : "connection_failed";
  return new AttemptFailure(attemptErrorCode(error) ?? otherwise, error);
}

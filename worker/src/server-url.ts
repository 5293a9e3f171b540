import { BlockList, isIPv4, isIPv6 } from "node:net";
import { UserFacingError } from "./user-facing-error.ts";
import { limits } from "./limits.ts";

/** This machine and the private networks (RFC 1918, RFC 4193, link-local, and RFC 6598 as VPNs use it). */
const near = new BlockList();
near.addSubnet("127.0.0.0", 8);
near.addSubnet("10.0.0.0", 8);
near.addSubnet("172.16.0.0", 12);
near.addSubnet("192.168.0.0", 16);
near.addSubnet("169.254.0.0", 16);
near.addSubnet("100.64.0.0", 10);
near.addAddress("::1", "ipv6");
near.addSubnet("fc00::", 7, "ipv6");

/**
 * Matches only addresses that every program reads in the same way: no user, query or fragment, and no path that
 * leads upwards. The host must have its usual spelling, because `0x7f.1` means 127.0.0.1 to some programs.
 */
const plain =
  /^(?:https?):\/\/(?<host>[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::[1-9]\d{0,4})?(?<path>(?:\/[\w.~-]+)*)\/*$/i;

/**
 * Returns the address without a slash at its end, so that paths have no double slash. Only a server in the private
 * networks can be used without TLS. Throws a UserFacingError.
 */
export function serverUrl(address: string): string {
  const text = address.trim();
  const isBounded = text.length <= limits.serverAddressCharacters;
  const { host, path } = plain.exec(text)?.groups ?? {};
  const url = isBounded && URL.canParse(text) ? new URL(text) : null;
  if (!url || url.hostname !== host?.toLowerCase() || url.pathname.replace(/\/+$/, "") !== path) {
    throw new UserFacingError(
      `${address} is not a server's address. Give one such as https://pay.example.com`,
    );
  }
  if (url.protocol === "http:" && !isNear(url.hostname)) {
    throw new UserFacingError(`${address} would send the device's token unencrypted. Use https://`);
  }
  return url.origin + path;
}

function isNear(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  if (isIPv4(address)) return near.check(address);
  if (isIPv6(address)) return near.check(address, "ipv6");
  return host === "localhost" || host.endsWith(".local");
}

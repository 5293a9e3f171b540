import ipaddr from "ipaddr.js";

/**
 * The proxies whose X-Forwarded-For is trusted (TRUST_PROXY): a number of proxies in front of Tepat, or the networks
 * of the proxies. Without trusted proxies the header is ignored, because a client can invent it.
 */
export type TrustedProxies =
  | { readonly hops: number }
  | { readonly networks: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] };

export const noProxies: TrustedProxies = { hops: 0 };

/** Returns whether X-Forwarded-For is read at all. */
export const trustsAny = (trusted: TrustedProxies): boolean =>
  "networks" in trusted || trusted.hops > 0;

const hopsMax = 10;

/** Parses `1`, or `10.0.0.0/8, 2001:db8::1`. Throws an error whose message describes the problem in a sentence. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > hopsMax) throw new Error(`must be at most ${hopsMax} proxies`);
    return { hops };
  }
  return { networks: text.split(",").map((part) => parseNetwork(part.trim())) };
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  // Four parts are required: ipaddr.js also reads the historical forms, in which 10 means 0.0.0.10.
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return ipaddr.parseCIDR(text);
  if (ipaddr.IPv6.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.parseCIDR(`${text}/32`);
  if (ipaddr.IPv6.isValid(text)) return ipaddr.parseCIDR(`${text}/128`);
  throw new Error(
    `must be a number of proxies, or addresses and networks such as 10.0.0.0/8, not "${text}"`,
  );
}

/**
 * Returns the client's address, by which limits count. Each proxy appends the address of its own client to the
 * header, so the list is read from its end, as far as trusted proxies have written it.
 */
export function clientAddress(
  { remoteAddress, header }: { remoteAddress: string; header(name: string): string | undefined },
  trusted: TrustedProxies = noProxies,
): string {
  const forwarded = header("x-forwarded-for")?.split(",").toReversed() ?? [];
  let address = remoteAddress;
  for (const [hop, entry] of forwarded.entries()) {
    if (!isTrusted(address, hop, trusted)) break;
    const before = addressIn(entry);
    if (before === undefined) break;
    address = before;
  }
  return address;
}

function isTrusted(address: string, hop: number, trusted: TrustedProxies): boolean {
  if ("hops" in trusted) return hop < trusted.hops;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return trusted.networks.some(
    ([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits),
  );
}

/** Parses one entry of the header. Some proxies append the port. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(text) ?? [];
  const address = bracketed ?? dotted ?? text;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? peerAddress(address) : undefined;
}

/**
 * Returns the canonical form of a peer's address. `::ffff:192.0.2.1` and `192.0.2.1` are one peer, and rates are
 * counted by peer.
 */
export function peerAddress(text: string): string {
  return text.includes(":") ? ipaddr.process(text).toString() : text;
}

import ipaddr from "ipaddr.js";

/**
 * Returns the network by which limits count: an IPv4 address, or the /64 of an IPv6 address. The host chooses the
 * other half of an IPv6 address (RFC 4291, section 2.5.1), so one client could use any number of whole addresses.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  // A zone, such as fe80::1%br-12ab, is this machine's own name for a link.
  const network = ipaddr.IPv6.parse(address.replace(/%.*$/, "")).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(":")}::/64`;
}

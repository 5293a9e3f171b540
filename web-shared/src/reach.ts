/**
 * The devices that can open an address: only the gateway's computer, devices in its local network, or
 * any device.
 */
export type Reach = "computer" | "network" | "internet";

/** Returns the reach of an address by its spelling. */
export function reachOf(address: string): Reach {
  const { hostname } = new URL(address);
  if (ofComputer.test(hostname)) return "computer";
  const isName = !/^\[|^[\d.]+$/u.test(hostname);
  return isName ? reachOfName(hostname) : ofNetwork.test(hostname) ? "network" : "internet";
}

const ofComputer = /^(?:(?:0|127)\.[\d.]+|\[::1?\]|\[::ffff:7f..:.*|(?:.+\.)?localhost\.?)$/u;

/** RFC 1918, link-local addresses, RFC 6598 (100.64.0.0/10), and in IPv6 unique, link-local and mapped ones. */
const ofNetwork =
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$|^\[(?:f[cde]|::ffff:)/u;

/**
 * RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`, and `.lan` of home routers: names that no public resolver knows.
 */
const localSuffixes = [".localhost", ".local", ".internal", ".home.arpa", ".lan"];

/** Returns the reach of a name that is not the computer's own. A name of one word has no public address. */
export function reachOfName(name: string): "network" | "internet" {
  const whole = name.replace(/\.$/u, "");
  const isLocal = !whole.includes(".") || localSuffixes.some((suffix) => whole.endsWith(suffix));
  return isLocal ? "network" : "internet";
}

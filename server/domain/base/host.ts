import ipaddr from "ipaddr.js";

/** An IPv6 address has brackets in a URL (RFC 3986, section 3.2.2), and nowhere else. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Returns the host to name in a URL for a server that listens there. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether only programs of the same computer can connect to a server that listens there. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.parse(host).range() === "loopback");

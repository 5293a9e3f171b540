import ipaddr from "ipaddr.js";

/** Removes brackets. An IPv6 address has brackets in a URL (RFC 3986, section 3.2.2), and in no other place. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Returns the host in the URL of a server that listens at this address. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Returns whether only programs on the same computer can connect to a server at this address. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.parse(host).range() === "loopback");

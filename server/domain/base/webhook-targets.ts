import ipaddr from "ipaddr.js";
import { reachOfName } from "../../../web-shared/src/reach.ts";
import type { Problem } from "../../contract/field-problems.ts";
import { limits } from "../../contract/limits.ts";
import { withoutBrackets } from "./host.ts";

/**
 * The addresses to which Tepat can send a webhook. These rules need no network: a name is judged by its spelling
 * here, and by its addresses when the connection opens.
 */

interface WebhookTargetRules {
  /** `WEBHOOK_ALLOW_PRIVATE`: also allows private hosts, for a gateway beside its receiver. */
  allowPrivate: boolean;
  /** The gateway's own public address. A merchant must not choose a path that the gateway calls on itself. */
  ownOrigin?: string;
}

/** Returns the rules of a gateway with these settings. */
export const webhookTargetRules = (settings: {
  allowPrivateWebhooks: boolean;
  publicUrl: string;
}): WebhookTargetRules => ({
  allowPrivate: settings.allowPrivateWebhooks,
  ownOrigin: new URL(settings.publicUrl).origin,
});

type UrlProblem = Exclude<Extract<Problem["code"], `url_${string}` | "not_a_url">, "url_too_long">;

/**
 * Ports of other protocols, whose servers could react to a request: the "bad ports" of the Fetch standard, section
 * 2.9 (fetch.spec.whatwg.org/#bad-port). Databases are not among them, because they are behind private addresses.
 */
const badPorts = new Set(
  [
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123",
    "135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993",
    "995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Returns the canonical URL of a webhook's address, or the problem of the address. Tepat stores and calls the
 * canonical URL. The WHATWG parser resolves every spelling of an IP address (2130706433, 0x7f.1, circled digits), so
 * only its output is judged.
 */
export function checkWebhookUrl(
  text: string,
  { allowPrivate, ownOrigin }: WebhookTargetRules,
): { url: string } | { problem: Problem } {
  // The parser silently drops tabs and line breaks and turns lone surrogates into U+FFFD, so these are refused here.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text)) {
    return refused("url_of_spaces");
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\//i.test(text)) {
    return refused("not_a_url");
  }
  url.hostname = url.hostname.replace(/\.$/, ""); // "shop.example." names the same host
  url.hash = ""; // the fragment is never sent
  if (Math.max(text.length, url.href.length) > limits.urlCharacters) {
    return { problem: { code: "url_too_long", params: { characters: limits.urlCharacters } } };
  }
  if (url.username !== "" || url.password !== "") {
    return refused("url_with_login");
  }
  if (ownOrigin !== undefined && isSameOrigin(url, new URL(ownOrigin))) {
    return refused("url_of_gateway");
  }
  if (badPorts.has(url.port)) return refused("url_of_bad_port");
  if (!allowPrivate && !isPublicHost(url.hostname)) return refused("url_not_public");
  return { url: url.href };
}

const refused = (code: UrlProblem): { problem: Problem } => ({ problem: { code, params: {} } });

/** Returns whether a host can be on the public internet by its spelling. */
export function isPublicHost(hostname: string): boolean {
  const address = withoutBrackets(hostname);
  if (ipaddr.isValid(address)) return isPublicAddress(address);
  return !hostname.split(".").includes("") && reachOfName(hostname) === "internet";
}

/**
 * Returns whether an IP address belongs to the public internet. Addresses that contain an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo) do not, because each is another spelling of an address such as 127.0.0.1. An
 * IPv6-only network that reaches IPv4 through NAT64 therefore needs `WEBHOOK_ALLOW_PRIVATE`.
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== "unicast") return false;
  // ipaddr.js calls unassigned addresses "unicast" too. Global unicast is 2000::/3 (RFC 4291, section 2.4).
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast);
  return !ofClouds.some((range) => address.match(range));
}

/**
 * These addresses are public by their numbers, but a cloud serves its own machines there: metadata, DNS, agents.
 * Other clouds use link-local, shared or unique local addresses for this, which are never public.
 */
const ofClouds = [
  // Azure, "What is IP address 168.63.129.16?":
  // learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  "168.63.129.16/32",
  // IBM Cloud VPC, "Service endpoints for IBM Cloud VPC": cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
  "161.26.0.0/16",
  "166.8.0.0/14",
].map((range) => ipaddr.IPv4.parseCIDR(range));

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

function isSameOrigin(url: URL, own: URL): boolean {
  return url.protocol === own.protocol && url.port === own.port && hostKey(url) === hostKey(own);
}

/**
 * Returns the host for comparisons. All loopback names of this machine count as one, because the default public
 * address is on localhost.
 */
function hostKey({ hostname }: URL): string {
  const isLoopback = /^(.+\.)?localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/.test(
    hostname,
  );
  return isLoopback ? "localhost" : hostname.replace(/\.$/, "");
}

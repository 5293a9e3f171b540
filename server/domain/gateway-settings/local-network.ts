import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { GatewayLocalNetwork } from "../../contract/dashboard/gateway-settings.ts";
import { limits } from "../../contract/limits.ts";
import { hostInUrl } from "../base/host.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { SettingsInForce } from "./settings-in-force.ts";

/** Returns the addresses at which phones in the same Wi-Fi can reach this computer, for the gateway's owner. */
export function presentLocalNetwork(
  { settings }: Pick<Gateway, "settings">,
  { atStart, opensLocalNetwork, allowedLocalHosts, localHosts }: SettingsInForce,
): GatewayLocalNetwork {
  const isAtStart = atStart.local_network !== null;
  const { found, open, refused } = localHosts;
  const addresses = isAtStart ? addressesOf(settings.listensAt) : open;
  // In a network that is new to the owner, the gateway is as closed as without a saved setting.
  const isElsewhere =
    !isAtStart && found.length > 0 && !found.some((host) => allowedLocalHosts.includes(host));
  return {
    set_by: isAtStart ? "start" : "dashboard",
    is_open: opensLocalNetwork && !isElsewhere,
    addresses: addresses.map((url) => ({ url, qr_svg: drawQrSvg(url) })),
    refused_hosts: [...refused],
  };
}

/** Returns the addresses of the local network that the start's HOST covers. */
function addressesOf({ host, port }: Gateway["settings"]["listensAt"]): string[] {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return localNetworkHosts()
    .filter((local) => isEverywhere || local === host)
    .map((local) => `http://${hostInUrl(local)}:${port}`);
}

/**
 * Returns whether an address belongs to a local network. An address that a computer gives itself without a router
 * does not, because no phone finds it and no session works there.
 */
const isOfLocalNetwork = (address: string): boolean => ipaddr.parse(address).range() === "private";

/**
 * Interfaces, by their first letters, whose network is not the computer's Wi-Fi or cable: those of containers,
 * virtual machines, tunnels and mobile carriers.
 */
const otherNetworks = new RegExp(
  `^(?:${[
    "docker|br-|veth|podman|cni|lxc|lxd",
    "virbr|vmnet|vmware|vboxnet|virtualbox|vEthernet",
    "utun|tun|tap|wg|tailscale|zt|zerotier|nordlynx|proton|ham",
    "ppp|ww|rmnet|cellular",
  ].join("|")})`,
  "i",
);

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Returns no interfaces in a container, which has its own network, or if the service is not allowed to list them. */
function ownInterfaces(): Interfaces {
  if (existsSync("/.dockerenv") || existsSync("/run/.containerenv")) return {};
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/**
 * Returns the private addresses of this computer in its local network. In a data centre, the internet can reach such
 * an address through a translated one. The computer cannot see this, so the dashboard warns of it.
 */
export function localNetworkHosts(interfaces: Interfaces = ownInterfaces()): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !otherNetworks.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
    .filter(isOfLocalNetwork)
    .slice(0, limits.localAddresses);
}

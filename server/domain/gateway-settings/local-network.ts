import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { GatewayLocalNetwork } from "../../contract/dashboard/gateway-settings.ts";
import { limits } from "../../contract/limits.ts";
import { hostInUrl } from "../base/host.ts";
import { drawQrSvg } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { SettingsInForce } from "./settings-in-force.ts";

/** For the gateway's owner: the addresses at which phones in the same Wi-Fi can reach this computer. */
export function presentLocalNetwork(
  { settings }: Pick<Gateway, "settings">,
  { atStart, opensLocalNetwork, localAddresses }: SettingsInForce,
): GatewayLocalNetwork {
  const isAtStart = atStart.local_network !== null;
  const addresses = isAtStart ? addressesOf(settings.listensAt) : localAddresses;
  return {
    set_by: isAtStart ? "start" : "dashboard",
    is_open: opensLocalNetwork,
    addresses: addresses.map((url) => ({ url, qr_svg: drawQrSvg(url) })),
  };
}

/** The addresses of the local network that the host of the start covers. */
function addressesOf({ host, port }: Gateway["settings"]["listensAt"]): string[] {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return localNetworkHosts()
    .filter((local) => isEverywhere || local === host)
    .map((local) => `http://${hostInUrl(local)}:${port}`);
}

const isOfLocalNetwork = (address: string): boolean =>
  ["private", "linkLocal", "uniqueLocal"].includes(ipaddr.parse(address).range());

/** Networks that a computer has only with itself: of containers, virtual machines and tunnels. */
const ownNetworks = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|wg|tailscale|vEthernet)/i;

type Interfaces = ReturnType<typeof networkInterfaces>;

/** None in a container, which has its own network, nor where the service is not allowed to ask for them. */
function ownInterfaces(): Interfaces {
  if (existsSync("/.dockerenv") || existsSync("/run/.containerenv")) return {};
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/** The addresses of this computer in its local network; none that the internet reaches. */
export function localNetworkHosts(interfaces: Interfaces = ownInterfaces()): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !ownNetworks.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address)
    .filter(isOfLocalNetwork)
    .slice(0, limits.localAddresses);
}

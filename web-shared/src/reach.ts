/**
 * The devices that can open an address: only the gateway's computer, devices in its local network, or
 * any device.
 */
export type Reach = "computer" | "network" | "internet";

/** Returns the reach of an address by its spelling. */
export function reachOf(address: string): Reach {
  const { hostname } = new URL(address);
  if (/^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/u.test(hostname)) return "computer";
  const isLocal =
    /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|\.local$|^\[f[cde]/u.test(
      hostname,
    );
  return isLocal ? "network" : "internet";
}

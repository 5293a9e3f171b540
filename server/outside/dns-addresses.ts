import { lookup, Resolver } from "node:dns/promises";

/** Resolves names as this machine does, including its hosts file. Receivers beside the gateway need this. */
export async function resolveLikeThisMachine(hostname: string): Promise<string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
}

/**
 * Asks the name servers directly. `dns.lookup` occupies one of the four threads that the whole process shares, and a
 * merchant's dead name server would block that thread (Node.js documentation, "Implementation considerations").
 */
export async function resolveInDns(
  hostname: string,
  nameServers?: readonly string[],
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const addresses = [v4, v6].flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value : [],
  );
  if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
  return addresses;
}

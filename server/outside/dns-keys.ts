import { Resolver } from "node:dns/promises";
import { setTimeout as wait } from "node:timers/promises";
import { limits } from "../contract/limits.ts";
import { rememberedLookup } from "../domain/base/remembered-lookup.ts";
import { DnsAway, type LookUpKey } from "../domain/mail/key-lookup.ts";

/**
 * The domain has no such name, the name has no text record, or the name is impossible. Any other code means that no
 * response came.
 */
const noRecord: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const trustMilliseconds = limits.mailKeyTrustMinutes * 60_000;

/**
 * Looks up banks' keys at the system's DNS servers or at the given servers (`127.0.0.1:5353`), and caches the keys
 * found.
 */
export function createKeyLookup({
  servers,
  milliseconds = limits.mailKeySeconds * 1000,
  nowMilliseconds = () => performance.now(),
}: {
  servers?: readonly string[];
  milliseconds?: number;
  nowMilliseconds?: () => number;
} = {}): LookUpKey {
  const resolver = new Resolver({ timeout: Math.ceil(milliseconds / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);

  const remembered = rememberedLookup<readonly string[]>({
    find: async (name) => {
      const records = await answerFor(resolver, { name, milliseconds });
      return records.length > 0 ? records : null;
    },
    trustMilliseconds,
    refreshMilliseconds: trustMilliseconds / 2,
    entriesMax: limits.mailKeysRemembered,
    nowMilliseconds,
  });
  return async (name) => (await remembered(name)) ?? [];
}

async function answerFor(
  resolver: Resolver,
  { name, milliseconds }: { name: string; milliseconds: number },
): Promise<string[]> {
  const answered = new AbortController();
  const late = wait(milliseconds, undefined, { signal: answered.signal }).then(() => {
    throw new DnsAway(name);
  });
  try {
    const records = await Promise.race([resolver.resolveTxt(name), late]);
    // A record consists of pieces of up to 255 bytes. One record above the limit is enough to refuse them all.
    return records.slice(0, limits.mailKeyRecords + 1).map((pieces) => pieces.join(""));
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (noRecord.has(code)) return [];
    throw new DnsAway(name, { cause });
  } finally {
    answered.abort();
    late.catch(() => {});
  }
}

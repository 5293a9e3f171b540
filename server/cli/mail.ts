import { Resolver } from "node:dns";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { limits } from "../contract/limits.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { type MailProof, type ProvenMail, proveMail } from "../domain/mail/mail-proof.ts";
import { type MailReading, readMail } from "../domain/mail/mail-reading.ts";
import { createKeyLookup } from "../outside/dns-keys.ts";
import { command, shown, type Output } from "./command.ts";
import { option } from "./option.ts";
import { fields } from "./print.ts";

const verify = command({
  name: "mail verify",
  summary:
    "Checks whether a bank signed an email (DKIM), and shows the transfer that Tepat would read. Records nothing.",
  operand: "FILE",
  options: {
    at: option(
      z.iso
        .datetime({ offset: true, error: "must be a time such as 2026-11-26T15:00:00+07:00" })
        .optional(),
      "TIME",
      "checks as of this time, for example when the email arrived (default: now)",
    ),
    key: option(
      z.string().optional(),
      "RECORD",
      "the bank's earlier key record (v=DKIM1; …), instead of DNS",
    ),
    dns: option(
      z.string().refine(isDnsServer, "must be an IP address, with or without a port").optional(),
      "ADDRESS",
      "asks this DNS server, not the system's",
    ),
  },
  run: async ({ operand: file, at, key, dns }) => {
    const lookUpKey =
      key === undefined
        ? createKeyLookup(dns === undefined ? {} : { servers: [dns] })
        : () => Promise.resolve([key]);
    const mail = await bytesOf(file);
    const proof = await proveMail(mail, { lookUpKey, at: at ? new Date(at) : new Date() });
    if (proof.outcome !== "trusted") return failed(proof);
    return proven(proof, readMail(mail, proof));
  },
});

function failed({ advice, ...result }: Exclude<MailProof, ProvenMail>): Output {
  return { ...shown(result), problem: advice };
}

function proven(proof: ProvenMail, reading: MailReading): Output {
  const { advice, ...read } = { advice: undefined, ...reading };
  return {
    data: { ...proof, reading: read },
    text: `${fields(proof)}\n\n${fields(read)}`,
    ...(advice !== undefined && { note: advice }),
  };
}

function isDnsServer(address: string): boolean {
  try {
    new Resolver().setServers([address]);
    return true;
  } catch {
    return false;
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new DomainError(`There is no file ${file}. Check the path.`);
  // A larger file is refused like a large email, without reading more of it.
  if (found.size > limits.mailBytes) return Buffer.alloc(limits.mailBytes + 1);
  return readFile(file);
}

export const commands = [verify];

import { setImmediate as nextTurn } from "node:timers/promises";
import { finished } from "node:stream/promises";
import type { DkimVerifier, SignatureHeader } from "mailauth/lib/dkim/dkim-verifier.js";

/**
 * Verifies only the signatures of an email (RFC 6376) that can count. A signature that covers a part of the body
 * (`l=`) costs a hash of the body for each length. A signature of another domain proves nothing here.
 */

export type Signature = DkimVerifier["results"][number];

/** Runs work that occupies the processor for long. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface Checking {
  domains: readonly string[];
  at: Date;
  /** Resolves with the key record of this name. */
  findKey: (name: string) => Promise<string[][]>;
  inTurn: InTurn;
}

export const skipped = { otherSigner: "other signer", partOfBody: "part of body", sha1: "sha1" };

const pieceBytes = 64 * 1024;

/** The email's lines must end as RFC 5322 requires. */
export async function checkSignatures(
  mail: Buffer,
  { domains, at, findKey, inTurn }: Checking,
): Promise<readonly Signature[]> {
  const keys = new Map<string, Promise<string[][]>>();
  const findOnce = (asked: string): Promise<string[][]> => {
    const name = asked.toLowerCase();
    const found = keys.get(name) ?? findKey(name);
    keys.set(name, found);
    return found;
  };
  const verifier = await createVerifier(domains, {
    strict: true,
    curTime: at,
    resolver: findOnce,
  });
  const done = finished(verifier);
  done.catch(() => {});
  const bodyAt = mail.indexOf("\r\n\r\n") + 4;
  await write(verifier, mail.subarray(0, bodyAt));
  const checked = verifier.signatureHeaders.filter(isChecked);
  const readToEnd = async (bytes: number) => {
    for (let from = bodyAt; from < bytes; from += pieceBytes) {
      await write(verifier, mail.subarray(from, Math.min(from + pieceBytes, bytes)));
      await nextTurn();
    }
    verifier.end();
    await done;
  };
  if (checked.length === 0) {
    await readToEnd(bodyAt);
  } else {
    // The lookups in DNS need no turn.
    await Promise.allSettled(checked.map(keyName).map(findOnce));
    await inTurn(() => readToEnd(mail.length));
  }
  return verifier.results;
}

const isChecked = ({ skip, invalid }: SignatureHeader): boolean =>
  skip === undefined && invalid === undefined;

const keyName = ({ selector, signingDomain }: SignatureHeader): string =>
  `${selector}._domainkey.${signingDomain}`;

const write = (verifier: DkimVerifier, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) =>
    verifier.write(piece, (cause) => (cause ? reject(cause) : resolve())),
  );

async function createVerifier(
  domains: readonly string[],
  options: ConstructorParameters<typeof DkimVerifier>[0],
): Promise<DkimVerifier> {
  // The library is 0.9 MB of code, and only mailboxes need it.
  const { default: library } = await import("mailauth/lib/dkim/dkim-verifier.js");
  class Verifier extends library.DkimVerifier {
    override prepareSignature(signature: SignatureHeader): void {
      super.prepareSignature(signature);
      if (!isChecked(signature)) return;
      const reason = reasonToSkip(signature, domains);
      if (reason !== null) signature.skip = reason;
    }
  }
  return new Verifier(options);
}

function reasonToSkip(
  { type, signingDomain, hashAlgo, maxBodyLength }: SignatureHeader,
  domains: readonly string[],
): string | null {
  if (type !== "DKIM" || !domains.includes(signingDomain.toLowerCase())) return skipped.otherSigner;
  if (maxBodyLength !== "") return skipped.partOfBody;
  return hashAlgo === "sha1" ? skipped.sha1 : null;
}

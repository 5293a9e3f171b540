import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { limits } from "../../contract/limits.ts";
import { createAdmission } from "../base/admission.ts";

/** Passwords as argon2id hashes in the PHC string format, which contains the settings. */

/** The cost of a hash: KiB of memory, passes over it, and threads. */
interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's recommended argon2id settings: 19 MiB, two passes. */
const current: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagBytes = 32;
const nonceBytes = 16;

export async function hashPassword(
  password: string,
  { settings = current, ...known }: { settings?: HashCost } & Known = {},
): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const tag = await derive(password, { nonce, tagLength: tagBytes }, settings, known);
  const { memory, passes, parallelism } = settings;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

export interface PasswordVerdict {
  is_right: boolean;
  /** True if the hash has other settings than the current ones. Hash the password again while it is known. */
  is_outdated: boolean;
}

/** Checks a password. `hash` is null for an unknown account, whose check takes as long as that of a wrong password. */
export async function checkPassword(
  hash: string | null,
  password: string,
  known: Known = {},
): Promise<PasswordVerdict> {
  const { settings, nonce, tag } = parseHash(hash ?? (await (decoy ??= hashPassword(""))));
  const derived = await derive(password, { nonce, tagLength: tag.length }, settings, known);
  const { memory, passes, parallelism } = settings;
  return {
    is_right: hash !== null && timingSafeEqual(derived, tag),
    is_outdated:
      memory !== current.memory || passes !== current.passes || parallelism !== current.parallelism,
  };
}

let decoy: Promise<string> | undefined;

/** Each hash takes 19 MiB, so a flood of sign-ins waits in a bounded queue instead of taking all memory. */
const admit = createAdmission({
  atOnce: limits.passwordHashesAtOnce,
  strangersWaiting: limits.passwordHashesWaiting,
  knownWaiting: limits.passwordHashesWaitingOfKnown,
  knownWaitingEach: limits.passwordHashesWaitingOfAccount,
});

/** The account that knows the caller: by a session, or by the cookie of a browser that has signed in before. */
interface Known {
  known_at?: string | null | undefined;
}

function derive(
  message: string,
  { nonce, tagLength }: { nonce: Buffer; tagLength: number },
  settings: HashCost,
  { known_at = null }: Known,
) {
  return admit(
    () => promisify(argon2)("argon2id", { ...settings, message, nonce, tagLength }),
    known_at,
  );
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parseHash(hash: string) {
  const match = form.exec(hash);
  if (!match) throw new Error("a stored password hash is not Argon2id in the PHC string format");
  const [, memory, passes, parallelism, nonce = "", tag = ""] = match;
  return {
    settings: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

/**
 * Encrypts values at rest that must be readable again, such as TOTP secrets and webhook secrets. AES-256-GCM is used
 * with keys derived from TEPAT_SECRET, so that a copy of the database alone reveals nothing.
 *
 * Sealed form: version (1 byte) | key id (4) | nonce (12) | authentication tag (16) | ciphertext.
 */

import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { CheckFailed } from "../base/check-result.ts";

export interface SecretBox {
  /**
   * Seals a value. The context names the place of the value, such as `merchant:<id>:totp`. A sealed value opens only
   * with the same context, so a copy in another row or column is worthless.
   */
  seal(plaintext: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
  /** Returns whether the current secret sealed the value. */
  isCurrent(sealed: Buffer): boolean;
  /** Returns whether values that the key with this id (in hexadecimal) has sealed can be opened. */
  knows(keyId: string): boolean;
}

const version = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes;
const overheadBytes = headerBytes + nonceBytes + tagBytes;

/**
 * Creates a box that seals with the current secret. The box also opens values that a previous secret has sealed,
 * until they are sealed again.
 */
export function createSecretBox(
  tepatSecret: string,
  retiredSecrets: readonly string[] = [],
): SecretBox {
  return secretBoxOf(() => [tepatSecret, ...retiredSecrets]);
}

/**
 * Creates a box whose current secret comes first. The secrets are read again for each value that is sealed, and for
 * each value that does not open, so that a running process follows a rotation.
 */
export function secretBoxOf(readSecrets: () => readonly string[]): SecretBox {
  const readKeys = (): readonly Key[] => {
    const [current, ...retired] = readSecrets();
    return [deriveKey(current ?? ""), ...retired.map(deriveKey)];
  };
  let keys = readKeys();
  const refreshed = (): readonly Key[] => (keys = readKeys());
  const current = (): Key => refreshed()[0] as Key;
  return {
    seal: (plaintext, context) => sealWith(current(), plaintext, context),
    open(sealed, context) {
      const id = keyIdOf(sealed);
      const isIts = (key: Key): boolean => key.id.equals(id);
      const key = keys.find(isIts) ?? refreshed().find(isIts);
      if (key === undefined) throw unknownKey(id);
      return openWith(key, sealed, context);
    },
    isCurrent: (sealed) => sealed.subarray(1, headerBytes).equals(current().id),
    knows: (keyId) => refreshed().some(({ id }) => id.toString("hex") === keyId),
  };
}

interface Key {
  id: Buffer;
  /**
   * A key object instead of bytes. Node.js first tries bytes as an object, and its internal error costs four times as
   * much as the cipher.
   */
  secret: KeyObject;
}

export const secretCharactersMin = 32;

/**
 * Derives a key. HKDF is enough in place of a slow password hash, because the secret is random. The length of the
 * secret is therefore checked.
 */
function deriveKey(tepatSecret: string): Key {
  if (tepatSecret.length < secretCharactersMin) {
    throw new Error(
      `TEPAT_SECRET must have at least ${secretCharactersMin} characters. Make one with: ` +
        `node -p "require('node:crypto').randomBytes(32).toString('base64')"`,
    );
  }
  // RFC 5869: a different info gives an independent output, so the id reveals nothing about the key.
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", tepatSecret, "", info, bytes));
  return {
    id: derive("tepat secret box: key id", keyIdBytes),
    secret: createSecretKey(derive("tepat secret box: key", 32)),
  };
}

/**
 * Random nonces of 96 bits are safe for 2^32 values with one key (NIST SP 800-38D, 8.3). Each merchant has a few
 * values.
 */
function sealWith(key: Key, plaintext: string, context: string): Buffer {
  const header = Buffer.concat([Buffer.of(version), key.id]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key.secret, nonce, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(header, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
}

function openWith(key: Key, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
  const tag = sealed.subarray(headerBytes + nonceBytes, overheadBytes);
  const decipher = createDecipheriv("aes-256-gcm", key.secret, nonce, { authTagLength: tagBytes });
  decipher.setAAD(additionalData(sealed.subarray(0, headerBytes), context));
  decipher.setAuthTag(tag);
  const plaintext = decipher.update(sealed.subarray(overheadBytes));
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new CheckFailed({ code: "changed_secret", params: { place: context } }, { cause });
  }
}

function additionalData(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, "utf8")]);
}

function keyIdOf(sealed: Buffer): Buffer {
  requireKnownForm(sealed);
  return sealed.subarray(1, headerBytes);
}

function requireKnownForm(sealed: Buffer): void {
  if (sealed.length < overheadBytes || sealed[0] !== version) {
    throw new CheckFailed({ code: "unknown_form", params: { version } });
  }
}

function unknownKey(keyId: Buffer): Error {
  return new CheckFailed({ code: "unknown_key", params: { key: keyId.toString("hex") } });
}

/**
 * API keys, tokens and webhook secrets, which authenticate callers. Keys and tokens are stored only as a hash. Each,
 * except a cookie's token, begins with a name that people and secret scanners recognise, and ends in a checksum that
 * distinguishes a mistyped key from an unknown one without a query. Each kind has one length, below 64 characters.
 */

import { createHash, randomBytes as nodeRandomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** A source of random bytes. Tests pass their own. */
export type RandomBytes = (size: number) => Buffer;

const apiKeyPrefix = "pgk_live_";
const testApiKeyPrefix = "pgk_test_";
const deviceTokenPrefix = "pgd_";
const pairingTokenPrefix = "pgp_";
const resetTokenPrefix = "pgr_";
const invitationTokenPrefix = "pgi_";

export function newApiKey(randomBytes: RandomBytes = nodeRandomBytes): string {
  return newToken(apiKeyPrefix, randomBytes);
}

export function newTestApiKey(randomBytes: RandomBytes = nodeRandomBytes): string {
  return newToken(testApiKeyPrefix, randomBytes);
}

export function newDeviceToken(randomBytes: RandomBytes = nodeRandomBytes): string {
  return newToken(deviceTokenPrefix, randomBytes);
}

export function newPairingToken(randomBytes: RandomBytes = nodeRandomBytes): string {
  return newToken(pairingTokenPrefix, randomBytes);
}

export function newResetToken(randomBytes: RandomBytes = nodeRandomBytes): string {
  return newToken(resetTokenPrefix, randomBytes);
}

export function newInvitationToken(randomBytes: RandomBytes = nodeRandomBytes): string {
  return newToken(invitationTokenPrefix, randomBytes);
}

/** Returns a Standard Webhooks secret. The receiver's library decodes the part after the prefix as base64. */
export function newWebhookSecret(randomBytes: RandomBytes = nodeRandomBytes): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export function isApiKey(text: string): boolean {
  return isToken(apiKeyPrefix, text) || isToken(testApiKeyPrefix, text);
}

/** Returns whether a key with this beginning is a test key. */
export function isTestKeyBeginning(beginning: string): boolean {
  return beginning.startsWith(testApiKeyPrefix);
}

export function isDeviceToken(text: string): boolean {
  return isToken(deviceTokenPrefix, text);
}

export function isPairingToken(text: string): boolean {
  return isToken(pairingTokenPrefix, text);
}

export function isResetToken(text: string): boolean {
  return isToken(resetTokenPrefix, text);
}

export function isInvitationToken(text: string): boolean {
  return isToken(invitationTokenPrefix, text);
}

const tokenPrefixes = [
  apiKeyPrefix,
  testApiKeyPrefix,
  deviceTokenPrefix,
  pairingTokenPrefix,
  resetTokenPrefix,
  invitationTokenPrefix,
];

/**
 * The forms of Tepat's credentials, of a session's cookie, and of the password in the address of a database or mail
 * server.
 */
const credentialForms = new RegExp(
  [
    String.raw`(?:${tokenPrefixes.join("|")})\w{8,}`,
    String.raw`whsec_[A-Za-z0-9+/=]{8,}`,
    String.raw`(tepat_(?:session|browser)=)[\w.-]+`,
    String.raw`(://[^\s:/@"]*:)[^\s@/"]+(?=@)`,
  ].join("|"),
  "g",
);

/**
 * Removes everything that looks like a credential from a text before it is written down, whatever the text's origin.
 */
export function withoutCredentials(text: string): string {
  return text.replace(credentialForms, "$1$2[redacted]");
}

/**
 * Removes credentials from a path, in which any character can be percent-encoded. Programs encode a webhook secret's
 * characters in this way. A path without a credential stays unchanged.
 */
export function pathWithoutCredentials(path: string): string {
  const plain = path.replace(/%([2-6][\da-f]|7[\da-e])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const shown = withoutCredentials(plain);
  return shown === plain ? path : shown;
}

/** Base64 of 32 bytes. The last digit before the `=` carries only four bits, so each secret has one spelling. */
const webhookSecretForm = /^whsec_[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

export function isWebhookSecret(text: string): boolean {
  return webhookSecretForm.test(text);
}

/** Returns the value of a browser's cookie: 256 random bits. */
export function newCookieToken(randomBytes: RandomBytes = nodeRandomBytes): string {
  return randomBytes(32).toString("base64url");
}

export function isCookieToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * A plain hash is enough for 190 random bits. A plain hash costs a microsecond, whereas scrypt costs 25 milliseconds.
 */
export function hashCredential(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}

const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomDigits = 32;
const checksumDigits = 6;

/** Returns `<prefix><32 random base62 digits>_<6 base62 digits of CRC-32>`, like GitHub's tokens. */
function newToken(prefix: string, randomBytes: RandomBytes): string {
  // 256 bits are reduced to 190, so the digits are uniform to one part in 2^65.
  const random = BigInt(`0x${randomBytes(32).toString("hex")}`);
  const body = prefix + base62(random, randomDigits);
  return `${body}_${checksum(body)}`;
}

const tokenTail = new RegExp(`^[0-9A-Za-z]{${randomDigits}}_[0-9A-Za-z]{${checksumDigits}}$`);

function isToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !tokenTail.test(text.slice(prefix.length))) return false;
  const end = text.length - checksumDigits;
  return text.slice(end) === checksum(text.slice(0, end - 1));
}

/**
 * Returns the checksum, which covers the prefix too, so that a device token with another prefix cannot become a key.
 */
function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumDigits);
}

/** Returns the lowest `digits` base62 digits of a number. */
function base62(number: bigint, digits: number): string {
  const positions = Array.from({ length: digits }, (_, index) => 62n ** BigInt(digits - 1 - index));
  return positions.map((position) => base62Digits[Number((number / position) % 62n)]).join("");
}

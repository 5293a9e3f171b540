import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { tepat } from "./command-line.ts";

const stepMilliseconds = 30_000;

/** An authenticator app (RFC 6238: SHA-1, 6 digits, steps of 30 seconds). */
export class Authenticator {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = fromBase32(secret);
  }

  /** Returns the app's current code, or the code of another step. */
  code(stepsFromNow = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMilliseconds) + stepsFromNow));
    const mac = createHmac("sha1", this.#key).update(counter).digest();
    const offset = (mac.at(-1) as number) & 0x0f;
    const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
    return String(number % 1_000_000).padStart(6, "0");
  }

  /** Returns a well-formed code that differs from the current and neighbouring codes. */
  wrongCode(): string {
    const close = new Set([-2, -1, 0, 1, 2].map((steps) => this.code(steps)));
    return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
      (code) => !close.has(code),
    ) as string;
  }
}

/** Enables two-factor authentication again, so that no code is used up and no wrong code is counted. */
export async function enrolAuthenticator(merchant: {
  merchant_id: string;
}): Promise<Authenticator> {
  const { secret } = await tepat<{ secret: string }>(
    "totp enable",
    "--merchant",
    merchant.merchant_id,
  );
  await wait(isStepAboutToEnd() ? safetyMilliseconds : 0);
  return new Authenticator(secret);
}

/** The current step must not change in the middle of a test. */
const safetyMilliseconds = 3_000;

const isStepAboutToEnd = () =>
  stepMilliseconds - (Date.now() % stepMilliseconds) < safetyMilliseconds;

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (digit) => base32.indexOf(digit).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

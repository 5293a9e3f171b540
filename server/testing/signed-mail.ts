import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { DnsAway, type LookUpKey } from "../domain/mail/key-lookup.ts";

/** Emails signed with the test's own keys, and a DNS with these keys. */

export interface SigningKey {
  domain: string;
  selector: string;
  privateKey: KeyObject;
  /** The text record for DNS. */
  record: string;
}

export function rsaKey(domain: string, selector: string, bits = 1024): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: bits });
  const spki = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return { domain, selector, privateKey, record: `v=DKIM1; k=rsa; p=${spki}` };
}

export function ed25519Key(domain: string, selector: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");
  return { domain, selector, privateKey, record: `v=DKIM1; k=ed25519; p=${raw}` };
}

export class TestDns {
  readonly asked: string[] = [];
  isAway = false;
  readonly #records = new Map<string, string[]>();

  constructor(keys: readonly SigningKey[]) {
    for (const key of keys) this.publish(key);
  }

  publish(key: SigningKey, records: string[] = [key.record]): void {
    this.#records.set(nameOf(key), records);
  }

  readonly lookUpKey: LookUpKey = (name) => {
    this.asked.push(name);
    if (this.isAway) return Promise.reject(new DnsAway(name));
    return Promise.resolve(this.#records.get(name) ?? []);
  };
}

export const nameOf = ({ domain, selector }: SigningKey): string =>
  `${selector}._domainkey.${domain}`;

export type HeaderLines = readonly (readonly [name: string, value: string])[];

export const writeMail = (header: HeaderLines, body: string): string =>
  `${header.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n${body}`;

const signedFields = ["From", "To", "Subject", "Date", "Message-ID", "Content-Type"];

export interface SigningOptions {
  canonicalization?: string;
  algorithm?: string;
  fields?: readonly string[];
  signedAt?: Date;
  expiresAt?: Date;
  /** The value of `l=`, the number of signed bytes. */
  bodyBytes?: number;
}

/** Adds a DKIM signature at the beginning of the email. */
export async function signMail(
  mail: string,
  key: SigningKey,
  options: SigningOptions = {},
): Promise<string> {
  const { canonicalization, algorithm, fields, signedAt, expiresAt, bodyBytes } = options;
  const { signatures, errors } = await dkimSign(mail, {
    ...(canonicalization !== undefined && { canonicalization }),
    ...(algorithm !== undefined && { algorithm }),
    ...(signedAt !== undefined && { signTime: signedAt }),
    ...(expiresAt !== undefined && { expires: expiresAt }),
    headerList: [...(fields ?? signedFields)],
    signatureData: [
      {
        signingDomain: key.domain,
        selector: key.selector,
        privateKey: key.privateKey.export({ type: "pkcs8", format: "pem" }),
        ...(bodyBytes !== undefined && { maxBodyLength: bodyBytes }),
      },
    ],
  } as Parameters<typeof dkimSign>[1]);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return signatures + mail;
}

import { gunzipSync, gzipSync } from "node:zlib";
import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { createSecretBox } from "../security/secrets.ts";

/** Seals a mailbox's password, the key of its emails, and their originals. */

export const passwordContext = (device_id: string): string => `mailbox:${device_id}:password`;

/** The context of a sign-in that a browser has begun at a mail provider. */
export const signInContext = (session_id: string): string => `mail_sign_in:${session_id}`;

export const mailKeyContext = (device_id: string): string => `mailbox:${device_id}:mail-key`;
const mailContext = (mail_id: string): string => `mail:${mail_id}`;

export interface MailKeyHolder {
  device_id: string;
  sealed_mail_key: Buffer;
}

const boxOf = ({ secrets }: Gateway, { device_id, sealed_mail_key }: MailKeyHolder) =>
  createSecretBox(secrets.open(sealed_mail_key, mailKeyContext(device_id)));

export const sealMail = (
  gateway: Gateway,
  mailbox: MailKeyHolder,
  { mail_id, mail }: { mail_id: string; mail: Buffer },
): Buffer => boxOf(gateway, mailbox).seal(gzipSync(mail).toString("base64"), mailContext(mail_id));

/** Opens the original of an email, byte for byte as it arrived. */
export const openMail = (
  gateway: Gateway,
  mailbox: MailKeyHolder,
  { mail_id, encrypted_mail }: { mail_id: string; encrypted_mail: Buffer },
): Buffer =>
  gunzipSync(
    Buffer.from(boxOf(gateway, mailbox).open(encrypted_mail, mailContext(mail_id)), "base64"),
    { maxOutputLength: limits.mailBytes },
  );

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/**
 * A browser's push subscription for tests. It can decrypt the messages that are sent to it (RFC 8291 and
 * RFC 8188).
 */
export interface PushBrowser {
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** Returns the text of an encrypted body. */
  read(body: Buffer): string;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

export function pushBrowser(endpoint: string): PushBrowser {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      p256dh: publicKey.toString("base64url"),
      auth: auth.toString("base64url"),
    },
    read(body) {
      const salt = body.subarray(0, 16);
      const keyBytes = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyBytes);
      const record = body.subarray(21 + keyBytes);
      const shared = derive(
        pair.computeSecret(senderKey),
        auth,
        Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, senderKey]),
        32,
      );
      const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with 2 and then zeros.
      return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
    },
  };
}

import { createECDH } from "node:crypto";
import type { Gateway } from "../gateway/gateway.ts";
import { pushKeyContext } from "./notice-sending.ts";
import { selectPushKey, upsertPushKey } from "./notices.sql.ts";

/** Returns the public key for the subscriptions of the merchant's browsers. The key is created at the first request. */
export async function publicPushKey(gateway: Gateway, merchant_id: string): Promise<string> {
  const present = await selectPushKey(gateway.sql, merchant_id);
  if (present !== undefined) return present;
  // RFC 8292: a key pair on P-256, in the format of RFC 8291.
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const private_key = pair.getPrivateKey().toString("hex").padStart(64, "0");
  return upsertPushKey(gateway.sql, {
    merchant_id,
    made: {
      public_key: pair.getPublicKey("base64url"),
      sealed_private_key: gateway.secrets.seal(
        Buffer.from(private_key, "hex").toString("base64url"),
        pushKeyContext(merchant_id),
      ),
    },
    at: gateway.now(),
  });
}

import { existsSync } from "node:fs";
import type { PairingOffer } from "../../contract/dashboard/devices.ts";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { audited, type Actor } from "../access/audit.ts";
import { hashCredential, isPairingToken, newPairingToken } from "../security/credentials.ts";
import { registerDevice, type DeviceRegistration } from "./devices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { insertOffer, selectOfferMerchant, takeOffer } from "./pairing-offers.sql.ts";
import { drawQrSvg } from "../base/qr-code.ts";

/** Creates a token in a QR code with which one phone registers, so that no phone gets the API key. */

export async function offerPairing(
  gateway: Gateway,
  actor: Actor,
  merchant_id: string,
): Promise<Omit<PairingOffer, "mail_providers">> {
  const pairing_token = newPairingToken();
  const offer = { merchant_id, token_hash: hashCredential(pairing_token), at: gateway.now() };
  const offered_at = await audited(
    gateway,
    actor,
    ({ sql }) => insertOffer(sql, offer),
    () => ({ merchant_id, action: "pairing.offered" }),
  );
  const uri = pairingUri(gateway.settings.publicUrl, pairing_token);
  const expires_at = new Date(offered_at.getTime() + limits.pairingOfferSeconds * 1000);
  return {
    pairing_token,
    uri,
    qr_svg: drawQrSvg(uri),
    has_app: existsSync(gateway.settings.androidAppFile),
    receives_mail: gateway.settings.mailDomain !== null,
    expires_at: expires_at.toISOString(),
  };
}

/** Returns the address of the pairing page. Browsers send the fragment to no server. */
const pairingUri = (publicUrl: string, pairing_token: string): string =>
  `${publicUrl}/pair#${pairing_token}`;

/** Returns the merchant of an offer that a phone can still use, or null. */
export async function findOfferMerchant(gateway: Gateway, token: string): Promise<string | null> {
  if (!isPairingToken(token)) return null;
  const offer = { token_hash: hashCredential(token), at: gateway.now() };
  return (await selectOfferMerchant(gateway.sql, offer)) ?? null;
}

/**
 * Registers a phone by an offer. If two phones use one code, the guarded update succeeds for only one. A phone's own
 * repetitions after a lost response succeed too.
 */
export function registerPaired(
  gateway: Gateway,
  token: string,
  device: DeviceRegistration,
): ReturnType<typeof registerDevice> {
  const { installation_id } = device;
  const offer = { token_hash: hashCredential(token), installation_id, at: gateway.now() };
  return gateway.sql.begin(async (tx) => {
    if (!(await takeOffer(tx, offer))) throw usedOffer();
    return registerDevice(asSql(tx), device, gateway.now());
  });
}

export const usedOffer = () =>
  new GatewayError("unauthorized", {
    message:
      "This pairing code is unknown, was used or is too old. Show a new one in the dashboard.",
  });

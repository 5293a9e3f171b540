import type { ListedDevice, PairingOffer } from "../../base/generated/types.gen.ts";

/** A phone that registers again has a new code. */
export const nameOfRegistration = ({ device_id, pairing_code }: ListedDevice): string =>
  `${device_id} ${pairing_code}`;

/** The pairing page stands at the root of the server. */
export const serverOf = ({ uri }: PairingOffer): string => uri.slice(0, uri.lastIndexOf("/pair#"));

import type { ListedDevice, PairingOffer } from "../../base/generated/types.gen.ts";

/** Returns a key of one registration. A phone that registers again has a new pairing code. */
export const nameOfRegistration = ({ device_id, pairing_code }: ListedDevice): string =>
  `${device_id} ${pairing_code}`;

/** Returns the server's address. The pairing page is at the server's root. */
export const serverOf = ({ uri }: PairingOffer): string => uri.slice(0, uri.lastIndexOf("/pair#"));

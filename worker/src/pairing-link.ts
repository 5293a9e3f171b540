import { UserFacingError } from "./user-facing-error.ts";
import { limits } from "./limits.ts";
import { serverUrl } from "./server-url.ts";

/**
 * The server and the code for a registration without the API key. The code is valid for one phone and some
 * minutes.
 */
export interface PairingLink {
  server_url: string;
  code: string;
}

/**
 * Reads a pairing link. The dashboard's QR code is the address of the gateway's pairing page,
 * `https://pay.example.com/pair#CODE`, which the phone's camera can open. The page passes
 * `tepat://pair?server=…&code=…` to the app. Earlier servers showed `tepat-pair:?server=…&token=…`.
 */
export function readPairingLink(text: string): PairingLink {
  const link = text.trim();
  const [, page, fragment] = /^([^#]*)\/pair#(.*)$/.exec(link) ?? [];
  if (page !== undefined && fragment !== undefined) return checked(page, fragment);
  const [, handedOver] = /^tepat:\/\/pair\/?\?(.*)$/.exec(link) ?? [];
  if (handedOver !== undefined) return fromQuery(handedOver, "code");
  const [, earlier] = /^tepat-pair:\?(.*)$/.exec(link) ?? [];
  if (earlier !== undefined) return fromQuery(earlier, "token");
  throw notALink();
}

/** Reads the query. A repeated name is refused, because its value would be ambiguous. */
function fromQuery(query: string, name: "code" | "token"): PairingLink {
  const parameters = new URLSearchParams(query);
  const [server, ...otherServers] = parameters.getAll("server");
  const [code, ...otherCodes] = parameters.getAll(name);
  if (!server || !code || otherServers.length + otherCodes.length > 0) throw notALink();
  return checked(server, code);
}

function checked(server: string, code: string): PairingLink {
  if (!/^[\w-]+$/.test(code) || code.length > limits.pairingCodeCharacters) throw notALink();
  return { server_url: serverUrl(server), code };
}

const notALink = () =>
  new UserFacingError("This is not a pairing code of the dashboard. Copy the whole text.");

import { limits } from "../../contract/limits.ts";
import { audited } from "./audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectOwnerAddresses } from "./people.sql.ts";
import type { Mailer } from "./password-resets.ts";
import type { Client } from "./sessions.ts";
import { guessedCodesRules } from "./sign-in-attempts.ts";
import { countSignInAttempt } from "./sign-in-attempts.sql.ts";

/**
 * Warns the merchant's owners that a person has its API key but not its authenticator app: in the audit log, and by
 * email if the operator has set that up. The next warning comes after an hour at the earliest, because the guesses
 * might go on.
 */
export async function warnOfGuessedCodes(
  gateway: Gateway,
  mailer: Mailer | null,
  { merchant_id, client }: { merchant_id: string; client: Client },
): Promise<void> {
  const rules = guessedCodesRules(merchant_id);
  if ((await countSignInAttempt(gateway.sql, { rules, at: gateway.now() })) !== null) return;
  const addresses = await audited(
    gateway,
    { actor: "stranger", session_id: null, person_id: null, ...client },
    ({ sql }) => selectOwnerAddresses(sql, merchant_id),
    () => ({ merchant_id, action: "codes.guessed", details: { count: limits.totpFailures } }),
  );
  for (const to of addresses) mailer?.send({ to, ...mailOf(gateway, client) });
}

function mailOf({ settings }: Gateway, { client_address }: Client) {
  const link = `${settings.publicUrl}/dashboard`;
  const count = limits.totpFailures;
  const minutes = limits.totpFailureWindowSeconds / 60;
  return {
    subject: "Kode salah dengan kunci API Anda / Wrong codes with your API key",
    text: `${count} kode autentikator yang salah dikirim dengan salah satu kunci API Anda untuk mencocokkan pembayaran, yang terakhir dari alamat ${client_address}. Kode lewat API ditolak paling lama ${minutes} menit; Anda tetap bisa masuk ke dasbor.\n\nJika bukan Anda, cabut kunci itu di dasbor dan buat yang baru: ${link}\n\n---\n\n${count} wrong authenticator codes were sent with one of your API keys to match payments, the last one from the address ${client_address}. Codes by the API are refused for at most ${minutes} minutes; the dashboard is open to you as before.\n\nIf that was not you, revoke that key in the dashboard and make a new one: ${link}\n`,
  };
}

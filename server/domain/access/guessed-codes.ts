import { limits } from "../../contract/limits.ts";
import { audited } from "./audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectOwnerAddresses } from "./people.sql.ts";
import type { Mailer } from "./password-resets.ts";
import type { Client } from "./sessions.ts";
import { guessedCodesRules } from "./sign-in-attempts.ts";
import { countSignInAttempt } from "./sign-in-attempts.sql.ts";

/**
 * Warns the merchant's owners that a person has the API key but not the authenticator app. The warning goes to the
 * audit log, and by email if a mail server is set. The next warning comes after an hour at the earliest, because the
 * guesses might continue.
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
    text: `Salah satu kunci API Anda dipakai untuk mengirim ${count} kode autentikator yang salah saat mencocokkan tagihan, terakhir dari alamat ${client_address}. Tepat menolak kode lewat API selama paling lama ${minutes} menit. Anda tetap dapat masuk ke dasbor.\n\nJika bukan Anda, cabut kunci itu di dasbor dan buat yang baru: ${link}\n\n---\n\nA client with one of your API keys sent ${count} wrong authenticator codes to match invoices, most recently from the address ${client_address}. Tepat refuses codes sent through the API for up to ${minutes} minutes. You can still sign in to the dashboard.\n\nIf that was not you, revoke the key in the dashboard and create a new one: ${link}\n`,
  };
}

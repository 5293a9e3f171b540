import { readConfig, type Config } from "../start/config.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { isHalfResealed, resealAll, type Resealed } from "../domain/upkeep/sealed-values.ts";
import { addLocalSecret, localSecretFile } from "../start/local-secret.ts";
import { command, type Output } from "./command.ts";
import { withGateway } from "./database.ts";

const rotate = command({
  name: "secrets rotate",
  summary:
    "Encrypts all stored secrets with the current TEPAT_SECRET while servers run. TEPAT_SECRET_PREVIOUS decrypts those still under the previous secret. If the secret is in the data directory, the command first creates a new one. You can interrupt the command and run it again.",
  options: {},
  run: () =>
    withGateway(async (gateway) => {
      const config = readConfig(process.env);
      return oneAtATime(gateway, async () => {
        // An interrupted rotation continues with the secret that it created.
        if (config.secret === null && !(await isHalfResealed(gateway))) {
          await addLocalSecret(config.dataDirectory);
        }
        return report(config, await resealAll(gateway));
      });
    }),
});

const rotationLock = 7_283_731;

/**
 * Lets only one rotation run. Its own transaction holds the lock, because a pooler keeps a transaction on one
 * connection, and a transaction ends with its process.
 */
async function oneAtATime({ sql }: Gateway, work: () => Promise<Output>): Promise<Output> {
  return sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const [lock] = await tx`select pg_try_advisory_xact_lock(${rotationLock}) as is_ours`;
    if (lock?.["is_ours"] !== true)
      throw new DomainError(
        "Another rotation is under way. Wait until it ends, then run the command again.",
      );
    return work();
  });
}

function report(
  config: Config,
  { resealed_count, unreadable_count, unreadable }: Resealed,
): Output {
  return {
    data: { resealed_count, unreadable_count, unreadable },
    text: `Encrypted again: ${resealed_count}.`,
    ...(unreadable_count > 0 && {
      problem: [
        `Not decrypted, and unchanged: ${unreadable_count}.`,
        ...unreadable,
        ...(unreadable_count > unreadable.length ? ["…"] : []),
        remedyFor(config),
      ].join("\n"),
    }),
  };
}

const remedyFor = ({ secret, dataDirectory }: Config): string => `
If you know the secret that encrypted them, ${
  secret === null
    ? `add it to ${localSecretFile(dataDirectory)} as the last line`
    : "set TEPAT_SECRET_PREVIOUS to it"
}, and run this command again. If that secret is lost, replace these values:
  webhook_secrets  npx tepat webhook rotate-secret --merchant ID, which signs later webhooks with a new secret
  authenticators   npx tepat totp enable --merchant ID, with --person ADDRESS unless it is the first owner's
  accounts         npx tepat account update --account ID --active false, and account create with the static QRIS code
  mailboxes        disconnect them in the dashboard, under Sources, and connect them again
  notice_targets   remove them in the dashboard, under Notices, and connect them again
  gateway_settings  enter them again in the dashboard, under Settings, This server
  authenticator_offers, mail_sign_ins  no action, because they end within minutes`;

export const commands = [rotate];

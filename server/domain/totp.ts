import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { Sql } from "../db/client.ts";
import { violatedConstraint } from "../db/constraints.ts";
import { DomainError } from "./domain-error.ts";
import type { Gateway } from "./gateway.ts";
import { acceptedTotpStep, generateTotpSecret, totpUri } from "./totp-code.ts";

/** Two-factor authentication of a merchant: the secret, the throttle. Burning a code is part of match_payment. */

const sealingContext = (merchant_id: string) => `merchant:${merchant_id}:totp`;

/** A new secret in place of the old one, for the authenticator app; shown only here. */
export async function enableTotp(
  gateway: Gateway,
  merchant_id: string,
): Promise<{ secret: string; uri: string }> {
  const secret = generateTotpSecret();
  const sealed = gateway.secrets.seal(secret, sealingContext(merchant_id));
  try {
    const [merchant] = await gateway.sql<{ email: string }[]>`
      with enrolled as (
        insert into totp_enrolments (merchant_id, sealed_secret, enabled_at)
        values (${merchant_id}, ${sealed}, now())
        on conflict (merchant_id) do update
        set sealed_secret = excluded.sealed_secret,
          enabled_at = excluded.enabled_at,
          last_step = null,
          failure_count = 0,
          failures_began_at = null
        returning merchant_id
      )
      select email from merchants join enrolled using (merchant_id)
    `;
    const label = (merchant as { email: string }).email;
    return { secret, uri: totpUri({ secret, label, issuer: "Tepat" }) };
  } catch (cause) {
    if (violatedConstraint(cause)) throw new DomainError("There is no merchant with this id.");
    throw cause;
  }
}

/**
 * The time step of a correct code. Every guess is counted before it is looked at, so that parallel guesses all count;
 * a correct one is given back. Throws `totp_not_enabled`, `rate_limited` or `invalid totp code`, checked in that order.
 */
export async function verifyTotpCode(
  gateway: Gateway,
  options: { merchant_id: string; code: string },
): Promise<number> {
  const attempt = await countAttempt(gateway.sql, options.merchant_id, gateway.now());
  if (!attempt) throw new GatewayError("totp_not_enabled");
  if (attempt.failure_count > limits.totpFailures) {
    const seconds = String(attempt.seconds_until_reset);
    throw new GatewayError("rate_limited", {
      message: `Too many wrong codes: wait ${seconds} seconds, then send a new one.`,
      headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
    });
  }
  const secret = gateway.secrets.open(attempt.sealed_secret, sealingContext(options.merchant_id));
  const step = acceptedTotpStep(secret, options.code, attempt.at.getTime() / 1000);
  if (step === null) throw new GatewayError("invalid totp code");
  await forgiveAttempt(gateway.sql, options.merchant_id);
  return step;
}

interface AttemptRow {
  sealed_secret: Buffer;
  failure_count: number;
  seconds_until_reset: number;
  at: Date;
}

/** Counts one attempt in a window that begins with its first failure. The count stops one past the limit. */
async function countAttempt(
  sql: Sql,
  merchant_id: string,
  at: Date | null,
): Promise<AttemptRow | undefined> {
  const isInWindow = sql`(
    failures_began_at <= clock.at
    and failures_began_at > clock.at - make_interval(secs => ${limits.totpFailureWindowSeconds})
  )`;
  const [row] = await sql<AttemptRow[]>`
    update totp_enrolments
    set failure_count = case when ${isInWindow} then least(failure_count, ${limits.totpFailures}) + 1 else 1 end,
      failures_began_at = case when ${isInWindow} then failures_began_at else clock.at end
    from (select coalesce(${at}::timestamptz, clock_timestamp()) as at) clock
    where merchant_id = ${merchant_id}
    returning
      sealed_secret,
      failure_count,
      greatest(1, ceil(extract(epoch from
        failures_began_at + make_interval(secs => ${limits.totpFailureWindowSeconds}) - clock.at
      )))::integer as seconds_until_reset,
      clock.at
  `;
  return row;
}

async function forgiveAttempt(sql: Sql, merchant_id: string): Promise<void> {
  await sql`
    update totp_enrolments
    set failure_count = greatest(0, failure_count - 1)
    where merchant_id = ${merchant_id}
  `;
}

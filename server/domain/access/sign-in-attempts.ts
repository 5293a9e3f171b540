import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { clientNetwork } from "../base/client-network.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { PersonName } from "./sessions.sql.ts";
import { countSignInAttempt, type AttemptRule } from "./sign-in-attempts.sql.ts";

/**
 * Rules that slow down guesses, without letting one person's guesses lock out another person (OWASP, "Slow down
 * online guessing attacks with device cookies").
 */

const inWindow = { window_seconds: limits.signInWindowSeconds, delay_seconds_max: null };
const codeWindow = {
  window_seconds: limits.totpFailureWindowSeconds,
  delay_seconds_max: null,
};
const inDay = {
  window_seconds: limits.signInDaySeconds,
  delay_seconds_max: limits.signInDelaySecondsMax,
};

const ofNetwork = (kind: string, client_address: string): AttemptRule => ({
  subject: `${kind}:${clientNetwork(client_address)}`,
  free: limits.signInAttemptsPerAddress,
  ...inWindow,
});

/** For a network, over all accounts. */
export const visitorRules = (client_address: string): AttemptRule[] => [
  ofNetwork("client", client_address),
];

/**
 * Sign-ups are counted separately from sign-ins. A person who signs up for many accounts thus cannot lock out other
 * people on a shared network.
 */
export const signUpRules = (client_address: string): AttemptRule[] => [
  ofNetwork("sign-up client", client_address),
];

/**
 * For an account, existing or not, from a browser that has never signed in with it. The count for each network is
 * strict, so that one network is locked out early. All networks together get growing delays.
 */
export const strangerRules = (email: string, client_address: string): AttemptRule[] => [
  ...visitorRules(client_address),
  {
    subject: `email:${email} client:${clientNetwork(client_address)}`,
    free: limits.signInAttemptsPerAccountAndNetwork,
    ...inWindow,
  },
  {
    subject: `email:${email}`,
    free: limits.signInAttemptsPerAccount,
    ...inDay,
  },
];

/** For a browser that has signed in with the account before. Strangers' attempts do not count here. */
export const browserRules = (token_hash: Buffer): AttemptRule[] => [
  {
    subject: `browser:${token_hash.toString("hex")}`,
    free: limits.signInAttemptsPerBrowser,
    ...inDay,
  },
];

/** For a signed-in person who must enter the password again. */
export const sessionRules = (session_id: string): AttemptRule[] => [
  { subject: `session:${session_id}`, free: limits.signInAttemptsPerBrowser, ...inDay },
];

/**
 * For a signed-in person who sends a one-time code. Codes are counted by session, so that a thief of one session does
 * not block the person's other sessions. A new session needs a correct code, so new sessions give no additional
 * guesses.
 */
export const codeRules = ({ person_id, session_id }: SessionName): AttemptRule[] => [
  { subject: `code session:${session_id}`, free: limits.totpFailures, ...codeWindow },
  { subject: `code person:${person_id}`, free: limits.totpFailuresOfSessions, ...codeWindow },
];

/**
 * For a person who knows the password and sends a one-time code with it. Each browser that has signed in before is
 * counted separately, so that strangers cannot lock it out. All other browsers are counted together.
 */
export const signInCodeRules = (
  { person_id }: PersonName,
  browser: Buffer | null,
): AttemptRule[] => [
  {
    subject: browser ? `code browser:${browser.toString("hex")}` : `code sign-in:${person_id}`,
    free: limits.totpFailures,
    ...codeWindow,
  },
];

/** For one-time codes with a merchant's test keys. Codes with live keys are counted separately. */
export const testKeyCodeRules = (merchant_id: string): AttemptRule[] => [
  { subject: `code test key:${merchant_id}`, free: limits.totpFailures, ...codeWindow },
];

/** For a team that invites people, because each invitation can send an email to an unconfirmed address. */
export const invitationRules = (merchant_id: string): AttemptRule[] => [
  {
    subject: `invitations:${merchant_id}`,
    free: limits.invitationsPerDay,
    window_seconds: limits.signInDaySeconds,
    delay_seconds_max: null,
  },
];

/** The limit on warnings to a merchant about guessed codes with its API key. */
export const guessedCodesRules = (merchant_id: string): AttemptRule[] => [
  {
    subject: `guessed codes:${merchant_id}`,
    free: 1,
    window_seconds: limits.guessedCodesPauseSeconds,
    delay_seconds_max: null,
  },
];

export interface SessionName extends PersonName {
  session_id: string;
}

/** Counts an attempt before any check, so that parallel guesses all count. */
export async function countAttempt(gateway: Gateway, rules: readonly AttemptRule[]): Promise<void> {
  const waitSeconds = await countSignInAttempt(gateway.sql, { rules, at: gateway.now() });
  if (waitSeconds === null) return;
  const seconds = String(waitSeconds);
  throw new GatewayError("rate_limited", {
    message: `Too many attempts. Try again in ${seconds} s.`,
    headers: throttleHeaders(Math.min(...rules.map(({ free }) => free)), seconds),
  });
}

/** Returns the throttle's own figures, which replace those of the window that counted the request. */
export const throttleHeaders = (attempts: number, seconds: string): Record<string, string> => ({
  "x-ratelimit-limit": String(attempts),
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": seconds,
  "retry-after": seconds,
});

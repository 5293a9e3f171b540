import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { clientNetwork } from "../base/client-network.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { countSignInAttempt, type AttemptRule } from "./sign-in-attempts.sql.ts";

/**
 * Who may try how often, so that guessing is slow and nobody is kept out by another's guesses (OWASP, "Slow down online
 * guessing attacks with device cookies").
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

const ofNetwork = (deed: string, client_address: string): AttemptRule => ({
  subject: `${deed}:${clientNetwork(client_address)}`,
  free: limits.signInAttemptsPerAddress,
  ...inWindow,
});

/** From a network, at whatever account. */
export const visitorRules = (client_address: string): AttemptRule[] => [
  ofNetwork("client", client_address),
];

/** Apart from signing in, so that who opens accounts keeps nobody of a shared network out of theirs. */
export const signUpRules = (client_address: string): AttemptRule[] => [
  ofNetwork("sign-up client", client_address),
];

/**
 * At an account, existing or not, from a browser that has not been signed in with it: strictly for each network, so that
 * one is shut out early, and for all networks with delays that grow.
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

/** From a browser that was signed in with the account before: counted apart from what strangers do. */
export const browserRules = (token_hash: Buffer): AttemptRule[] => [
  {
    subject: `browser:${token_hash.toString("hex")}`,
    free: limits.signInAttemptsPerBrowser,
    ...inDay,
  },
];

/** Somebody who is signed in and has to show the password once more. */
export const sessionRules = (session_id: string): AttemptRule[] => [
  { subject: `session:${session_id}`, free: limits.signInAttemptsPerBrowser, ...inDay },
];

/**
 * Somebody who is signed in and sends a one-time code: counted for each session, so that whoever has stolen one keeps the
 * merchant's others from nothing. A new session takes a right code, so nobody gets more guesses by opening some.
 */
export const codeRules = ({ merchant_id, session_id }: SessionName): AttemptRule[] => [
  { subject: `code session:${session_id}`, free: limits.totpFailures, ...codeWindow },
  { subject: `code merchant:${merchant_id}`, free: limits.totpFailuresOfSessions, ...codeWindow },
];

/**
 * Somebody who knows the password and sends a one-time code with it: apart for each browser that was signed in before, so that
 * nobody else keeps it out, and for all others together.
 */
export const signInCodeRules = (merchant_id: string, browser: Buffer | null): AttemptRule[] => [
  {
    subject: browser ? `code browser:${browser.toString("hex")}` : `code sign-in:${merchant_id}`,
    free: limits.totpFailures,
    ...codeWindow,
  },
];

/** How often a merchant is warned of codes that were guessed with its API key. */
export const guessedCodesRules = (merchant_id: string): AttemptRule[] => [
  {
    subject: `guessed codes:${merchant_id}`,
    free: 1,
    window_seconds: limits.guessedCodesPauseSeconds,
    delay_seconds_max: null,
  },
];

export interface SessionName {
  merchant_id: string;
  session_id: string;
}

/** Counted before anything is looked at, so that parallel guesses all count. */
export async function countAttempt(gateway: Gateway, rules: readonly AttemptRule[]): Promise<void> {
  const waitSeconds = await countSignInAttempt(gateway.sql, { rules, at: gateway.now() });
  if (waitSeconds === null) return;
  const seconds = String(waitSeconds);
  throw new GatewayError("rate_limited", {
    message: `Too many attempts: wait ${seconds} seconds, then try again.`,
    headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
  });
}

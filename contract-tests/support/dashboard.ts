import { inject } from "vitest";
import { callerWith, dataOf, send, type Caller } from "./http.ts";
import { enrolAuthenticator } from "./totp.ts";

/**
 * A person at the dashboard: the session's cookie, and the headers that a browser adds to requests of the same page.
 */
export interface Person extends Caller {
  cookie: string;
}

/** The header that a browser adds to a request of one of the dashboard's pages. */
export const ofOwnPage = { "sec-fetch-site": "same-origin" };

export interface Account {
  email: string;
  password: string;
}

export const signInRequest = (account: Account, fields: object = {}) => ({
  method: "POST",
  path: "/dashboard/api/session",
  headers: ofOwnPage,
  json: { email: account.email, password: account.password, ...fields },
});

export async function signedIn(account: Account, base_url?: string): Promise<Person> {
  const answer = await send(signInRequest(account), base_url ?? inject("service").base_url);
  dataOf(answer);
  return personWith(cookieOf(answer.headers), base_url);
}

/** Returns a person who has just entered a one-time code. */
export async function confirmedPerson(
  merchant: Account & { merchant_id: string },
): Promise<Person> {
  const authenticator = await enrolAuthenticator(merchant);
  const answer = await send(signInRequest(merchant, { totp_code: authenticator.code() }));
  dataOf(answer);
  return personWith(cookieOf(answer.headers));
}

/**
 * Returns a function that returns a confirmed person. A confirmation lasts five minutes, and on a busy machine a
 * file's tests take longer, so the person enters another code when the last confirmation is old.
 */
export function alwaysConfirmed(
  merchant: Account & { merchant_id: string },
): () => Promise<Person> {
  let person: Promise<Person> | undefined;
  let enteredAt = 0;
  return () => {
    if (!person || performance.now() - enteredAt > 60_000) {
      enteredAt = performance.now();
      person = confirmedPerson(merchant);
    }
    return person;
  };
}

export const personWith = (cookie: string, base_url?: string): Person => ({
  cookie,
  ...callerWith({ ...ofOwnPage, cookie }, base_url),
});

/** Returns the cookie's name and value, as a browser sends it back. */
export const cookieOf = (headers: Headers): string =>
  headers.get("set-cookie")?.split(";", 1)[0] ?? "";

import { z } from "zod";
import type { MailClientSettings } from "../../contract/dashboard/gateway-settings.ts";
import { mailProviders, type MailProviderName } from "../../contract/dashboard/mailboxes.ts";
import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type Inbox, MailboxFailure, type MailboxLogin, type OpenInbox } from "./inbox.ts";
import { knownProviders, type MailProvider, type MailProviders } from "./mail-providers.ts";
import { passwordContext } from "./mail-sealing.ts";
import { type MailboxName, replacePassword } from "./mailboxes.sql.ts";

/** Opens mailboxes with their passwords, or with access tokens of the provider at which a person signed in. */

/** Posts a form to a provider's server. `outside/token-client.ts` implements the function. */
export type AskTokenServer = (
  url: string,
  form: Readonly<Record<string, string>>,
) => Promise<{ http_status: number | null; body: string }>;

export interface MailAccessParts {
  ask: AskTokenServer;
  /** Returns the gateway's current OAuth clients at the providers. */
  clients(): Readonly<Record<MailProviderName, MailClientSettings | null>>;
  providers?: MailProviders;
}

export interface SignedInMailbox extends MailboxName {
  host: string;
  port: number;
  login: string;
  folder: string;
  provider: MailProviderName | null;
  sealed_password: Buffer;
}

export interface OpenedInbox {
  inbox: Inbox;
  /** The time at which the inbox must be opened again, because its access token ends soon after. null: never. */
  until: Date | null;
}

export interface Tokens {
  access_token: string;
  /** null: the current refresh token stays. */
  refresh_token: string | null;
  until: Date;
}

export type MailAccess = ReturnType<typeof createMailAccess>;

export function createMailAccess({ ask, clients, providers = knownProviders }: MailAccessParts) {
  /** The access tokens by mailbox, each with the sealed refresh token that it belongs to. */
  const remembered = new Map<string, { sealed: Buffer; token: string; until: Date }>();

  /** Requests tokens. Rejects with a `MailboxFailure`. */
  async function askTokens(
    gateway: Gateway,
    provider: MailProviderName,
    grant: Readonly<Record<string, string>>,
  ): Promise<Tokens> {
    const client = clients()[provider];
    if (client === null) throw new MailboxFailure("sign_in_unavailable");
    const { http_status, body } = await ask(providers[provider].token_url, { ...grant, ...client });
    const now = gateway.now() ?? new Date();
    const answer = answerIn(body);
    if (http_status === 200 && answer.success) {
      const { access_token, refresh_token = null, expires_in } = answer.data;
      const seconds = Math.max(expires_in - limits.mailTokenMarginSeconds, expires_in / 2);
      return { access_token, refresh_token, until: new Date(now.getTime() + seconds * 1000) };
    }
    throw refusalOf(http_status, body);
  }

  async function renewedToken(
    gateway: Gateway,
    provider: MailProviderName,
    { merchant_id, device_id, sealed_password }: SignedInMailbox,
  ): Promise<{ token: string; until: Date }> {
    const context = passwordContext(device_id);
    const refresh_token = gateway.secrets.open(sealed_password, context);
    const grant = { grant_type: "refresh_token", refresh_token };
    const tokens = await askTokens(gateway, provider, grant);
    let sealed = sealed_password;
    if (tokens.refresh_token !== null && tokens.refresh_token !== refresh_token) {
      sealed = gateway.secrets.seal(tokens.refresh_token, context);
      const name = { merchant_id, device_id };
      await replacePassword(gateway.sql, { ...name, from: sealed_password, to: sealed });
    }
    const renewed = { sealed, token: tokens.access_token, until: tokens.until };
    if (remembered.size >= limits.mailTokensRemembered) remembered.clear();
    remembered.set(device_id, renewed);
    return renewed;
  }

  function rememberedToken(gateway: Gateway, { device_id, sealed_password }: SignedInMailbox) {
    const known = remembered.get(device_id);
    const isValid =
      known?.sealed.equals(sealed_password) && known.until > (gateway.now() ?? new Date());
    return known && isValid ? known : null;
  }

  const opened = async (openInbox: OpenInbox, mailbox: SignedInMailbox, access: Access) => {
    const { host, port, login, folder } = mailbox;
    const { password, is_token } = access;
    return {
      inbox: await openInbox({ host, port, login, folder, password, is_token }),
      until: access.until,
    };
  };

  return {
    /** Returns the providers at which people can sign in. */
    available: (): MailProviderName[] =>
      mailProviders.filter((provider) => clients()[provider] !== null),
    clientId: (provider: MailProviderName): string | null => clients()[provider]?.client_id ?? null,
    provider: (provider: MailProviderName): MailProvider => providers[provider],
    askTokens,

    /**
     * Opens a folder. If the server refuses the cached access token, one new token is tried. Rejects with a
     * `MailboxFailure`.
     */
    async open(
      gateway: Gateway,
      openInbox: OpenInbox,
      mailbox: SignedInMailbox,
    ): Promise<OpenedInbox> {
      const { provider, device_id, sealed_password } = mailbox;
      if (provider === null) {
        const password = gateway.secrets.open(sealed_password, passwordContext(device_id));
        return opened(openInbox, mailbox, { password, is_token: false, until: null });
      }
      const known = rememberedToken(gateway, mailbox);
      if (known !== null) {
        try {
          return await opened(openInbox, mailbox, accessBy(known));
        } catch (cause) {
          if (!isRefusedLogin(cause)) throw cause;
        }
      }
      const renewed = await renewedToken(gateway, provider, mailbox);
      return opened(openInbox, mailbox, accessBy(renewed)).catch((cause: unknown) => {
        throw isRefusedLogin(cause) ? endedBy(cause) : cause;
      });
    },
  };
}

interface Access extends Pick<MailboxLogin, "password" | "is_token"> {
  until: Date | null;
}

const accessBy = ({ token, until }: { token: string; until: Date }): Access => ({
  password: token,
  is_token: true,
  until,
});

const isRefusedLogin = (cause: unknown): cause is MailboxFailure =>
  cause instanceof MailboxFailure && cause.problem === "login_refused";

/** Returns the failure for a mail server that refuses a new access token. */
export const endedBy = (cause: MailboxFailure): MailboxFailure =>
  new MailboxFailure("access_ended", cause.words, { cause });

const token = z
  .string()
  .max(limits.mailTokenCharacters)
  .regex(/^[\x21-\x7e]+$/);

/** RFC 6749, section 5.1. The providers' access tokens last an hour or more. */
const tokenAnswer = z.object({
  access_token: token,
  refresh_token: token.optional(),
  expires_in: z.coerce
    .number()
    .min(1)
    .max(30 * 86_400),
});

/** RFC 6749, section 5.2. */
const refusedAnswer = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) });

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const answerIn = (body: string) => tokenAnswer.safeParse(jsonIn(body));

/** The errors after which a person must sign in again. Microsoft uses the last two. */
const endings: ReadonlySet<string> = new Set([
  "invalid_grant",
  "interaction_required",
  "consent_required",
]);

/** The gateway's client is unknown, its secret is wrong or expired, or its redirect address differs. */
const clientErrors: ReadonlySet<string> = new Set([
  "invalid_client",
  "unauthorized_client",
  "redirect_uri_mismatch",
  "invalid_request",
  "invalid_scope",
]);

function refusalOf(http_status: number | null, body: string): MailboxFailure {
  const { data } = refusedAnswer.safeParse(jsonIn(body));
  // Only the code is kept, because the description can repeat the request.
  const words = data?.error ?? null;
  const isRefusal = http_status === 400 || http_status === 401 || http_status === 403;
  if (!isRefusal || words === null) return new MailboxFailure("connection_failed", words);
  if (endings.has(words)) return new MailboxFailure("access_ended", words);
  if (clientErrors.has(words)) return new MailboxFailure("sign_in_unavailable", words);
  return new MailboxFailure("connection_failed", words);
}

import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A mail provider's authorization server for tests (RFC 6749, RFC 7636), with one known client. A program that opens
 * its page agrees at once; a browser shows the person the request.
 */
export interface TokenServer {
  sign_in_url: string;
  token_url: string;
  /** The address at which a mail server asks for the owner of an access token (RFC 7662). */
  introspection_url: string;
  /** The forms that were posted to the server. */
  asked: readonly URLSearchParams[];
  /** The access tokens that are valid now. */
  valid: ReadonlySet<string>;
  refreshTokens: ReadonlySet<string>;
  /** Expires all access tokens. */
  endTokens(): void;
  /** Revokes the permission, as the person would. */
  revoke(): void;
  /**
   * Sets the response to the next requests for tokens. "never" means no response; null restores the
   * normal one.
   */
  answerWith(answer: { status: number; body: string } | "never" | null): void;
  /** Makes refreshes return no new refresh token, as at Google. */
  keepRefreshTokens(): void;
  /** Sets the lifetime of the next access tokens, in seconds. */
  secondsOfTokens(seconds: number): void;
  close(): void;
}

/** The mailbox of the person who agrees. */
export const personsAddress = "kasir@gmail.com";

export const testClient = { client_id: "client-of-tests", client_secret: "secret-of-the-client" };

export async function startTokenServer(): Promise<TokenServer> {
  const asked: URLSearchParams[] = [];
  const codes = new Map<string, { challenge: string; redirect_uri: string }>();
  const valid = new Set<string>();
  const refreshTokens = new Set<string>();
  let override: { status: number; body: string } | "never" | null = null;
  let isKeeping = false;
  let expires_in = 3600;

  function tokens(isRefresh: boolean) {
    const access_token = `access-${randomUUID()}`;
    const refresh_token = `refresh-${randomUUID()}`;
    valid.add(access_token);
    if (isRefresh && isKeeping) return { access_token, expires_in, token_type: "Bearer" };
    refreshTokens.add(refresh_token);
    return { access_token, refresh_token, expires_in, token_type: "Bearer" };
  }

  function answer(form: URLSearchParams): { status: number; body: string } | "never" {
    if (override) return override;
    const refused = (error: string) => ({ status: 400, body: JSON.stringify({ error }) });
    const isClient = Object.entries(testClient).every(([name, value]) => form.get(name) === value);
    if (!isClient) return { ...refused("invalid_client"), status: 401 };
    const isRefresh = form.get("grant_type") === "refresh_token";
    if (isRefresh) {
      if (!refreshTokens.has(form.get("refresh_token") ?? "")) return refused("invalid_grant");
    } else {
      const code = form.get("code") ?? "";
      const known = codes.get(code);
      codes.delete(code);
      const verifier = form.get("code_verifier") ?? "";
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const isGood =
        form.get("grant_type") === "authorization_code" &&
        known?.challenge === challenge &&
        known.redirect_uri === form.get("redirect_uri");
      if (!isGood) return refused("invalid_grant");
    }
    return { status: 200, body: JSON.stringify(tokens(isRefresh)) };
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method === "POST") {
      void textOf(request).then((text) => {
        const form = new URLSearchParams(text);
        if (url.pathname === "/introspect") {
          const active = valid.has(form.get("token") ?? "");
          const known = active ? { active, email: personsAddress } : { active };
          return response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify(known));
        }
        asked.push(form);
        const answered = answer(form);
        if (answered === "never") return;
        const { status, body } = answered;
        return response.writeHead(status, { "content-type": "application/json" }).end(body);
      });
      return;
    }
    const given = url.searchParams;
    const redirect_uri = given.get("redirect_uri") ?? "";
    const back = (answer: Record<string, string>) => {
      const to = new URL(redirect_uri);
      to.search = new URLSearchParams({ ...answer, state: given.get("state") ?? "" }).toString();
      return to.href;
    };
    if (request.headers.accept?.includes("text/html") && !given.has("agreed")) {
      given.set("agreed", "yes");
      const links = [
        `<a href="?${String(given).replaceAll("&", "&amp;")}">Allow</a>`,
        `<a href="${refusal(back)}">Deny</a>`,
      ];
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<h1>${given.get("login_hint")}</h1>${links.join(" ")}`);
      return;
    }
    const code = `4/${randomUUID()}`;
    const isS256 = given.get("code_challenge_method") === "S256";
    codes.set(code, { challenge: isS256 ? (given.get("code_challenge") ?? "") : "", redirect_uri });
    response.writeHead(302, { location: back({ code }) }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sign_in_url: `${base}/authorize`,
    token_url: `${base}/token`,
    introspection_url: `${base}/introspect`,
    asked,
    valid,
    refreshTokens,
    endTokens: () => valid.clear(),
    revoke() {
      valid.clear();
      refreshTokens.clear();
    },
    answerWith: (given) => (override = given),
    keepRefreshTokens: () => (isKeeping = true),
    secondsOfTokens: (seconds) => (expires_in = seconds),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const refusal = (back: (answer: Record<string, string>) => string): string =>
  back({ error: "access_denied" }).replaceAll("&", "&amp;");

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

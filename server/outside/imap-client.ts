import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from "imapflow";
import { folderName } from "../contract/dashboard/mailboxes.ts";
import { limits } from "../contract/limits.ts";
import { mayUseMailHost, isLoopbackHost } from "../domain/base/mail-hosts.ts";
import { isPublicAddress } from "../domain/base/webhook-targets.ts";
import {
  type Inbox,
  type KeepSearching,
  type MailHead,
  MailboxFailure,
  type MailboxLogin,
  type OpenInbox,
  usualFolder,
} from "../domain/mail/inbox.ts";
import { withoutCredentials } from "../domain/security/credentials.ts";
import { resolveInDns, resolveLikeThisMachine } from "./dns-addresses.ts";

const answerMilliseconds = limits.mailboxAnswerSeconds * 1000;

/** Opens inboxes by IMAP (RFC 9051), under the rules for the addresses of webhooks. */
export const createInboxOpener =
  (targets: () => { allowPrivate: boolean }): OpenInbox =>
  async (login) => {
    const { allowPrivate } = targets();
    const address = await addressOf(login, allowPrivate);
    // The library is slow to load, and few gateways have a mailbox.
    const { ImapFlow: Client } = await import("imapflow");
    const client = new Client({
      host: address,
      port: login.port,
      secure: !isUnencrypted(login),
      doSTARTTLS: false,
      ...(isIP(login.host) === 0 && { servername: login.host }),
      auth: {
        user: login.login,
        ...(login.is_token ? { accessToken: login.password } : { pass: login.password }),
      },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: answerMilliseconds,
      greetingTimeout: answerMilliseconds,
      socketTimeout: 2 * limits.mailboxPollSeconds * 1000,
      tls: { rejectUnauthorized: true },
      // A compressed response can expand to a thousand times its size.
      disableCompression: true,
      maxLiteralSize: limits.mailBytes + 1024,
      maxLineLength: limits.mailboxLineBytes,
      maxResponseSize: limits.mailBytes + limits.mailboxLineBytes,
    });
    // Without a listener, an error after the connection would end the process. Each command rejects on its own.
    client.on("error", () => {});
    try {
      const opened = await inTime(client.connect().then(() => openIn(client, login)));
      return inboxOf(client, login, { ...opened, uidValidity: Number(opened.uidValidity) });
    } catch (cause) {
      client.close();
      throw failureOf(cause, login);
    }
  };

const openIn = async (client: ImapFlow, login: MailboxLogin) => {
  const opened = await client
    .mailboxOpen(login.folder, { readOnly: true })
    .catch((cause: ImapError) => {
      if (cause.responseStatus !== "NO" || isPassing(cause)) throw cause;
      throw new MailboxFailure("no_folder", wordsOf(cause, login), { cause });
    });
  if (opened.exists > limits.mailboxEmails) throw new MailboxFailure("connection_failed");
  return opened;
};

/**
 * A mail server of the operator on the same machine needs no encryption. In all other cases the password is sent
 * encrypted.
 */
const isUnencrypted = ({ host, port }: MailboxLogin): boolean =>
  isLoopbackHost(host) && port !== limits.mailboxPort;

/** Resolves the name once, and returns only an address that is allowed. */
async function addressOf({ host, port }: MailboxLogin, allowPrivate: boolean): Promise<string> {
  if (!mayUseMailHost({ host, port }, { allowPrivate })) {
    throw new MailboxFailure("destination_not_allowed");
  }
  if (isIP(host) !== 0) return host;
  const resolve = allowPrivate ? resolveLikeThisMachine : resolveInDns;
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new MailboxFailure("dns_error", null, { cause });
  });
  const [address] = addresses;
  if (address === undefined) throw new MailboxFailure("dns_error");
  if (!allowPrivate && !addresses.every(isPublicAddress)) {
    throw new MailboxFailure("destination_not_allowed");
  }
  return address;
}

function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const answered = new AbortController();
  const late = wait(answerMilliseconds, undefined, { signal: answered.signal, ref: false }).then(
    () => {
      throw new MailboxFailure("timeout");
    },
  );
  late.catch(() => {});
  return Promise.race([answer, late]).finally(() => answered.abort());
}

function inboxOf(
  client: ImapFlow,
  login: MailboxLogin,
  { uidValidity, uidNext }: { uidValidity: number; uidNext: number },
): Inbox {
  const asked = <Result>(answer: Promise<Result>): Promise<Result> =>
    inTime(answer).catch((cause: unknown) => {
      throw failureOf(cause, login);
    });

  async function heads(uids: readonly number[]): Promise<MailHead[]> {
    const found = await asked(headsIn(client, uids));
    // The library can omit rows when it retries after a refusal. Emails that are still missing after this retry are
    // gone.
    const missing = uids.filter((uid) => !isWhole(found.get(uid)));
    if (missing.length > 0) {
      for (const [uid, head] of await asked(headsIn(client, missing))) found.set(uid, head);
    }
    return uids.flatMap((uid) => {
      const head = found.get(uid);
      return isWhole(head) ? [{ arrived_at: new Date(), ...head }] : [];
    });
  }

  /** The server's announcements since the last search began. */
  const told = { news: false, deleted: false };
  client
    .on("exists", ({ count }) => {
      told.news = true;
      // The library trusts this number when it expands a range that the server sends.
      if (count > limits.mailboxEmails) client.close();
    })
    .on("expunge", () => (told.deleted = true));

  /**
   * Returns only the numbers that the query can match. A server can send millions of other numbers, and the library
   * collects them all.
   */
  async function searched(query: SearchObject, most: number): Promise<number[]> {
    const before = client.stats().received;
    const isFlood = () => client.stats().received - before > limits.mailboxSearchBytes;
    const watch = setInterval(() => {
      if (isFlood()) client.close();
    }, 50);
    try {
      const answer = await asked(client.search(query, { uid: true }));
      if (Array.isArray(answer) && answer.length <= most && !isFlood()) return answer;
      throw new MailboxFailure("connection_failed");
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * Searches from the newest email back, until a window of the inbox also holds other emails or until `enough` are
   * found. Parsing a response about a whole inbox would block this process for seconds.
   */
  async function newestOf(
    query: SearchObject,
    keep: KeepSearching,
    isWanted: (uid: number) => boolean = () => true,
    enough = Infinity,
  ): Promise<number[]> {
    for (let tries = limits.mailboxSearchTries; tries > 0; tries -= 1) {
      Object.assign(told, { news: false, deleted: false });
      // The oldest emails are read first, so a long backlog's newest emails are searched for again later.
      const windows: number[][] = [];
      let found = 0;
      let until = countOf(client);
      while (until > 0 && found < enough && !told.deleted) {
        await keep();
        const first = Math.max(1, until - limits.mailboxSearchWindow + 1);
        const answer = await searched({ seq: `${first}:${until}`, ...query }, until - first + 1);
        const wanted = answer.filter(isWanted);
        found += wanted.length;
        windows.push(wanted);
        if (windows.length > limits.mailboxWindowsKept) windows.shift();
        if (query.uid !== undefined && wanted.length <= until - first) break;
        until = first - 1;
      }
      // A deletion moves every later email, so a window could have missed some.
      if (!told.deleted) return [...new Set(windows.flat())].toSorted((one, other) => one - other);
    }
    throw new MailboxFailure("connection_failed");
  }

  /** Emails that were found but not yet returned. With this list, a long backlog is searched only once. */
  let known: number[] = [];

  return {
    uid_validity: uidValidity,
    uid_next: uidNext,
    async listAfter(uid, limit, keep) {
      const isNew = (each: number) => each > uid;
      known = known.filter(isNew);
      // A range that begins above the highest number means that number (RFC 9051, section 6.4.4).
      if (known.length === 0) known = await newestOf({ uid: `${uid + 1}:*` }, keep, isNew);
      const next = known.slice(0, limit);
      const last_uid = next.at(-1);
      return last_uid === undefined ? null : { heads: await heads(next), last_uid };
    },
    async firstSince(day, limit, keep) {
      return (await newestOf({ since: day }, keep, undefined, limit)).slice(-limit)[0] ?? null;
    },
    async read(uid) {
      let mail: Buffer | null = null;
      const query = { source: { maxLength: limits.mailBytes + 1 } };
      const take = ({ source }: FetchMessageObject) => (mail = source ?? mail);
      await asked(fetchEach(client, { uids: [uid], query, take }));
      return mail;
    },
    async listFolders() {
      const listed = await asked(client.list({ listOnly: true }));
      const isInbox = ({ path }: { path: string }) => path === usualFolder;
      return listed
        .toSorted((one, other) => Number(isInbox(other)) - Number(isInbox(one)))
        .filter(({ path, flags }) => !flags.has("\\Noselect") && nameable.safeParse(path).success)
        .slice(0, limits.mailboxFolders)
        .map(({ path }) => path);
    },
    async waitForNews(milliseconds, signal) {
      if (!client.usable) throw new MailboxFailure("connection_failed");
      // The server announced an email during the last search, and that search did not find the email.
      if (!told.news) await untilNews(client, milliseconds, signal);
      if (!client.usable && !signal.aborted) throw new MailboxFailure("connection_failed");
    },
    close: () => client.close(),
  };
}

/** Folders with names outside this schema cannot be chosen. */
const nameable = folderName();

const countOf = ({ mailbox }: ImapFlow): number => (mailbox ? mailbox.exists : 0);

/** IDLE ends when the next command is sent, so this function does not wait for its end. */
async function untilNews(
  client: ImapFlow,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const heard = new AbortController();
  const tell = () => heard.abort();
  client.once("exists", tell);
  client.once("close", tell);
  signal.addEventListener("abort", tell);
  try {
    client.idle().catch(tell);
    await wait(milliseconds, undefined, { signal: heard.signal, ref: false }).catch(() => {});
  } finally {
    client.off("exists", tell);
    client.off("close", tell);
    signal.removeEventListener("abort", tell);
  }
}

interface Asked {
  uids: readonly number[];
  query: FetchQueryObject;
  take: (row: FetchMessageObject) => void;
}

/** A server can send rows about other emails' changed flags at any time, and can split one email over several rows. */
async function fetchEach(client: ImapFlow, { uids, query, take }: Asked): Promise<void> {
  const wanted = new Set(uids);
  let rows = 0;
  for await (const row of client.fetch(uids.join(","), { uid: true, ...query }, { uid: true })) {
    rows += 1;
    if (rows > limits.mailboxAnswerRows) throw new MailboxFailure("connection_failed");
    if (wanted.has(row.uid)) take(row);
  }
}

async function headsIn(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, Partial<MailHead>>> {
  const found = new Map<number, Partial<MailHead>>();
  await fetchEach(client, {
    uids,
    query: { size: true, internalDate: true, headers: ["from"] },
    take: (row) => found.set(row.uid, { ...found.get(row.uid), ...headIn(row) }),
  });
  return found;
}

const headIn = ({ uid, size, internalDate, headers }: FetchMessageObject): Partial<MailHead> => ({
  uid,
  ...(size !== undefined && { bytes: size }),
  ...(headers && { from: headers.toString("utf8").slice(0, limits.mailHeaderBytes) }),
  ...(internalDate && { arrived_at: instantOf(internalDate) }),
});

type WholeHead = Partial<MailHead> & Omit<MailHead, "arrived_at">;

const isWhole = (head: Partial<MailHead> | undefined): head is WholeHead =>
  head?.bytes !== undefined && head.from !== undefined;

function instantOf(written: Date | string): Date {
  const at = new Date(written);
  return Number.isNaN(at.getTime()) ? new Date() : at;
}

interface ImapError {
  code?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  responseStatus?: string;
  serverResponseCode?: string;
}

/** Returns true if the server cannot respond to any command now (RFC 9051, section 7.1). */
const isPassing = ({ serverResponseCode = "" }: ImapError): boolean =>
  /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN)$/i.test(serverResponseCode);

function failureOf(cause: unknown, login: MailboxLogin): MailboxFailure {
  if (cause instanceof MailboxFailure) return cause;
  const error = cause as ImapError;
  const words = wordsOf(error, login);
  if (error.authenticationFailed === true && !isPassing(error)) {
    return new MailboxFailure("login_refused", words, { cause });
  }
  const { code = "" } = error;
  const problem = codes.find(([pattern]) => pattern.test(code))?.[1];
  return new MailboxFailure(problem ?? "connection_failed", words, { cause });
}

/** Returns the server's text without the password, because a server could repeat the password. */
function wordsOf({ responseText }: ImapError, { password }: MailboxLogin): string | null {
  if (!responseText) return null;
  const words = responseText.replaceAll(password, "…");
  return withoutCredentials(words).slice(0, limits.mailboxProblemCharacters);
}

/** Codes of Node.js, OpenSSL and the library. */
const codes = [
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(ENOTFOUND|EAI_\w+)$/, "dns_error"],
  [/^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_)/, "certificate_refused"],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, "tls_error"],
  [/^(ETIMEDOUT|ETIMEOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT)$/i, "timeout"],
] as const;

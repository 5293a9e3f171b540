import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { createSecureContext } from "node:tls";
import { domainToASCII } from "node:url";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { SMTPServerSession } from "smtp-server";
import { limits } from "../contract/limits.ts";
import { clientNetwork } from "../domain/base/client-network.ts";
import type { MailReception, Reception } from "../domain/mail/forwarded-mail.ts";
import type { Log } from "./log.ts";

/** Receives forwarded emails by SMTP (RFC 5321). The receiver sends no email, and accepts none for other domains. */

export interface ReceiverSettings {
  host: string;
  port: number;
  domain: string;
  certificate: { certificateFile: string; keyFile: string } | null;
}

export interface MailReceiver {
  readonly port: number;
  stop(): Promise<void>;
}

/** An SMTP response with its code. The sender gives up at codes from 500, and retries at lower codes. */
class Answer extends Error {
  override readonly name = "Answer";
  readonly responseCode: number;

  constructor(responseCode: number, words: string) {
    super(words);
    this.responseCode = responseCode;
  }
}

const unknown = () => new Answer(550, "There is no such address");
const tryLater = () => new Answer(451, "Try again later");
const goAway = () => new Answer(421, "Too many attempts. Try again later");

const answerTo = (reception: Reception): Answer | null => {
  if (reception === "unknown") return unknown();
  if (reception === "busy") return tryLater();
  return reception === "paused" ? new Answer(450, "The address is paused") : null;
};

export async function startMailReceiver(
  settings: ReceiverSettings,
  reception: MailReception,
  log: Log,
  {
    sessionSeconds = limits.smtpSessionSeconds,
    idleSeconds = limits.smtpIdleSeconds,
    certificateSeconds = limits.smtpCertificateMinutes * 60,
  }: { sessionSeconds?: number; idleSeconds?: number; certificateSeconds?: number } = {},
): Promise<MailReceiver> {
  // The library is loaded here, because few gateways receive emails.
  const { SMTPServer } = await import("smtp-server");
  const peers = createPeers();
  const mails = new RateLimiterMemory({ points: limits.smtpMailsPerAddress, duration: 60 });
  const ends = new Map<string, () => void>();

  const server = new SMTPServer({
    name: settings.domain,
    banner: "Tepat",
    logger: false,
    authOptional: true,
    disabledCommands: settings.certificate === null ? ["AUTH", "STARTTLS"] : ["AUTH"],
    ...readCertificate(settings.certificate),
    size: limits.mailBytes,
    maxClients: limits.smtpConnections,
    maxRecipients: limits.smtpRecipients,
    socketTimeout: idleSeconds * 1000,
    closeTimeout: limits.smtpStopSeconds * 1000,
    disableReverseLookup: true,

    onConnect(session, callback) {
      const visit = peers.enter(session.remoteAddress);
      const timer = setTimeout(() => cut(session), sessionSeconds * 1000);
      timer.unref();
      ends.set(session.id, () => {
        clearTimeout(timer);
        visit.leave();
      });
      answer(visit.isAllowed, callback);
    },
    onRcptTo({ address }, session, callback) {
      answer(askFor(address, session), callback);
    },
    onData(stream, session, callback) {
      answer(take(stream, session), callback);
    },
    onClose(session) {
      ends.get(session.id)?.();
      ends.delete(session.id);
    },
  });
  server.on("error", (err: unknown) => log.warn({ err }, "a connection for an email failed"));

  const cut = (session: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (connection.id === session.id) connection.close();
    }
  };

  const nameIn = (address: string): string | null => {
    const at = address.lastIndexOf("@");
    // The library gives internationalised domains in Unicode.
    const isOurs = domainToASCII(address.slice(at + 1)) === settings.domain;
    return isOurs ? address.slice(0, at).toLowerCase() : null;
  };

  async function askFor(address: string, session: SMTPServerSession): Promise<void> {
    const name = nameIn(address);
    const refusal = answerTo(name === null ? "unknown" : await away(reception.ask(name)));
    if (refusal?.responseCode === 550 && (await peers.noteUnknown(session))) throw goAway();
    if (refusal) throw refusal;
    await mails.consume(name ?? "").catch(() => {
      throw tryLater();
    });
  }

  async function take(stream: Readable, session: SMTPServerSession): Promise<void> {
    const mail = await readWhole(stream, () => cut(session));
    const [recipient] = session.envelope.rcptTo;
    const name = nameIn(recipient?.address ?? "");
    if (mail === null) throw new Answer(552, "The email is too large");
    if (name === null) throw unknown();
    const refusal = answerTo(await away(reception.receive(name, mail)));
    if (refusal) throw refusal;
  }

  /** An email is accepted only after its result is stored. */
  const away = (result: Promise<Reception>): Promise<Reception> =>
    result.catch((err: unknown) => {
      log.warn({ err }, "a forwarded email could not be stored, so its sender keeps it");
      throw tryLater();
    });

  function answer(result: Promise<void>, callback: (err?: Error | null) => void): void {
    result.then(
      () => callback(),
      (cause: unknown) => {
        if (cause instanceof Answer) return callback(cause);
        log.error({ err: cause }, "an email could not be received, so its sender keeps it");
        callback(tryLater());
      },
    );
  }

  const renewing = setInterval(() => {
    try {
      server.updateSecureContext(readCertificate(settings.certificate));
    } catch (err) {
      log.error(
        { err },
        "the new certificate for receiving emails is unusable, so the current one stays",
      );
    }
  }, certificateSeconds * 1000);
  renewing.unref();

  const listening = once(server.server, "listening");
  server.listen(settings.port, settings.host);
  try {
    await listening;
  } catch (cause) {
    clearInterval(renewing);
    throw cause;
  }
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      clearInterval(renewing);
      for (const connection of server.connections) {
        // A session that is storing an email closes afterwards. A new connection has no envelope yet.
        const { envelope } = connection.session as Partial<typeof connection.session>;
        if (!envelope?.rcptTo.length) connection.close();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Throws if the certificate and the key do not match, as in the middle of a renewal. Otherwise the library would be
 * left without a certificate.
 */
function readCertificate(certificate: ReceiverSettings["certificate"]) {
  if (certificate === null) return {};
  const pair = {
    cert: readFileSync(certificate.certificateFile),
    key: readFileSync(certificate.keyFile),
  };
  createSecureContext(pair);
  return pair;
}

/** Returns null for an email that is too large, and keeps no part of it. */
async function readWhole(stream: Readable, cut: () => void): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limits.mailBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > limits.smtpDiscardBytes) cut();
  }
  return bytes > limits.mailBytes ? null : Buffer.concat(chunks);
}

/** Counts the actions of each network. The connection's address is trusted; the sender's address is not. */
function createPeers() {
  const open = new Map<string, number>();
  const sessions = new RateLimiterMemory({ points: limits.smtpSessionsPerPeer, duration: 60 });
  const unknowns = new RateLimiterMemory({ points: limits.smtpUnknownPerPeer, duration: 60 });
  const ofSession = new WeakMap<SMTPServerSession, number>();

  return {
    enter(address: string): { isAllowed: Promise<void>; leave(): void } {
      const peer = clientNetwork(address);
      const present = (open.get(peer) ?? 0) + 1;
      open.set(peer, present);
      const leave = () => {
        const left = (open.get(peer) ?? 1) - 1;
        if (left > 0) open.set(peer, left);
        else open.delete(peer);
      };
      const isAllowed =
        present > limits.smtpConnectionsPerPeer
          ? Promise.reject(goAway())
          : sessions.consume(peer).then(
              () => {},
              () => {
                throw goAway();
              },
            );
      return { isAllowed, leave };
    },
    /**
     * Returns whether the session or its network has named too many unknown recipients. Known recipients never count.
     */
    async noteUnknown(session: SMTPServerSession): Promise<boolean> {
      const count = (ofSession.get(session) ?? 0) + 1;
      ofSession.set(session, count);
      const isInBounds = await unknowns.consume(clientNetwork(session.remoteAddress)).then(
        () => count < limits.smtpUnknownPerSession,
        () => false,
      );
      return !isInBounds;
    },
  };
}

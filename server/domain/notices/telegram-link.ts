import { randomBytes, randomUUID } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import { nameOf } from "../access/sessions.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { hashCredential } from "../security/credentials.ts";
import { insertMessage } from "./notice-messages.sql.ts";
import { targetContext, type NoticeChannels } from "./notice-sending.ts";
import { writeOwnMessage } from "./notice-texts.ts";
import {
  isTelegramOfferOpen,
  keepTelegramOffset,
  leaseTelegramReader,
  replaceTelegramTarget,
  selectPersonSettings,
  takeTelegramOffer,
  upsertPersonSettings,
  upsertTelegramOffer,
} from "./notices.sql.ts";
import { orderedId } from "../base/ordered-id.ts";

/**
 * Connects a person's Telegram chat. A bot can write only to people who have written to it first, so the person opens
 * the bot by a link and presses Start. Telegram then gives the bot the link's code and the chat.
 */

/** Telegram accepts at most 64 letters, digits, `_` and `-`. */
const codeBytes = 24;

export async function offerTelegramLink(
  gateway: Gateway,
  channels: NoticeChannels,
  actor: Actor,
  session: Session,
): Promise<{ link: string; valid_seconds: number }> {
  requireConfirmed(session);
  if (!channels.available.has("telegram")) {
    throw new DomainError({ code: "no_telegram_bot", params: {} });
  }
  const bot = await channels.botName().catch((cause: unknown) => {
    throw new DomainError({ code: "telegram_silent", params: {} }, { cause });
  });
  const code = randomBytes(codeBytes).toString("base64url");
  const person = nameOf(session);
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      await upsertPersonSettings(sql, person, {});
      await upsertTelegramOffer(sql, { ...person, code_hash: hashCredential(code), at: now() });
    },
    () => ({ merchant_id: person.merchant_id, action: "telegram.offered" }),
  );
  return {
    link: `https://t.me/${encodeURIComponent(bot)}?start=${code}`,
    valid_seconds: limits.telegramOfferSeconds,
  };
}

/** A message that a person has sent to the bot. */
export interface TelegramUpdate {
  update_id: number;
  /** null if the update is not a text from a person's own chat. */
  message: { chat_id: string; sender_name: string; text: string } | null;
}

export interface TelegramReader {
  bot_id: string;
  /** Reads the messages to the bot after this update. Waits some seconds if there are none. */
  read(after: number, signal?: AbortSignal): Promise<TelegramUpdate[]>;
}

/** The lease exceeds the time of one call of `read`. */
const readerLeaseSeconds = 60;

/**
 * Reads the bot's messages while a person's code is open, in one process at a time. At all other times the bot's
 * messages are not needed, so Telegram is not called.
 */
export async function connectChats(
  gateway: Gateway,
  { bot_id, read }: TelegramReader,
  signal?: AbortSignal,
): Promise<void> {
  const lease_seconds = readerLeaseSeconds;
  const lease = { bot_id, lease_seconds, at: gateway.now() };
  if (!(await leaseTelegramReader(gateway.sql, lease))) return;
  let former_id = 0;
  const keep = (offset_id: number, seconds: number | null) =>
    keepTelegramOffset(gateway.sql, {
      bot_id,
      former_id,
      offset_id,
      lease_seconds: seconds,
      at: gateway.now(),
    });
  try {
    const isWanted = () => isTelegramOfferOpen(gateway.sql, gateway.now());
    while (!isStopped(signal) && (await isWanted())) {
      const updates = await read(former_id, signal);
      for (const update of updates) await connectChat(gateway, update);
      const offset_id = Math.max(former_id, ...updates.map(({ update_id }) => update_id));
      if (!(await keep(offset_id, lease_seconds))) return;
      former_id = offset_id;
    }
  } finally {
    await keep(former_id, null);
  }
}

const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted ?? false;

async function connectChat(gateway: Gateway, { message }: TelegramUpdate): Promise<void> {
  const code = /^\/start(?:@\w+)? ([\w-]{1,64})$/.exec(message?.text ?? "")?.[1];
  if (!message || code === undefined) return;
  const target_id = randomUUID();
  const at = gateway.now();
  await gateway.sql.begin(async (tx) => {
    const person = await takeTelegramOffer(tx, { code_hash: hashCredential(code), at });
    if (!person) return;
    const address = JSON.stringify({ chat_id: message.chat_id });
    await replaceTelegramTarget(tx, {
      ...person,
      target_id,
      target_name: message.sender_name,
      sealed_address: gateway.secrets.seal(address, targetContext(target_id)),
      address_hash: hashCredential(message.chat_id),
      at,
    });
    const settings = await selectPersonSettings(tx, person);
    await insertMessage(
      tx,
      {
        merchant_id: person.merchant_id,
        message_id: orderedId(),
        target_id,
        event: "linked",
        notice_count: 1,
        ...writeOwnMessage("linked", settings?.language ?? "id"),
      },
      { subjects: [], at },
    );
  });
}

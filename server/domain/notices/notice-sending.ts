import type { TelegramTrial } from "../../contract/dashboard/gateway-settings.ts";
import { randomUUID } from "node:crypto";
import type {
  BrokenReason,
  NoticeChannel,
  NoticeLanguage,
} from "../../contract/dashboard/notices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { DeliveryStatus } from "../gateway/delivery.ts";
import { nextAttempt, type AttemptResult } from "../webhooks/webhook-schedule.ts";
import {
  finishMessage,
  leaseMessages,
  returnMessageLease,
  type LeasedMessage,
} from "./notice-messages.sql.ts";
import { markTargetBroken } from "./notices.sql.ts";

/** Sends notices to team members. Messages have leases, a schedule and a log, as webhook deliveries do. */

/** The address of a message. */
export type NoticeAddress =
  | { channel: "email"; email: string }
  | { channel: "telegram"; chat_id: string }
  | {
      channel: "push";
      endpoint: string;
      p256dh: string;
      auth: string;
      /** The key with which the gateway signs messages to this browser. */
      keys: { public_key: string; private_key: string };
    };

/** A message that every channel sends in its own form. */
export interface OutgoingNotice {
  /** An id that all attempts share, so that a channel can drop a repetition. */
  message_id: string;
  title: string;
  body: string;
  /** The link to the dashboard's page about the notice. */
  link: string;
  /** The link to the page where the person chooses notices. */
  settings_link: string;
  language: NoticeLanguage;
}

export type NoticeResult = Pick<
  AttemptResult,
  "outcome" | "http_status" | "retry_after_seconds" | "duration_ms"
> & {
  error_code: string | null;
  /** Set if the target accepts no more messages until the person fixes it. */
  broken_reason?: BrokenReason | undefined;
};

/** Sends one message on one channel, within its limits. outside/notice-channels.ts implements the interface. */
export interface NoticeChannels {
  /** The channels that the operator has set up. */
  readonly available: ReadonlySet<NoticeChannel>;
  /** Never rejects because of the network or the receiver; the result names the failure. */
  send(address: NoticeAddress, notice: OutgoingNotice, signal?: AbortSignal): Promise<NoticeResult>;
  /** Returns the name of the Telegram bot. Rejects if Telegram does not give it. */
  botName(): Promise<string>;
  /** Asks Telegram whether the bot works. */
  tryBot(): Promise<TelegramTrial>;
}

/** The lease exceeds the time of any attempt. After a crash, a message waits for at most this time. */
export const messageLeaseSeconds = 60;

/** The seconds to wait after each failed attempt. A message that is not accepted within a day is out of date. */
export const defaultNoticeRetrySchedule: readonly number[] = [
  10, 60, 300, 1800, 7200, 21_600, 25_200, 28_800,
];

export function leaseDueMessages(
  gateway: Gateway,
  options: { limit: number; busy: readonly string[] },
): Promise<LeasedMessage[]> {
  return leaseMessages(gateway.sql, {
    ...options,
    lease_token: randomUUID(),
    lease_seconds: messageLeaseSeconds,
    at: gateway.now(),
  });
}

/**
 * Sends a leased message once and records the result. Returns its status, or null if nothing was recorded: the
 * attempt was aborted, it outlasted its lease, or the person has removed the target in the meantime. A fault of
 * Tepat, such as a sealed address that cannot be opened, is recorded as a failed attempt, so that the schedule ends
 * it, and is then thrown.
 */
export async function attemptMessage(
  gateway: Gateway,
  channels: NoticeChannels,
  { message, signal }: { message: LeasedMessage; signal?: AbortSignal },
): Promise<DeliveryStatus | null> {
  let fault: unknown;
  const result = await send(gateway, channels, message, signal).catch((cause: unknown) => {
    fault = cause;
    return failedOnOurSide;
  });
  if (result.error_code === "aborted") {
    await returnMessageLease(gateway.sql, message);
    return null;
  }
  const { broken_reason } = result;
  const next = judge(gateway, message, result);
  const isRecorded = await finishMessage(
    gateway.sql,
    {
      message,
      started_at: message.leased_at,
      duration_ms: result.duration_ms,
      http_status: result.http_status,
      error_code: broken_reason ?? result.error_code,
      ...next,
      is_asked: result.retry_after_seconds !== null && next.delay_seconds !== null,
    },
    gateway.now(),
  );
  if (fault !== undefined) throw fault;
  if (!isRecorded) return null;
  if (broken_reason) {
    await markTargetBroken(gateway.sql, { ...message, reason: broken_reason, at: gateway.now() });
  }
  return next.message_status;
}

const failedOnOurSide: NoticeResult = {
  outcome: "failure",
  error_code: "internal_error",
  http_status: null,
  retry_after_seconds: null,
  duration_ms: 0,
};

async function send(
  gateway: Gateway,
  channels: NoticeChannels,
  message: LeasedMessage,
  signal: AbortSignal | undefined,
): Promise<NoticeResult> {
  const dashboard = `${gateway.settings.publicUrl}/dashboard`;
  return channels.send(
    addressOf(gateway, message),
    {
      message_id: message.message_id,
      title: message.title,
      body: message.body,
      link: dashboard + message.page_path,
      settings_link: `${dashboard}/notices`,
      language: message.language,
    },
    signal,
  );
}

/** A sealed address opens only for its own target. */
export const targetContext = (target_id: string) => `notice_target:${target_id}`;

/** A sealed key opens only for its own merchant. */
export const pushKeyContext = (merchant_id: string) => `merchant:${merchant_id}:push_key`;

function addressOf(gateway: Gateway, message: LeasedMessage): NoticeAddress {
  if (message.channel === "email") return { channel: "email", email: message.email };
  const { sealed_address, target_id, merchant_id } = message;
  if (!sealed_address) throw new Error(`notice target ${target_id} has no address`);
  const address = JSON.parse(gateway.secrets.open(sealed_address, targetContext(target_id)));
  if (message.channel === "telegram") return { channel: "telegram", ...address };
  if (!message.sealed_private_key) throw new Error(`merchant ${merchant_id} has no push key`);
  const keys = {
    public_key: message.public_key ?? "",
    private_key: gateway.secrets.open(message.sealed_private_key, pushKeyContext(merchant_id)),
  };
  return { channel: "push", ...address, keys };
}

function judge(
  gateway: Gateway,
  message: LeasedMessage,
  result: NoticeResult,
): { message_status: DeliveryStatus; delay_seconds: number | null } {
  if (result.outcome === "success") return { message_status: "SUCCESS", delay_seconds: null };
  if (result.broken_reason) return { message_status: "FAILED", delay_seconds: null };
  const next = nextAttempt({
    schedule: gateway.settings.noticeRetrySeconds,
    attempt_count: message.attempt_count + 1,
    result: { ...result, error_code: null },
    random: gateway.random,
  });
  return next === "failed"
    ? { message_status: "FAILED", delay_seconds: null }
    : { message_status: "RETRYING", delay_seconds: next.delay_seconds };
}

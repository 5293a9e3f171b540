import { ECDH, randomUUID } from "node:crypto";
import type { CursorPage } from "../../contract/dashboard/cursor.ts";
import type {
  NoticeChannel,
  NoticeEvent,
  NoticeMessage,
  Notices,
  NoticeTarget,
  NoticeWish,
} from "../../contract/dashboard/notices.ts";
import { GatewayError, invalidFields } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import { nameOf } from "../access/sessions.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { readUuidCursor } from "../base/cursor.ts";
import { DomainError } from "../base/domain-error.ts";
import { namedFields } from "../base/named-fields.ts";
import { pageSize } from "../base/page-rows.ts";
import { checkWebhookUrl, webhookTargetRules } from "../base/webhook-targets.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { hashCredential } from "../security/credentials.ts";
import { countRecentTests, insertMessage, selectMessages } from "./notice-messages.sql.ts";
import { targetContext, type NoticeChannels } from "./notice-sending.ts";
import { writeOwnMessage } from "./notice-texts.ts";
import {
  deleteTarget,
  replacePushTarget,
  replaceWishes,
  selectAllowedEvents,
  selectPersonSettings,
  selectTargets,
  selectWishes,
  upsertEmailTarget,
  upsertPersonSettings,
  type PersonSettings,
  type TargetRow,
} from "./notices.sql.ts";
import { publicPushKey } from "./push-keys.ts";
import { orderedId } from "../base/ordered-id.ts";

/** The notices that a person wants, and their targets. */

/** The settings of a person who has chosen nothing. The table has the same defaults. */
const unchosen: PersonSettings = {
  language: "id",
  quiet_from: null,
  quiet_until: null,
  urgent_events: ["device_silent"],
};

export async function readNotices(
  gateway: Gateway,
  channels: NoticeChannels,
  session: Session,
): Promise<Notices> {
  const person = nameOf(session);
  const [settings = unchosen, wishes, targets, events, push] = await Promise.all([
    selectPersonSettings(gateway.sql, person),
    selectWishes(gateway.sql, person),
    selectTargets(gateway.sql, person),
    selectAllowedEvents(gateway.sql, person),
    publicPushKey(gateway, person.merchant_id),
  ]);
  const { quiet_from, quiet_until } = settings;
  return {
    channels: {
      email: channels.available.has("email") ? session.email : null,
      telegram: channels.available.has("telegram"),
      push,
    },
    events,
    targets: targets.map(presentTarget),
    wishes,
    language: settings.language,
    quiet_hours:
      quiet_from === null || quiet_until === null
        ? null
        : { from: quiet_from.slice(0, 5), until: quiet_until.slice(0, 5) },
    urgent_events: settings.urgent_events,
    time_zone: gateway.settings.quotaTimeZone,
  };
}

const presentTarget = (row: TargetRow): NoticeTarget => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

interface NoticeChange {
  wishes?: NoticeWish[] | undefined;
  language?: Notices["language"] | undefined;
  quiet_hours?: Notices["quiet_hours"] | undefined;
  urgent_events?: NoticeEvent[] | undefined;
}

export async function changeNotices(
  gateway: Gateway,
  channels: NoticeChannels,
  actor: Actor,
  { session, change }: { session: Session; change: NoticeChange },
): Promise<Notices> {
  const { wishes, language, quiet_hours, urgent_events } = change;
  if (quiet_hours && quiet_hours.from === quiet_hours.until) {
    throw invalidFields({ quiet_hours: { code: "same_times", params: {} } });
  }
  const person = nameOf(session);
  const allowed = await selectAllowedEvents(gateway.sql, person);
  if (wishes?.some(({ event }) => !allowed.includes(event))) {
    const params = { choices: allowed.join(", ") };
    throw invalidFields({ wishes: { code: "not_a_choice", params } });
  }
  await audited(
    gateway,
    actor,
    async (inside) => {
      await upsertPersonSettings(inside.sql, person, {
        ...(language && { language }),
        ...(urgent_events && { urgent_events: [...new Set(urgent_events)] }),
        ...(quiet_hours !== undefined && {
          quiet_from: quiet_hours?.from ?? null,
          quiet_until: quiet_hours?.until ?? null,
        }),
      });
      if (!wishes) return;
      if (wishes.some(({ channel }) => channel === "email")) {
        await upsertEmailTarget(inside.sql, person, { target_id: randomUUID(), at: inside.now() });
      }
      await replaceWishes(inside.sql, person, wishes);
    },
    () => ({
      merchant_id: person.merchant_id,
      action: "notices.changed",
      details: namedFields(change as Record<string, unknown>),
    }),
  );
  return readNotices(gateway, channels, session);
}

export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Sends notices to this subscription's browser from now on. */
export async function addPushTarget(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; subscription: PushSubscription; target_name: string },
): Promise<NoticeTarget> {
  const { session, subscription, target_name } = options;
  requireConfirmed(session);
  const checked = checkWebhookUrl(subscription.endpoint, webhookTargetRules(gateway.settings));
  if ("problem" in checked) throw invalidFields({ endpoint: checked.problem });
  // RFC 8030, section 8: push services use only https. Only tests have a push service beside the gateway.
  if (!gateway.settings.allowPrivateWebhooks && !checked.url.startsWith("https:")) {
    throw invalidFields({ endpoint: { code: "url_not_https", params: {} } });
  }
  if (!isPushKey(subscription.p256dh)) {
    throw invalidFields({ p256dh: { code: "not_a_push_key", params: {} } });
  }
  const person = nameOf(session);
  const target_id = randomUUID();
  const address = JSON.stringify({ ...subscription, endpoint: checked.url });
  const targets = await audited(
    gateway,
    actor,
    async ({ sql, secrets, now }) => {
      await holdMerchant(sql, person.merchant_id);
      await upsertPersonSettings(sql, person, {});
      await replacePushTarget(sql, {
        ...person,
        target_id,
        target_name,
        sealed_address: secrets.seal(address, targetContext(target_id)),
        address_hash: hashCredential(checked.url),
        at: now(),
      });
      const present = await selectTargets(sql, person);
      const browsers = present.filter(({ channel }) => channel === "push").length;
      if (browsers > limits.browsersToldPerPerson) {
        throw new DomainError({
          code: "notice_browser_limit",
          params: { browsers: limits.browsersToldPerPerson },
        });
      }
      return present;
    },
    () => ({
      merchant_id: person.merchant_id,
      action: "notice_target.added",
      object_id: target_id,
      details: { channel: "push", target_name },
    }),
  );
  const added = targets.find((each) => each.target_id === target_id);
  if (!added) throw new Error(`the target ${target_id} was written and is not there`);
  return presentTarget(added);
}

/**
 * Returns whether the key is a point of P-256. Without one nothing can be encrypted, even if the length is right (RFC
 * 8291, section 3.1).
 */
function isPushKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return Buffer.from(p256dh, "base64url")[0] === uncompressedPoint;
  } catch {
    return false;
  }
}

const uncompressedPoint = 4;

export async function removeNoticeTarget(
  gateway: Gateway,
  actor: Actor,
  { session, target_id }: { session: Session; target_id: string },
): Promise<null> {
  const person = nameOf(session);
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      const isRemoved = await deleteTarget(sql, { ...person, target_id });
      if (!isRemoved) throw new GatewayError("not_found");
    },
    () => ({
      merchant_id: person.merchant_id,
      action: "notice_target.removed",
      object_id: target_id,
    }),
  );
  return null;
}

/** Sends a message to all targets of the channel. A previously refused email address is tried again. */
export async function sendTestNotice(
  gateway: Gateway,
  channels: NoticeChannels,
  { session, channel }: { session: Session; channel: NoticeChannel },
): Promise<{ message_count: number }> {
  const person = nameOf(session);
  const at = gateway.now();
  return gateway.sql.begin(async (tx) => {
    await holdMerchant(tx, person.merchant_id);
    const recent = await countRecentTests(tx, {
      ...person,
      window_seconds: limits.noticeWindowSeconds,
      at,
    });
    if (recent >= limits.noticeTestsPerWindow) {
      throw new DomainError({
        code: "notice_test_limit",
        params: { minutes: limits.noticeWindowSeconds / 60 },
      });
    }
    await upsertPersonSettings(tx, person, {});
    if (channel === "email" && channels.available.has("email")) {
      await upsertEmailTarget(tx, person, { target_id: randomUUID(), at });
    }
    const targets = (await selectTargets(tx, person)).filter(
      (target) => target.channel === channel && target.broken_reason === null,
    );
    if (targets.length === 0) throw new DomainError({ code: "no_notice_target", params: {} });
    const settings = (await selectPersonSettings(tx, person)) ?? unchosen;
    for (const { target_id } of targets) {
      await insertMessage(
        tx,
        {
          merchant_id: person.merchant_id,
          message_id: orderedId(),
          target_id,
          event: "test",
          notice_count: 1,
          ...writeOwnMessage("test", settings.language),
        },
        { subjects: [], at },
      );
    }
    return { message_count: targets.length };
  });
}

export async function listNoticeMessages(
  gateway: Gateway,
  options: { session: Session; cursor?: string | undefined; per_page: number },
): Promise<CursorPage<NoticeMessage>> {
  const limit = pageSize(options);
  const rows = await selectMessages(gateway.sql, {
    ...nameOf(options.session),
    before: readUuidCursor(options.cursor),
    limit,
  });
  return {
    items: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    })),
    next_cursor: rows.length < limit ? null : (rows.at(-1)?.message_id ?? null),
  };
}

import { limits } from "../../contract/limits.ts";
import type { Tx } from "../../db/client.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  holdGroup,
  insertMessage,
  postponeGroup,
  selectDueGroups,
  selectWaitingNotices,
  type GroupState,
  type NoticeGroup,
  type WaitingNotice,
} from "./notice-messages.sql.ts";
import { writeMessage } from "./notice-texts.ts";
import { orderedId } from "../base/ordered-id.ts";

/**
 * Composes messages from the notices that are due. The messages are then sent like webhooks. Each notice is in one
 * message, and one process at a time composes each target's notices.
 */
export async function composeMessages(gateway: Gateway): Promise<void> {
  const groups = await selectDueGroups(gateway.sql, {
    notices: noticesPerLook,
    at: gateway.now(),
  });
  for (const group of groups) {
    await gateway.sql.begin((tx) => composeGroup(gateway, tx, group));
  }
}

/** The number of due notices that one look groups. */
const noticesPerLook = 2000;

async function composeGroup(gateway: Gateway, tx: Tx, group: NoticeGroup): Promise<void> {
  const state = await holdGroup(tx, group, {
    window_seconds: limits.noticeWindowSeconds,
    time_zone: gateway.settings.quotaTimeZone,
    at: gateway.now(),
  });
  if (!state) return;
  const plan = planMessages(state);
  if (plan.kind === "wait") return postponeGroup(tx, group, plan.until);
  const waiting = await selectWaitingNotices(tx, group, limits.noticesPerDigest);
  if (waiting.length === 0) return;
  const messages = plan.kind === "digest" ? [waiting] : waiting.map((notice) => [notice]);
  // Messages are sent in the order of their ids.
  for (const notices of messages) {
    await tell(gateway, tx, { group, state, notices, message_id: orderedId() });
  }
}

type Plan = { kind: "wait"; until: Date } | { kind: "each" } | { kind: "digest" };

/**
 * At most `noticeMessagesPerWindow` messages of a kind go to a target in a window. If more notices wait than there is
 * room for, one message is a digest of them. Further notices wait until the window has room again.
 */
export function planMessages(
  state: Pick<GroupState, "quiet_until" | "waiting_count" | "recent_count" | "window_ends_at">,
): Plan {
  if (state.quiet_until) return { kind: "wait", until: state.quiet_until };
  const room = limits.noticeMessagesPerWindow - state.recent_count;
  if (room <= 0 && state.window_ends_at) return { kind: "wait", until: state.window_ends_at };
  return { kind: state.waiting_count <= room ? "each" : "digest" };
}

function tell(
  gateway: Gateway,
  tx: Tx,
  options: {
    group: NoticeGroup;
    state: GroupState;
    notices: readonly WaitingNotice[];
    message_id: string;
  },
): Promise<void> {
  const { group, state, notices, message_id } = options;
  return insertMessage(
    tx,
    {
      ...group,
      ...writeMessage(group.event, notices, state),
      message_id,
      notice_count: notices.length,
    },
    { subjects: notices.map(({ subject }) => subject), at: gateway.now() },
  );
}

import type { AccountSource, AccountSources } from "../../contract/dashboard/accounts.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListedDevice } from "../../contract/devices.ts";
import { presentDevice } from "./devices.ts";
import { selectApprovedPhones } from "./devices.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  selectAccountWatch,
  selectWatchingMailboxes,
  type WatchingMailbox,
} from "./account-sources.sql.ts";

/** Lists the phones and mailboxes that report transfers to an account, each with its state. */
export async function readAccountSources(
  gateway: Gateway,
  account: { merchant_id: string; account_id: string },
): Promise<AccountSources> {
  const watch = await selectAccountWatch(gateway.sql, account);
  if (!watch) throw notFound("account");
  const { merchant_id } = account;
  const { device_id } = watch;
  const at = gateway.now();
  const [phones, mailboxes] = await Promise.all([
    selectApprovedPhones(gateway.sql, { merchant_id, device_id, at }),
    selectWatchingMailboxes(gateway.sql, { ...account, at }),
  ]);
  return {
    is_watched: watch.is_watched,
    statement_until: watch.statement_until,
    sources: [...phones.map(presentDevice).map(ofPhone), ...mailboxes.map(ofMailbox)],
  };
}

const phoneStates = { ok: "working", warning: "warning", offline: "silent" } as const;

const ofPhone = ({
  device_id,
  device_name,
  health,
  is_unheard,
  last_seen_at,
}: ListedDevice): AccountSource => ({
  source_id: device_id,
  kind: "phone",
  source_name: device_name,
  state: health === "ok" && is_unheard ? "unheard" : phoneStates[health ?? "ok"],
  heard_at: last_seen_at,
});

const mailboxStates = {
  silent: "silent",
  unheard: "unheard",
  keyless: "warning",
  stopped: "warning",
} as const;

function ofMailbox(mailbox: WatchingMailbox): AccountSource {
  const state = stateOf(mailbox);
  return {
    source_id: mailbox.device_id,
    kind: "mailbox",
    source_name: mailbox.device_name,
    state,
    // A new forwarding address looks as if it had just been heard.
    heard_at: state === "unheard" ? null : (mailbox.last_seen_at?.toISOString() ?? null),
  };
}

function stateOf({ is_paused, is_offline, trouble }: WatchingMailbox): AccountSource["state"] {
  if (is_paused) return "paused";
  if (trouble !== null) return mailboxStates[trouble];
  return is_offline ? "unheard" : "working";
}

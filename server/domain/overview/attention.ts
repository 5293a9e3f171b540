import { reachOf } from "../../../web-shared/src/reach.ts";
import {
  attentionKinds,
  type Attention,
  type AttentionItem,
  type AttentionKind,
} from "../../contract/dashboard/overview.ts";
import type { DeviceProblem, ListedDevice } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import type { PersonName } from "../access/sessions.sql.ts";
import { listDevices } from "../sources/devices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectUnwellMailboxes, type UnwellMailbox } from "../sources/mailbox-health.sql.ts";
import { listLikelyTexts } from "../mutations/likely-texts.ts";
import {
  selectAccountConditions,
  selectAttention,
  type AccountConditionRow,
  type Waiting,
} from "./attention.sql.ts";

/** Lists only the open tasks that need a person. */

type Found = Partial<Pick<AttentionItem, "name" | "since" | "days_left" | "total">> & {
  count: number;
};

/**
 * Lists the open tasks. Notices are the person's own, because only that person can fix their targets. The server's
 * address is included only for its owner, who alone can change it.
 */
export async function readAttention(
  gateway: Gateway,
  { merchant_id, person_id, ownsServer }: PersonName & { ownsServer: boolean },
): Promise<Attention> {
  const { sql, settings } = gateway;
  const options = { merchant_id, at: gateway.now() };
  const [waiting, texts, accounts, devices, mailboxes] = await Promise.all([
    selectAttention(sql, { ...options, person_id }),
    // The list itself is read, because a count by the database would include chats, which only the reader
    // distinguishes.
    listLikelyTexts(gateway, { merchant_id }),
    selectAccountConditions(sql, { ...options, quotaTimeZone: settings.quotaTimeZone }),
    listPhones(gateway, merchant_id),
    selectUnwellMailboxes(sql, options),
  ]);
  const phones = devices.filter((device) => !device.is_simulated);
  const reach = reachOf(settings.publicUrl);
  const found: Record<AttentionKind, Found> = {
    no_account: { count: accounts.length === 0 ? 1 : 0 },
    ...phoneFindings(phones),
    mailbox_unwell: mailboxesFound(mailboxes),
    ...accountFindings(accounts),
    transfer_unsupported: waitingFound(waiting.transfer_unsupported),
    transfer_waiting: waitingFound(waiting.transfer_waiting),
    text_may_pay: { count: texts.length, since: texts.at(-1)?.received_at ?? null },
    invoice_part_paid: waitingFound(waiting.invoice_part_paid),
    address_local: {
      count:
        ownsServer && accounts.some(({ has_source }) => has_source) && reach !== "internet" ? 1 : 0,
      name: reach === "computer" ? settings.publicUrl : null,
    },
    webhook_failed: waitingFound(waiting.webhook_failed),
    webhook_retrying: waitingFound(waiting.webhook_retrying),
    notice_target_failing: waitingFound(waiting.notice_target_failing),
  };
  const heard = phones.flatMap(({ last_seen_at }) => last_seen_at ?? []).toSorted();
  return {
    looked_at: waiting.looked_at.toISOString(),
    items: attentionKinds.flatMap((kind) => presentFound(kind, found[kind])),
    phones: {
      well: phones.filter((phone) => phone.device_status === "ACTIVE" && kindOf(phone) === null)
        .length,
      simulated: devices.length - phones.length,
    },
    last_heard_at: heard.at(-1) ?? null,
  };
}

function presentFound(kind: AttentionKind, { count, ...found }: Found): AttentionItem[] {
  if (count === 0) return [];
  const counted = Math.min(count, limits.attentionCounted);
  const { name = null, since = null, days_left = null, total = null } = found;
  return [{ kind, count: counted, is_more: count > counted, name, since, days_left, total }];
}

const waitingFound = ({ count, since, total, name }: Waiting): Found => ({
  count,
  since,
  total,
  name,
});

async function listPhones(gateway: Gateway, merchant_id: string): Promise<ListedDevice[]> {
  const page = { merchant_id, page: 1, per_page: limits.perPageMax };
  const { items } = await listDevices(gateway, page);
  return items.filter(({ device_status }) => device_status !== "REVOKED");
}

type PhoneKind = Extract<AttentionKind, `phone_${string}`>;

const kindOfProblem: Readonly<Record<DeviceProblem, PhoneKind>> = {
  silent: "phone_silent",
  listener_error: "phone_unreadable",
  hidden_texts: "phone_hides_texts",
  refused_reports: "phone_refused",
  sequence_gap: "phone_warning",
  growing_queue: "phone_warning",
  damaged_queue: "phone_warning",
  restart_gap: "phone_warning",
  low_battery: "phone_warning",
};

/** Returns a phone's worst problem, so that each phone is counted once. null: the phone has no problem. */
function kindOf(phone: ListedDevice): PhoneKind | null {
  const [worst] = phone.findings;
  if (worst) return kindOfProblem[worst.problem];
  // The code is also set while a new registration of an approved phone waits.
  if (phone.pairing_code !== null) return "phone_unpaired";
  return phone.is_unheard ? "phone_unheard" : null;
}

function phoneFindings(phones: readonly ListedDevice[]): Record<PhoneKind, Found> {
  const of = (kind: PhoneKind): Found => {
    const those = phones.filter((phone) => kindOf(phone) === kind);
    return { count: those.length, name: nameOf(those, "device_name"), since: earliest(those) };
  };
  return {
    phone_silent: of("phone_silent"),
    phone_unreadable: of("phone_unreadable"),
    phone_hides_texts: of("phone_hides_texts"),
    phone_refused: of("phone_refused"),
    phone_unpaired: of("phone_unpaired"),
    phone_unheard: of("phone_unheard"),
    phone_warning: of("phone_warning"),
  };
}

function earliest(phones: readonly ListedDevice[]): string | null {
  const since = ({ findings, approved_at, created_at }: ListedDevice) =>
    findings[0]?.since ?? approved_at ?? created_at;
  return phones.map(since).toSorted()[0] ?? null;
}

function nameOf<Name extends string>(
  those: readonly Record<Name, string>[],
  name: Name,
): string | null {
  const [first] = those;
  return first && those.length === 1 ? first[name] : null;
}

const mailboxesFound = (mailboxes: readonly UnwellMailbox[]): Found => ({
  count: mailboxes.length,
  name: nameOf(mailboxes, "device_name"),
  since: mailboxes[0]?.since.toISOString() ?? null,
});

type AccountKind = Extract<AttentionKind, `account_${string}`>;

function accountFindings(accounts: readonly AccountConditionRow[]): Record<AccountKind, Found> {
  const of = (those: AccountConditionRow[]): Found => ({
    count: those.length,
    name: nameOf(those, "account_name"),
  });
  const isWithout = ({ days_left, is_day_paid }: AccountConditionRow) =>
    days_left === 0 && !is_day_paid;
  const low = accounts.filter(
    (account) => account.days_left <= limits.quotaLowDays && !isWithout(account),
  );
  return {
    account_without_phone: of(accounts.filter(({ has_source }) => !has_source)),
    account_without_days: of(accounts.filter(isWithout)),
    account_days_low: {
      ...of(low),
      ...(low.length > 0 && { days_left: Math.min(...low.map(({ days_left }) => days_left)) }),
    },
  };
}

import type { AccountChoices, DashboardAccount } from "../../contract/dashboard/accounts.ts";
import { paginate, type Page } from "../../contract/envelope.ts";
import { invalidFields, notFound } from "../../contract/errors.ts";
import type { Problem } from "../../contract/field-problems.ts";
import { accountChanged, accountCreated } from "../access/account-audit-events.ts";
import { changeAccount, createAccount, RepeatedNumber, type AccountRequest } from "./accounts.ts";
import { accountProblems, type NamedAccount } from "../../../web-shared/src/account-number.ts";
import { usualNumber } from "./account-number.ts";
import { countAccounts } from "./accounts.sql.ts";
import { audited, type Actor } from "../access/audit.ts";
import { emailsOf } from "../banks/index.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { namedFields } from "../base/named-fields.ts";
import {
  hasUsableDevice,
  selectApps,
  selectChannelChoices,
  selectOwnAccounts,
  type ChannelChoiceRow,
  type OwnAccountOptions,
  type OwnAccountRow,
} from "./own-accounts.sql.ts";
import { listSeenApps } from "./merchant-apps.ts";
import { selectBankApps } from "./merchant-apps.sql.ts";
import { rowsOfPage } from "../base/page-rows.ts";
import { defaultPackageFor, readStaticQris, type StaticQris } from "./qris.ts";
import { firstDays } from "./quota-plan.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";

/** Manages a merchant's own accounts in the dashboard. Other merchants' accounts are unknown here. */

export async function listAccountChoices(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<AccountChoices> {
  const { appNameOf } = gateway.notificationReader();
  const known = (await selectApps(gateway.sql)).map((app) => ({
    ...app,
    can_be_read: appNameOf(app.app_package) !== null,
  }));
  const own = (await selectBankApps(gateway.sql, merchant_id))
    .filter(({ package_name }) => appNameOf(package_name) === null)
    .map(({ package_name, app_name }) => ({
      app_id: null,
      app_name,
      app_package: package_name,
      can_be_read: false,
    }));
  return {
    channels: (await selectChannelChoices(gateway.sql, merchant_id)).map((channel) => ({
      ...channel,
      ...usualNumber(channel.channel_code),
    })),
    apps: [...known, ...own],
    seen_apps: await listSeenApps(gateway, merchant_id),
  };
}

export async function listOwnAccounts(
  gateway: Gateway,
  { merchant_id, page, per_page }: { merchant_id: string; page: number; per_page: number },
): Promise<Page<DashboardAccount>> {
  const { limit, offset } = rowsOfPage({ page, per_page });
  const total = await countAccounts(gateway.sql, merchant_id);
  const rows = await readAccounts(gateway, { merchant_id, account_id: null, limit, offset });
  return {
    items: rows.map((row) => presentAccount(gateway, row)),
    pagination: paginate(total, rows.length, page, limit),
  };
}

export async function readOwnAccount(
  gateway: Gateway,
  account: { merchant_id: string; account_id: string },
): Promise<DashboardAccount> {
  const [row] = await readAccounts(gateway, { ...account, limit: 1, offset: 0 });
  if (!row) throw notFound("account");
  return presentAccount(gateway, row);
}

function readAccounts(
  { sql, settings, now }: Gateway,
  options: Pick<OwnAccountOptions, "merchant_id" | "account_id" | "limit" | "offset">,
): Promise<OwnAccountRow[]> {
  return selectOwnAccounts(sql, {
    ...options,
    quotaTimeZone: settings.quotaTimeZone,
    at: now(),
  });
}

const presentAccount = (
  gateway: Gateway,
  { source_name, heard_at, online_count, ...row }: OwnAccountRow,
): DashboardAccount => ({
  ...row,
  watched_by:
    source_name === null
      ? null
      : { source_name, heard_at: heard_at?.toISOString() ?? null, online_count },
  can_be_read: gateway.notificationReader().appNameOf(row.app_package ?? "") !== null,
  emails: emailsOf(row.channel_code),
});

/** Shows the contents of a static code before it is saved. */
export function previewQris(qris: string) {
  const code = readQris(qris);
  return {
    qris_name: code.merchant_name.trim(),
    qris_city: code.merchant_city.trim(),
    qris_id: code.nmid,
    acquirer: code.acquirer,
    default_package: defaultPackageFor(code.acquirer),
  };
}

export interface OwnAccountRequest {
  channel_id: string;
  account_number: string | null;
  account_name: string | null;
  qris: string | null;
  app_package: string | null;
  device_id: string | null;
  account_min_amount: number;
  account_max_amount: number | null;
  /** Accepts a number that does not look like this bank's numbers. */
  unusual_number?: boolean | undefined;
  /** Accepts a number that another account of the merchant has. */
  again?: boolean | undefined;
}

export async function createOwnAccount(
  gateway: Gateway,
  actor: Actor,
  { session, request }: { session: Session; request: OwnAccountRequest },
): Promise<DashboardAccount> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const channels = await selectChannelChoices(gateway.sql, merchant_id);
  const channel = channels.find(({ channel_id }) => channel_id === request.channel_id);
  if (!channel) throw invalidFields({ channel_id: { code: "not_a_channel", params: {} } });
  requireComplete(channel, request);
  await requireDevice(gateway, { merchant_id, device_id: request.device_id });
  const { account_id } = await audited(
    gateway,
    actor,
    async (inside) =>
      createAccount(inside, await accountRequest(inside, merchant_id, channel, request)),
    accountCreated(merchant_id),
  ).catch(warnOfRepeat);
  return readOwnAccount(gateway, { merchant_id, account_id });
}

function warnOfRepeat(cause: unknown): never {
  if (!(cause instanceof RepeatedNumber)) throw cause;
  throw invalidFields({ again: { code: "repeated_number", params: {} } });
}

async function accountRequest(
  gateway: Gateway,
  merchant_id: string,
  channel: ChannelChoiceRow,
  request: OwnAccountRequest,
): Promise<AccountRequest> {
  return {
    merchant_id,
    channel: channel.channel_code,
    account_number: request.account_number ?? undefined,
    account_name: request.account_name ?? undefined,
    account_min_amount: request.account_min_amount,
    account_max_amount: request.account_max_amount,
    ...(await firstDays(gateway)),
    app_package: request.app_package ?? undefined,
    qris: request.qris ?? undefined,
    refusesRepeat: !request.again,
    device_id: request.device_id ?? undefined,
  };
}

/** Throws if the form lacks required fields, and names them. */
function requireComplete(channel: ChannelChoiceRow, request: OwnAccountRequest): void {
  const problems: Record<string, Problem> = {};
  const required: Problem = { code: "required", params: {} };
  const isQris = channel.channel_type === "QRIS";
  if (!isQris && request.account_number === null) problems["account_number"] = required;
  if (!isQris && request.account_name === null) problems["account_name"] = required;
  if (isQris && request.qris === null) problems["qris"] = required;
  if (!isQris) {
    const usual = { ...channel, ...usualNumber(channel.channel_code) };
    Object.assign(problems, accountProblems(usual, request));
  }
  if ((request.account_max_amount ?? Infinity) < request.account_min_amount) {
    problems["account_max_amount"] = { code: "below_smallest_amount", params: {} };
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  if (!isQris || request.qris === null) return;
  const { acquirer } = readQris(request.qris);
  if (request.app_package === null && defaultPackageFor(acquirer) === null) {
    throw invalidFields({ app_package: { code: "unknown_issuer", params: {} } });
  }
}

/**
 * Reads a static code. Throws a refusal that names the field. For an operator, createAccount writes a sentence
 * instead.
 */
const readQris = (qris: string): StaticQris =>
  readStaticQris(qris, ({ problem }) => invalidFields({ qris: problem }));

async function requireDevice(
  { sql }: Gateway,
  { merchant_id, device_id }: { merchant_id: string; device_id: string | null | undefined },
): Promise<void> {
  if (device_id == null || (await hasUsableDevice(sql, { merchant_id, device_id }))) return;
  throw notFound("device");
}

/** Changes an account. Switching an account on or off needs no confirmation, because it redirects no money. */
export async function changeOwnAccount(
  gateway: Gateway,
  actor: Actor,
  options: {
    session: Session;
    account_id: string;
    change: Omit<Parameters<typeof changeAccount>[2], "account_quota"> &
      Pick<NamedAccount, "unusual_number">;
  },
): Promise<DashboardAccount> {
  const { session, account_id } = options;
  const { unusual_number, ...change } = options.change;
  const { account_active: _, ...guarded } = change;
  if (Object.keys(namedFields(guarded)).length > 0) requireConfirmed(session);
  const { merchant_id } = session;
  const account = { merchant_id, account_id };
  const present = await readOwnAccount(gateway, account);
  if (present.channel_type === "TRANSFER") {
    // An unchanged value that is sent again is not doubted.
    const news = {
      ...(change.account_number !== present.account_number && {
        account_number: change.account_number,
      }),
      ...(change.account_name !== present.account_name && { account_name: change.account_name }),
      unusual_number,
    };
    const choices = await selectChannelChoices(gateway.sql, merchant_id);
    const channel = choices.find(({ channel_id }) => channel_id === present.channel_id);
    const usual = {
      channel_name: present.channel_name ?? present.channel_code,
      ...usualNumber(present.channel_code),
      own: channel?.own ?? null,
    };
    const problems = accountProblems(usual, news);
    if (Object.keys(problems).length > 0) throw invalidFields(problems);
  }
  await requireDevice(gateway, { merchant_id, device_id: change.device_id });
  await audited(
    gateway,
    actor,
    (inside) => changeAccount(inside, account_id, change),
    () => accountChanged({ ...account, change }),
  );
  return readOwnAccount(gateway, account);
}

import { randomUUID } from "node:crypto";
import {
  mailPorts,
  type EmailInput,
  type EmailSettings,
  type GatewayEmail,
  type GatewaySettings,
  type GatewayTelegram,
  type LocalNetworkSettings,
  type GatewayMailSignIn,
  type MailClientInput,
  type MailTrial,
  type PublicAddressSettings,
  type SettingName,
  type SignUpSettings,
  type TelegramSettings,
  type TelegramTrial,
} from "../../contract/dashboard/gateway-settings.ts";
import type { MailProviderName } from "../../contract/dashboard/mailboxes.ts";
import { invalidFields, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { deleteSetting, selectSettingToChange, upsertSetting } from "./gateway-settings.sql.ts";
import type { NoticeChannels } from "../notices/notice-sending.ts";
import { mailSignInUrl } from "./mail-sign-in-url.ts";
import type { DeliverMail } from "./mail-server.ts";
import { presentLocalNetwork } from "./local-network.ts";
import { presentPublicAddress } from "./public-address.ts";
import {
  botIdOf,
  openSetting,
  sealSetting,
  type SavedSettings,
  type SettingsInForce,
} from "./settings-in-force.ts";

/**
 * The settings of the whole gateway, for its owner: an owner of an operator's team. The procedures check the caller's
 * right first.
 */

export async function readGatewaySettings(
  gateway: Gateway,
  settings: SettingsInForce,
): Promise<GatewaySettings> {
  // Another process might have just changed the settings.
  await settings.reload();
  return presentSettings(gateway, settings);
}

const presentSettings = (gateway: Gateway, settings: SettingsInForce): GatewaySettings => ({
  email: presentEmail(settings),
  telegram: presentTelegram(settings),
  sign_up: {
    set_by: settings.atStart.sign_up ? "start" : "dashboard",
    is_open: settings.allowSignUp,
  },
  public_address: presentPublicAddress(gateway, settings),
  local_network: presentLocalNetwork(gateway, settings),
  mail_sign_in: presentMailSignIn(gateway, settings),
});

function presentMailSignIn(
  gateway: Gateway,
  { atStart, mailClients }: SettingsInForce,
): GatewayMailSignIn {
  const present = (provider: MailProviderName) => {
    const client = mailClients[provider];
    const set_by: "start" | "dashboard" = atStart[provider] ? "start" : "dashboard";
    return client && { set_by, client_id: client.client_id };
  };
  return {
    redirect_url: mailSignInUrl(gateway),
    google: present("google"),
    microsoft: present("microsoft"),
  };
}

function presentEmail({ atStart, saved }: SettingsInForce): GatewayEmail | null {
  if (atStart.email) return presentMailUrl(atStart.email);
  if (!saved.email) return null;
  const { password, ...email } = saved.email;
  return { set_by: "dashboard", ...email, has_password: password !== null };
}

/**
 * Returns the mail server of the start without its secrets. The user name can be as secret as the password, because
 * some providers use a key as the user name.
 */
function presentMailUrl({ url, from }: { url: string; from: string }): GatewayEmail {
  const { hostname, port, protocol, password } = new URL(url);
  const [, name = "", address = from] = /^\s*"?([^"<]*?)"?\s*<([^>]*)>\s*$/.exec(from) ?? [];
  return {
    set_by: "start",
    host: hostname,
    port: Number(port) || (protocol === "smtps:" ? 465 : 587),
    user_name: null,
    has_password: password !== "",
    sender_name: name,
    sender_address: address,
  };
}

function presentTelegram({ atStart, saved }: SettingsInForce): GatewayTelegram | null {
  if (atStart.telegram) return { set_by: "start", bot_id: botIdOf(atStart.telegram.token) };
  if (!saved.telegram) return null;
  return { set_by: "dashboard", bot_id: botIdOf(saved.telegram.bot_token) };
}

export function changeGatewayEmail(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, email }: { session: Session; email: EmailInput },
): Promise<GatewaySettings> {
  return saveSetting(gateway, settings, actor, {
    session,
    name: "email",
    details: withoutPassword(email),
    choose(kept) {
      requireMailPort(gateway, email.port);
      return { ...email, password: passwordOf(email, kept) };
    },
  });
}

export function changeGatewayTelegram(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, telegram }: { session: Session; telegram: TelegramSettings },
): Promise<GatewaySettings> {
  return saveSetting(gateway, settings, actor, {
    session,
    name: "telegram",
    details: { bot_id: botIdOf(telegram.bot_token) },
    choose: () => telegram,
  });
}

export function changeGatewayMailClient(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, provider, ...client }: MailClientInput & { session: Session },
): Promise<GatewaySettings> {
  return saveSetting(gateway, settings, actor, {
    session,
    name: provider,
    details: { client_id: client.client_id },
    choose: () => client,
  });
}

export function changeGatewaySignUp(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, sign_up }: { session: Session; sign_up: SignUpSettings },
): Promise<GatewaySettings> {
  return saveSetting(gateway, settings, actor, {
    session,
    name: "sign_up",
    details: { is_open: sign_up.is_open },
    choose: () => sign_up,
  });
}

export function changeGatewayPublicAddress(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, public_address }: { session: Session; public_address: PublicAddressSettings },
): Promise<GatewaySettings> {
  // Only the origin: its name is lower-case, and a default port is omitted.
  const url = new URL(public_address.url).origin;
  return saveSetting(gateway, settings, actor, {
    session,
    name: "public_address",
    details: { url },
    choose: () => ({ url }),
  });
}

/** Starts or restarts the gateway's own tunnel, whose address then becomes the public address. */
export async function startGatewayTunnel(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session }: { session: Session },
): Promise<GatewaySettings> {
  if (settings.tunnel === null) throw notFound("record");
  return saveSetting(gateway, settings, actor, {
    session,
    name: "public_address",
    details: { is_tunnel: true },
    choose: (kept) => ({
      url: null,
      tunnel: randomUUID(),
      former_url: (kept?.tunnel && (kept.url ?? kept.former_url)) || null,
    }),
  });
}

export async function changeGatewayLocalNetwork(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  {
    session,
    local_network: { is_open },
  }: { session: Session; local_network: LocalNetworkSettings },
): Promise<GatewaySettings> {
  // The computer might have just joined another network.
  await settings.reload();
  const { found } = settings.localHosts;
  return saveSetting(gateway, settings, actor, {
    session,
    name: "local_network",
    details: { is_open },
    choose(kept) {
      const before = kept?.is_open ? (kept.hosts ?? []) : [];
      const hosts = [...new Set([...found, ...before])].slice(0, limits.allowedLocalHosts);
      return { is_open, hosts: is_open ? hosts : [] };
    },
  });
}

interface SettingChange<Name extends SettingName> {
  session: Session;
  name: Name;
  /** The details for the audit log, which must contain no secret. */
  details: Record<string, unknown>;
  /** Returns the value to save. `kept` is the saved value. null: there is no saved value, or it cannot be opened. */
  choose(kept: SavedSettings[Name] | null): SavedSettings[Name];
}

async function saveSetting<Name extends SettingName>(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, name, details, choose }: SettingChange<Name>,
): Promise<GatewaySettings> {
  requireConfirmed(session);
  requireChangeable(settings, name);
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    async ({ sql, secrets, now }) => {
      const sealed_value = await selectSettingToChange(sql, name);
      const kept = sealed_value ? openSetting(secrets, { setting_name: name, sealed_value }) : null;
      const chosen = choose(kept as SavedSettings[Name] | null);
      await upsertSetting(sql, {
        setting_name: name,
        sealed_value: sealSetting(secrets, name, chosen),
        merchant_id,
        at: now(),
      });
    },
    () => ({ merchant_id, action: "gateway_setting.changed", object_id: name, details }),
  );
  await settings.changed();
  return presentSettings(gateway, settings);
}

/**
 * Returns the password to save. Without a password in the form the saved one stays, but only for the same server and
 * user.
 */
function passwordOf(email: EmailInput, kept: EmailSettings | null | undefined): string | null {
  if (email.user_name === null) return null;
  if (email.password !== null) return email.password;
  const isSame =
    kept?.host === email.host && kept.port === email.port && kept.user_name === email.user_name;
  if (isSame && kept.password !== null) return kept.password;
  throw invalidFields({ password: { code: "required", params: {} } });
}

const withoutPassword = ({ password, ...email }: EmailInput) => ({
  ...email,
  is_password_new: password !== null,
});

/** Throws for a setting of the start, which can be changed only at the start. */
function requireChangeable({ atStart }: SettingsInForce, name: SettingName): void {
  if (atStart[name]) throw new DomainError({ code: "set_at_start", params: {} });
}

/**
 * Throws for a port that is no mail port. The mail server can be at a private address, because many are. Only mail
 * ports are called, to prevent scans of the gateway's network. If webhooks can call private addresses anyway, every
 * port is allowed.
 */
function requireMailPort({ settings }: Gateway, port: number): void {
  if (settings.allowPrivateWebhooks || mailPorts.includes(port)) return;
  const ports = mailPorts.join(", ");
  throw invalidFields({ port: { code: "not_a_mail_port", params: { ports } } });
}

export async function removeGatewaySetting(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, name }: { session: Session; name: SettingName },
): Promise<GatewaySettings> {
  requireConfirmed(session);
  requireChangeable(settings, name);
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (!(await deleteSetting(sql, name))) throw notFound("record");
    },
    () => ({ merchant_id, action: "gateway_setting.removed", object_id: name }),
  );
  await settings.changed();
  return presentSettings(gateway, settings);
}

/** Sends an email to the person who asks, and returns the mail server's response. */
export async function testGatewayEmail(
  settings: SettingsInForce,
  deliver: DeliverMail,
  { email }: Session,
): Promise<MailTrial> {
  await settings.reload();
  if (!settings.mailServer) throw new DomainError({ code: "no_mail_server", params: {} });
  const failure = await deliver({ to: email, id: randomUUID(), ...trialMail });
  return {
    sent_to: email,
    problem: failure?.code ?? null,
    server_response: failure?.response ?? null,
  };
}

const trialMail = {
  subject: "Email percobaan dari Tepat / Test email from Tepat",
  text: "Email ini sampai, jadi Tepat dapat mengirim email.\n\n---\n\nThis email arrived, so Tepat can send email.\n",
};

/** Requests the bot's data from Telegram. */
export async function testGatewayTelegram(
  settings: SettingsInForce,
  channels: NoticeChannels,
): Promise<TelegramTrial> {
  await settings.reload();
  if (!settings.telegramBot) throw new DomainError({ code: "no_telegram_bot", params: {} });
  return channels.tryBot();
}

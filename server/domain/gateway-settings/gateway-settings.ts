import { randomUUID } from "node:crypto";
import {
  mailPorts,
  type EmailInput,
  type EmailSettings,
  type GatewayEmail,
  type GatewaySettings,
  type MailTrial,
  type SettingName,
} from "../../contract/dashboard/gateway-settings.ts";
import { invalidFields, notFound } from "../../contract/errors.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { CheckFailed } from "../base/check-result.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { deleteSetting, selectSettingToChange, upsertSetting } from "./gateway-settings.sql.ts";
import type { DeliverMail } from "./mail-server.ts";
import { settingContext, type SettingsInForce } from "./settings-in-force.ts";

/**
 * The settings of the whole gateway, for its owner: an owner of an operator's team. The caller's right is checked
 * before.
 */

export async function readGatewaySettings(settings: SettingsInForce): Promise<GatewaySettings> {
  // Another process might have changed them just now.
  await settings.reload();
  return { email: presentEmail(settings) };
}

function presentEmail({ atStart, saved }: SettingsInForce): GatewayEmail | null {
  if (atStart.mailServer) return presentMailUrl(atStart.mailServer);
  if (!saved.email) return null;
  const { password, ...email } = saved.email;
  return { set_by: "dashboard", ...email, has_password: password !== null };
}

/** The user's name can be as secret as the password: some providers use a key for it. */
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

export async function changeGatewayEmail(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  { session, email }: { session: Session; email: EmailInput },
): Promise<GatewaySettings> {
  requireConfirmed(session);
  requireChangeable(settings.atStart.mailServer);
  requireMailPort(gateway, email.port);
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    async ({ sql, secrets, now }) => {
      const kept = openEmail(gateway, await selectSettingToChange(sql, "email"));
      const saved = { ...email, password: passwordOf(email, kept) };
      await upsertSetting(sql, {
        setting_name: "email",
        sealed_value: secrets.seal(JSON.stringify(saved), settingContext("email")),
        merchant_id,
        at: now(),
      });
    },
    () => ({
      merchant_id,
      action: "gateway_setting.changed",
      object_id: "email" satisfies SettingName,
      details: withoutPassword(email),
    }),
  );
  await settings.changed();
  return readGatewaySettings(settings);
}

/** Without a password in the form the saved one stays, but only for the server and the user to which it belongs. */
function passwordOf(email: EmailInput, kept: EmailSettings | null): string | null {
  if (email.user_name === null) return null;
  if (email.password !== null) return email.password;
  const isSame =
    kept?.host === email.host && kept.port === email.port && kept.user_name === email.user_name;
  if (isSame && kept.password !== null) return kept.password;
  throw invalidFields({ password: { code: "required", params: {} } });
}

function openEmail({ secrets }: Gateway, sealed: Buffer | undefined): EmailSettings | null {
  if (!sealed) return null;
  try {
    return JSON.parse(secrets.open(sealed, settingContext("email"))) as EmailSettings;
  } catch (cause) {
    if (cause instanceof CheckFailed) return null;
    throw cause;
  }
}

const withoutPassword = ({ password, ...email }: EmailInput) => ({
  ...email,
  is_password_new: password !== null,
});

/** What stands where the gateway is started can be changed only there. */
function requireChangeable(atStart: object | null): void {
  if (atStart) throw new DomainError({ code: "set_at_start", params: {} });
}

/**
 * The mail server may be on a private address, because many are. So that the gateway is no scanner of its network, only
 * ports of mail are called, unless webhooks may call private addresses anyway.
 */
function requireMailPort({ settings }: Gateway, port: number): void {
  if (settings.allowPrivateWebhooks || mailPorts.includes(port)) return;
  const ports = mailPorts.join(", ");
  throw invalidFields({ port: { code: "not_a_mail_port", params: { ports } } });
}

export async function removeGatewayEmail(
  gateway: Gateway,
  settings: SettingsInForce,
  actor: Actor,
  session: Session,
): Promise<GatewaySettings> {
  requireConfirmed(session);
  requireChangeable(settings.atStart.mailServer);
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (!(await deleteSetting(sql, "email"))) throw notFound("record");
    },
    () => ({
      merchant_id,
      action: "gateway_setting.removed",
      object_id: "email" satisfies SettingName,
    }),
  );
  await settings.changed();
  return readGatewaySettings(settings);
}

/** Sends an email to the person who asks, and returns what the mail server said. */
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

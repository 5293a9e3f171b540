import { limits } from "../../contract/limits.ts";
import type {
  EmailSettings,
  GatewayTunnel,
  LocalNetworkSettings,
  MailClientSettings,
  PublicAddressSettings,
  SettingName,
  SignUpSettings,
  TelegramSettings,
} from "../../contract/dashboard/gateway-settings.ts";
import { mailProviders, type MailProviderName } from "../../contract/dashboard/mailboxes.ts";
import type { Channel, NotificationHub } from "../../db/notification-hub.ts";
import { CheckFailed } from "../base/check-result.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectHasStrangers, selectSettings } from "./gateway-settings.sql.ts";
import { mailServerOf, type MailServer } from "./mail-server.ts";

/**
 * The gateway's settings in force. A setting given at the start of this process takes precedence over the one that the
 * server's owner has chosen in the dashboard. Callers read a setting again for each use, because it can change while
 * the process runs.
 */
export interface SettingsInForce {
  readonly atStart: SettingsAtStart;
  readonly saved: SavedSettings;
  /** null: the gateway sends no email. The object stays the same until a setting changes. */
  readonly mailServer: MailServer | null;
  /** null: there is no bot. The object stays the same until a setting changes. */
  readonly telegramBot: TelegramBot | null;
  /** The OAuth clients at mail providers. null: people cannot sign in there. */
  readonly mailClients: Readonly<Record<MailProviderName, MailClientSettings | null>>;
  /** Whether strangers can open an account. */
  readonly allowSignUp: boolean;
  /** Whether strangers can open an account, or have opened one. */
  readonly mayHaveStrangers: boolean;
  /** The public address without a trailing slash. null: none is set. */
  readonly publicUrl: string | null;
  /** Whether other devices of the local network can connect. */
  readonly opensLocalNetwork: boolean;
  /** The computer's own addresses at which the dashboard's setting lets devices connect. */
  readonly allowedLocalHosts: readonly string[];
  /** The effect of the dashboard's setting in this process. The process's listeners update it. */
  localHosts: LocalHosts;
  /** The state of the tunnel that this process runs itself. null: it runs none. */
  tunnel: GatewayTunnel["state"] | null;
  /** The port at which this process listens. null before it listens. */
  boundPort: number | null;
  /**
   * Runs `work` after each reading. A reading ends when its work has ended, so a response about a change comes after
   * the change takes effect here. `work` must not reject. Returns a function that ends this.
   */
  follow(work: () => Promise<void>): () => void;
  /** Reads the saved settings. */
  reload(): Promise<void>;
  /**
   * Reads the saved settings, and makes every other process read them. Call this after the commit. A failure is only
   * logged, because the change is saved and followGatewaySettings reads it later.
   */
  changed(): Promise<void>;
}

/** The computer's current addresses in its local networks. */
export interface LocalHosts {
  readonly found: readonly string[];
  /** The URLs at which this process listens. */
  readonly open: readonly string[];
  /** The allowed addresses at which this process cannot listen, because another program uses the port. */
  readonly refused: readonly string[];
}

export const noLocalHosts: LocalHosts = { found: [], open: [], refused: [] };

/** null: not set at the start, so the dashboard's setting applies. */
export interface SettingsAtStart {
  readonly email: { url: string; from: string } | null;
  readonly telegram: TelegramBot | null;
  /** The address for requests of the dashboard's bots, without a trailing slash. The dashboard cannot choose it. */
  readonly telegramApiUrl: string;
  readonly sign_up: SignUpSettings | null;
  readonly public_address: PublicAddressSettings | null;
  readonly local_network: LocalNetworkSettings | null;
  readonly google: MailClientSettings | null;
  readonly microsoft: MailClientSettings | null;
}

export interface TelegramBot {
  token: string;
  /** The address without a trailing slash. */
  apiUrl: string;
}

/** Returns the bot's number, which stays the same when its token changes. */
export const botIdOf = (token: string): string => /^\d+(?=:)/.exec(token)?.[0] ?? "";

/**
 * The owner lets devices connect in a certain network. A laptop in another network gets another address, and stays
 * closed there until the owner allows that address too.
 */
export interface SavedLocalNetwork extends LocalNetworkSettings {
  hosts?: readonly string[];
}

/** An address that the owner entered or, with `tunnel`, one that the gateway's own tunnel reports. */
export interface SavedPublicAddress {
  /** null: the tunnel has no address now. */
  url: string | null;
  /** A text that differs for each start of the tunnel by the owner. */
  tunnel?: string;
  /** The address that the tunnel had before, at which links no longer open. */
  former_url?: string | null;
}

export interface SavedSettings {
  email?: EmailSettings;
  telegram?: TelegramSettings;
  sign_up?: SignUpSettings;
  public_address?: SavedPublicAddress;
  local_network?: SavedLocalNetwork;
  google?: MailClientSettings;
  microsoft?: MailClientSettings;
}

/** A sealed setting opens only under its own name. */
export const settingContext = (name: SettingName) => `gateway_setting:${name}`;

export const changedGatewaySettings: Channel<"now"> = {
  name: "tepat_changed_gateway_settings",
  encode: (now) => now,
  decode: () => "now",
};

interface SettingsLog {
  warn(details: object, message: string): void;
}

const alone = { announce() {}, log: { warn() {} } };

/** Opens the settings. Without `announce`, other processes do not hear of changes; a command needs no more. */
export async function openSettingsInForce(
  { sql, secrets }: Pick<Gateway, "sql" | "secrets">,
  atStart: SettingsAtStart,
  { announce, log }: { announce(): void; log: SettingsLog } = alone,
): Promise<SettingsInForce> {
  let saved: SavedSettings = {};
  let text = "";
  let mailServer: MailServer | null = null;
  let telegramBot: TelegramBot | null = null;
  let hasStrangers = false;
  let reading = Promise.resolve();
  const followers = new Set<() => Promise<void>>();

  async function readAndFollow(): Promise<void> {
    await read();
    for (const work of followers) await work();
  }

  async function read(): Promise<void> {
    hasStrangers = await selectHasStrangers(sql);
    const rows = await selectSettings(sql);
    const now = Object.fromEntries(
      rows.flatMap((row) => {
        const opened = openSetting(secrets, row);
        return opened === null ? [] : [[row.setting_name, opened]];
      }),
    ) as SavedSettings;
    // The objects stay the same, so that connections to an unchanged server are kept.
    if (JSON.stringify(now) === text) return;
    text = JSON.stringify(now);
    saved = now;
    mailServer = now.email ? mailServerOf(now.email) : null;
    telegramBot = now.telegram
      ? { token: now.telegram.bot_token, apiUrl: atStart.telegramApiUrl }
      : null;
  }

  const serverAtStart = atStart.email && {
    connection: { url: atStart.email.url },
    from: atStart.email.from,
  };
  const settings: SettingsInForce = {
    atStart,
    get saved() {
      return saved;
    },
    get mailServer() {
      return serverAtStart ?? mailServer;
    },
    get telegramBot() {
      return atStart.telegram ?? telegramBot;
    },
    get mailClients() {
      return Object.fromEntries(
        mailProviders.map((provider) => [provider, atStart[provider] ?? saved[provider] ?? null]),
      ) as Record<MailProviderName, MailClientSettings | null>;
    },
    get allowSignUp() {
      return (atStart.sign_up ?? saved.sign_up)?.is_open ?? false;
    },
    get mayHaveStrangers() {
      return settings.allowSignUp || hasStrangers;
    },
    get publicUrl() {
      return (atStart.public_address ?? saved.public_address)?.url ?? null;
    },
    get opensLocalNetwork() {
      return (atStart.local_network ?? saved.local_network)?.is_open ?? false;
    },
    get allowedLocalHosts() {
      const { is_open = false, hosts = [] } = saved.local_network ?? {};
      return atStart.local_network === null && is_open ? hosts : [];
    },
    localHosts: noLocalHosts,
    tunnel: null,
    boundPort: null,
    follow(work) {
      followers.add(work);
      return () => followers.delete(work);
    },
    // Readings run one after another, so that an earlier reading never replaces a later one.
    reload: () => (reading = reading.catch(() => {}).then(readAndFollow)),
    async changed() {
      announce();
      await reloadOrLog(settings, log);
    },
  };
  await settings.reload();
  return settings;
}

/** Seals a setting to save. */
export const sealSetting = <Name extends SettingName>(
  secrets: Gateway["secrets"],
  setting_name: Name,
  value: SavedSettings[Name],
): Buffer => secrets.seal(JSON.stringify(value), settingContext(setting_name));

/** Opens a saved setting. A value whose secret is lost counts as not set, so the owner must enter it again. */
export function openSetting(
  secrets: Gateway["secrets"],
  { setting_name, sealed_value }: { setting_name: SettingName; sealed_value: Buffer },
): unknown {
  try {
    return JSON.parse(secrets.open(sealed_value, settingContext(setting_name)));
  } catch (cause) {
    if (cause instanceof CheckFailed) return null;
    throw cause;
  }
}

const reloadOrLog = (settings: Pick<SettingsInForce, "reload">, log: SettingsLog): Promise<void> =>
  settings
    .reload()
    .catch((err: unknown) => log.warn({ err }, "the gateway's settings could not be read again"));

/** Follows the changes that other processes announce, until `stop` is called. */
export async function followGatewaySettings(
  settings: Pick<SettingsInForce, "reload">,
  hub: Pick<NotificationHub, "subscribe">,
  log: SettingsLog,
  lookSeconds: number = limits.gatewaySettingsLookSeconds,
): Promise<{ stop(): void }> {
  const reload = () => void reloadOrLog(settings, log);
  // The interval reads changes whose announcement was lost.
  const looks = setInterval(reload, lookSeconds * 1000).unref();
  await hub.subscribe(changedGatewaySettings, { heard: reload, reconnected: reload });
  return { stop: () => clearInterval(looks) };
}

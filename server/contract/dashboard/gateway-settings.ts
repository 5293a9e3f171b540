import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import { email, lineText, matching, optional, shortName, text } from "../fields.ts";
import { limits } from "../limits.ts";
import { mailProvider } from "./mailboxes.ts";
import { dashboardOperation } from "./operation.ts";

/**
 * Settings of the whole gateway, for its owner: an owner of an operator's team. For all other people these paths
 * return 404.
 */

const tag = "Operator";
const onlyOperators = "For merchants who are not operators, Tepat returns `not_found`.";

/** The ports at which mail servers accept email (RFC 5321, RFC 6409, RFC 8314), and a common alternative. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525];

const removableSetting = z.enum(["email", "telegram", "public_address", "google", "microsoft"]);

/** The names under which the settings are saved. */
export type SettingName = z.infer<typeof removableSetting> | "sign_up" | "local_network";

const hostName = () =>
  matching(text({ min: 1, max: 253 }), /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, {
    code: "not_a_host",
    params: {},
  });

/**
 * The address in the gateway's links. A customer's phone must be able to open the address, so the address is https
 * unless it stays in a local network.
 */
const publicAddressUrl = () =>
  matching(
    text({ min: 1, max: 255 }),
    /^(?:https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}|http:\/\/(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}|http:\/\/[a-z0-9-]{1,63}\.local)(?::\d{1,5})?$/i,
    { code: "not_a_public_address", params: {} },
  ).refine(isAddress, refusedAs({ code: "not_a_public_address", params: {} }));

/** Returns whether URL can parse the address and its last label is a name. Digits alone would be an IP address. */
const isAddress = (value: string): boolean =>
  URL.canParse(value) && !/^https:\/\/[\d.]+(?::|$)/i.test(value) && new URL(value).port !== "0";

const server = {
  host: hostName().meta({ description: "The mail server's name or IPv4 address." }),
  port: z
    .int()
    .min(1)
    .max(65_535)
    .meta({
      description: `The port: ${mailPorts.join(", ")}, or any port if webhooks can call private addresses. Port 465 uses TLS from the start. Other ports use STARTTLS; without it Tepat sends no password.`,
    }),
};

const sender = {
  sender_name: lineText().meta({ description: "The sender's name that recipients see." }),
  sender_address: email().meta({ description: "The sender's address." }),
};

const emailInput = z
  .object({
    ...server,
    user_name: optional(shortName(limits.textCharacters)).meta({
      description:
        "The user name for the mail server. Leave it out for a server without passwords.",
    }),
    password: optional(text({ max: limits.mailPasswordCharacters })).meta({
      description:
        "The password for the mail server. If left out, the saved password stays as long as host, port and user are the same.",
    }),
    ...sender,
  })
  .meta({ description: "The mail server and the sender." });

/** The input in the domain's form: an absent value is null. */
export type EmailInput = Omit<z.infer<typeof emailInput>, "user_name" | "password"> & {
  user_name: string | null;
  password: string | null;
};

/** The settings as saved. */
export type EmailSettings = EmailInput;

const setBy = z.enum(["start", "dashboard"]).meta({
  id: "SettingOrigin",
  description:
    "`start`: set where the gateway is started. This value takes precedence and can be changed only there. `dashboard`: set in the dashboard.",
});

const gatewayEmail = z
  .object({
    set_by: setBy,
    host: z.string().meta({ description: "The mail server." }),
    port: z.int().meta({ description: "The port." }),
    user_name: z.string().nullable().meta({
      description:
        "The user name for the mail server; null if there is none, or if the start sets email.",
    }),
    has_password: z.boolean().meta({ description: "True if there is a password." }),
    sender_name: z.string().meta({ description: "The sender's name." }),
    sender_address: z.string().meta({ description: "The sender's address." }),
  })
  .meta({ id: "GatewayEmail", description: "The gateway's email settings, without the password." });

export type GatewayEmail = z.infer<typeof gatewayEmail>;

const telegramInput = z
  .object({
    bot_token: matching(
      text({ min: 1, max: limits.textCharacters }),
      /^[0-9]{1,20}:[A-Za-z0-9_-]{20,200}$/,
      { code: "not_a_bot_token", params: {} },
    ).meta({ description: "The bot's token from @BotFather." }),
  })
  .meta({ description: "The bot that sends notices." });

export type TelegramSettings = z.infer<typeof telegramInput>;

const gatewayTelegram = z
  .object({
    set_by: setBy,
    bot_id: z.string().meta({ description: "The bot's number, which is the token's first part." }),
  })
  .meta({ id: "GatewayTelegram", description: "The gateway's Telegram bot, without the token." });

export type GatewayTelegram = z.infer<typeof gatewayTelegram>;

const signUpFields = {
  is_open: z.boolean().meta({
    description:
      "True if anyone can sign up. New accounts then begin with few days of use, and webhooks reach only public addresses unless a setting at the start allows others. Once a merchant has signed up, both limits stay after sign-up closes.",
  }),
};

const signUpInput = z.object(signUpFields).meta({ description: "The setting." });

export type SignUpSettings = z.infer<typeof signUpInput>;

const gatewaySignUp = z
  .object({ set_by: setBy, ...signUpFields })
  .meta({ id: "GatewaySignUp", description: "The setting for public sign-up." });

const publicAddressInput = z
  .object({
    url: publicAddressUrl().meta({
      description:
        "The address at which customers open this gateway, such as https://pay.example.com, without a path. `http://` only with an address of a local network.",
    }),
  })
  .meta({ description: "The gateway's public address." });

export type PublicAddressSettings = z.infer<typeof publicAddressInput>;

const localNetworkInput = z
  .object({
    is_open: z.boolean().meta({
      description:
        "True if phones and other computers in the local network can connect. False if only the gateway's own computer can.",
    }),
  })
  .meta({ description: "The setting." });

export type LocalNetworkSettings = z.infer<typeof localNetworkInput>;

const localAddress = z
  .object({
    url: z.string().meta({ description: "The address." }),
    qr_svg: z.string().meta({ description: "The address as a QR code, in SVG." }),
  })
  .meta({
    id: "LocalNetworkAddress",
    description: "An address of the gateway's computer in its local network.",
  });

const gatewayTunnel = z
  .object({
    state: z.enum(["off", "downloading", "starting", "on", "failed"]).meta({
      description:
        "`downloading`: the gateway gets the program cloudflared. `starting`: the tunnel has no address yet. `failed`: the download failed, or the program ended several times or gave no address.",
    }),
    former_url: z.string().nullable().meta({
      description: "The tunnel's previous address, which no longer opens; null if there is none.",
    }),
  })
  .meta({
    id: "GatewayTunnel",
    description: "The Cloudflare Tunnel that the gateway runs itself.",
  });
export type GatewayTunnel = z.infer<typeof gatewayTunnel>;

const gatewayPublicAddress = z
  .object({
    set_by: setBy
      .nullable()
      .meta({ description: "The origin of the address; null if none is set." }),
    url: z.string().meta({ description: "The address in all links, without a trailing slash." }),
    local_url: z.string().meta({
      description: "The gateway's address on its own computer, for a proxy or a tunnel there.",
    }),
    tunnel: gatewayTunnel.nullable().meta({
      description:
        "The gateway's own tunnel; null if the gateway cannot run one, because several processes or a start setting serve it.",
    }),
  })
  .meta({ id: "GatewayPublicAddress", description: "The address in the gateway's links." });

export type GatewayPublicAddress = z.infer<typeof gatewayPublicAddress>;

const gatewayLocalNetwork = z
  .object({
    set_by: setBy,
    is_open: z.boolean().meta({
      description:
        "True if the gateway accepts connections of other devices; false if only its own computer can connect, for instance in a network in which the owner has not allowed other devices yet.",
    }),
    addresses: z.array(localAddress).max(limits.localAddresses).meta({
      description:
        "The addresses at which phones in the same local network reach the gateway; none if it does not listen there.",
    }),
    refused_hosts: z.array(z.string()).max(limits.localAddresses).meta({
      description:
        "Addresses of the computer at which the gateway cannot listen, because another program uses its port there.",
    }),
  })
  .meta({ id: "GatewayLocalNetwork", description: "The gateway in its local network." });

export type GatewayLocalNetwork = z.infer<typeof gatewayLocalNetwork>;

const publicAddressTrial = z
  .object({
    url: z.string().meta({ description: "The tested address." }),
    problem: z
      .enum([
        "dns_error",
        "timeout",
        "connection_refused",
        "connection_failed",
        "tls_error",
        "destination_not_allowed",
        "no_gateway",
        "other_server",
      ])
      .nullable()
      .meta({
        description:
          "The problem; null if this gateway answered. `dns_error`: the name has no address. `tls_error`: the certificate is not valid for the name. `destination_not_allowed`: the gateway must not call the address, as it must not send webhooks there. `no_gateway`: the proxy or tunnel answered that it cannot reach the gateway. `other_server`: another server answered.",
      }),
    http_status: z
      .int()
      .nullable()
      .meta({ description: "The HTTP status of the response; null without a response." }),
    has_untrusted_proxy: z.boolean().meta({
      description:
        "True if a proxy forwarded the request to this gateway, which trusts no proxy (TRUST_PROXY). The gateway's limits then count all customers as one.",
    }),
  })
  .meta({ id: "PublicAddressTrial", description: "The result of a test of the public address." });

export type PublicAddressTrial = z.infer<typeof publicAddressTrial>;

const mailClientFields = {
  client_id: matching(text({ min: 1, max: limits.mailClientCharacters }), /^[\x21-\x7e]+$/, {
    code: "control_characters",
    params: {},
  }).meta({ description: "The client's id, as the provider has issued it." }),
};

const mailClientInput = z
  .object({
    provider: mailProvider,
    ...mailClientFields,
    client_secret: matching(text({ min: 1, max: limits.mailClientCharacters }), /^[\x21-\x7e]+$/, {
      code: "control_characters",
      params: {},
    }).meta({ description: "The client's secret." }),
  })
  .meta({ description: "The gateway's client at a mail provider." });

export type MailClientInput = z.infer<typeof mailClientInput>;

/** The settings as saved. */
export type MailClientSettings = Omit<MailClientInput, "provider">;

const gatewayMailClient = z
  .object({ set_by: setBy, client_id: z.string().meta({ description: "The client's id." }) })
  .meta({
    id: "GatewayMailClient",
    description: "The gateway's client at a mail provider, without the secret.",
  });

const gatewayMailSignIn = z
  .object({
    redirect_url: z.string().meta({
      description: "The address to which a provider leads browsers back. Register it there.",
    }),
    google: gatewayMailClient.nullable().meta({ description: "Google's client; null if not set." }),
    microsoft: gatewayMailClient
      .nullable()
      .meta({ description: "Microsoft's client; null if not set." }),
  })
  .meta({
    id: "GatewayMailSignIn",
    description: "The clients with which people connect mailboxes without a password.",
  });

export type GatewayMailSignIn = z.infer<typeof gatewayMailSignIn>;

const telegramTrial = z
  .object({
    bot_name: z.string().nullable().meta({ description: "The bot's name; null with a problem." }),
    problem: z.enum(["no_answer", "token_refused", "has_webhook", "refused"]).nullable().meta({
      description:
        "The problem of the bot; null if the bot works. `no_answer`: Telegram cannot be reached from the gateway. `token_refused`: no bot has that token. `has_webhook`: another program receives the bot's messages. `refused`: any other response.",
    }),
    response: z
      .string()
      .nullable()
      .meta({ description: "Telegram's error message, if Telegram refused the bot." }),
  })
  .meta({ id: "TelegramTrial", description: "The result of a test of the Telegram bot." });

export type TelegramTrial = z.infer<typeof telegramTrial>;

const gatewaySettings = z
  .object({
    email: gatewayEmail
      .nullable()
      .meta({ description: "The email settings; null if the gateway sends no email." }),
    telegram: gatewayTelegram.nullable().meta({ description: "The bot; null if there is none." }),
    sign_up: gatewaySignUp,
    public_address: gatewayPublicAddress,
    local_network: gatewayLocalNetwork,
    mail_sign_in: gatewayMailSignIn,
  })
  .meta({ id: "GatewaySettings", description: "Settings of the whole gateway." });

export type GatewaySettings = z.infer<typeof gatewaySettings>;

export const mailProblem = z
  .enum([
    "timeout",
    "dns_error",
    "connection_refused",
    "connection_failed",
    "tls_error",
    "certificate_refused",
    "no_encryption",
    "mail_login_refused",
    "sender_refused",
    "recipient_refused",
    "mail_refused",
    "not_a_mail_server",
    "channel_not_set_up",
    "mail_failed",
  ])
  .meta({
    id: "MailProblem",
    description:
      "The reason why an email was not accepted. `dns_error`: no server has that name. `certificate_refused`: the server's certificate is not valid for its name. `no_encryption`: the server does not encrypt, so the password was not sent. `mail_login_refused`: user or password is wrong. `sender_refused`, `recipient_refused`: the server does not take that address. `mail_refused`: the server does not take this email. `not_a_mail_server`: the response does not come from a mail server. `channel_not_set_up`: email was removed meanwhile.",
  });

export type MailProblem = z.infer<typeof mailProblem>;

const mailTrial = z
  .object({
    sent_to: z.string().meta({ description: "The email address of the signed-in person." }),
    problem: mailProblem
      .nullable()
      .meta({ description: "The problem; null if the mail server accepted the email." }),
    server_response: z
      .string()
      .nullable()
      .meta({
        description: `The mail server's own words, at most ${limits.trialResponseCharacters} characters; null if the server accepted the email or sent no response.`,
      }),
  })
  .meta({ id: "MailTrial", description: "The result of a test email." });

export type MailTrial = z.infer<typeof mailTrial>;

export const gatewaySettingOperations = {
  getGatewaySettings: dashboardOperation({
    meta: {
      operationId: "getGatewaySettings",
      method: "GET",
      path: "/operator/settings",
      roles: ["owner"],
      tag,
      summary: "Read the gateway's settings",
      description: `The current settings of the whole gateway. ${onlyOperators}`,
      errors: ["not_found"],
    },
    input: z.object({}),
    output: gatewaySettings,
  }),

  changeGatewayEmail: dashboardOperation({
    meta: {
      operationId: "changeGatewayEmail",
      method: "POST",
      path: "/operator/settings/email",
      roles: ["owner"],
      tag,
      summary: "Set the gateway's email",
      description: `Takes effect at once in every process. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: emailInput,
    output: gatewaySettings,
  }),

  changeGatewayTelegram: dashboardOperation({
    meta: {
      operationId: "changeGatewayTelegram",
      method: "POST",
      path: "/operator/settings/telegram",
      roles: ["owner"],
      tag,
      summary: "Set the gateway's Telegram bot",
      description: `Takes effect at once in every process. People connected to an earlier bot must connect Telegram again. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: telegramInput,
    output: gatewaySettings,
  }),

  changeGatewayMailClient: dashboardOperation({
    meta: {
      operationId: "changeGatewayMailClient",
      method: "POST",
      path: "/operator/settings/mail-clients",
      roles: ["owner"],
      tag,
      summary: "Set the gateway's client at a mail provider",
      description: `Takes effect at once in every process. With another client, people must sign in to their mailboxes again. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: mailClientInput,
    output: gatewaySettings,
  }),

  changeGatewaySignUp: dashboardOperation({
    meta: {
      operationId: "changeGatewaySignUp",
      method: "POST",
      path: "/operator/settings/sign-up",
      roles: ["owner"],
      tag,
      summary: "Open or close sign-up",
      description: `Takes effect at once in every process. Existing accounts keep their days of use. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: signUpInput,
    output: gatewaySettings,
  }),

  changeGatewayPublicAddress: dashboardOperation({
    meta: {
      operationId: "changeGatewayPublicAddress",
      method: "POST",
      path: "/operator/settings/public-address",
      roles: ["owner"],
      tag,
      summary: "Set the gateway's public address",
      description: `Takes effect at once in every process: links, emails and QR codes use the address. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: publicAddressInput,
    output: gatewaySettings,
  }),

  startGatewayTunnel: dashboardOperation({
    meta: {
      operationId: "startGatewayTunnel",
      method: "POST",
      path: "/operator/settings/tunnel",
      roles: ["owner"],
      tag,
      summary: "Start a tunnel for the public address",
      description: `Runs Cloudflare's program cloudflared on the gateway's computer, and takes the tunnel's address as the public address, now and after each start. If the computer does not have the program, Tepat downloads one pinned release. Setting or removing the public address ends the tunnel. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: gatewaySettings,
  }),

  changeGatewayLocalNetwork: dashboardOperation({
    meta: {
      operationId: "changeGatewayLocalNetwork",
      method: "POST",
      path: "/operator/settings/local-network",
      roles: ["owner"],
      tag,
      summary: "Open or close the local network",
      description: `Takes effect at once in every process, without a restart: each then listens, or no longer listens, at the current private addresses of its computer. Another address, for instance in another network, must be allowed again. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: localNetworkInput,
    output: gatewaySettings,
  }),

  removeGatewaySetting: dashboardOperation({
    meta: {
      operationId: "removeGatewaySetting",
      method: "DELETE",
      path: "/operator/saved-settings/{setting_name}",
      roles: ["owner"],
      tag,
      summary: "Remove a setting of the gateway",
      description: `Removes the setting's value from the gateway. ${onlyOperators}`,
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: z.object({ setting_name: removableSetting.meta({ description: "The setting." }) }),
    output: gatewaySettings,
  }),

  testGatewayEmail: dashboardOperation({
    meta: {
      operationId: "testGatewayEmail",
      method: "POST",
      path: "/operator/settings/email/tests",
      roles: ["owner"],
      tag,
      summary: "Send a test email",
      description: `Sends an email to the signed-in person, and waits for the mail server. ${onlyOperators}`,
      waitsForReceiver: true,
      errors: ["not_found", "conflict"],
    },
    input: z.object({}),
    output: mailTrial,
  }),

  testGatewayPublicAddress: dashboardOperation({
    meta: {
      operationId: "testGatewayPublicAddress",
      method: "POST",
      path: "/operator/settings/public-address/tests",
      roles: ["owner"],
      tag,
      summary: "Test the public address",
      description: `Asks the public address whether this gateway answers there. The same addresses are allowed as for webhooks. ${onlyOperators}`,
      waitsForReceiver: true,
      errors: ["not_found"],
    },
    input: z.object({}),
    output: publicAddressTrial,
  }),

  testGatewayTelegram: dashboardOperation({
    meta: {
      operationId: "testGatewayTelegram",
      method: "POST",
      path: "/operator/settings/telegram/tests",
      roles: ["owner"],
      tag,
      summary: "Test the Telegram bot",
      description: `Asks Telegram for the bot's name. ${onlyOperators}`,
      waitsForReceiver: true,
      errors: ["not_found", "conflict"],
    },
    input: z.object({}),
    output: telegramTrial,
  }),
};

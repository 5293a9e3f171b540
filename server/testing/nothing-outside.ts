import type { NoticeChannel } from "../contract/dashboard/notices.ts";
import { noLocalHosts } from "../domain/gateway-settings/settings-in-force.ts";
import { MailboxFailure } from "../domain/mail/inbox.ts";
import { createMailAccess } from "../domain/mail/mail-access.ts";

const noMailClients = { google: null, microsoft: null };

/** Outside services for tests of code that needs none of them. */
export const nothingOutside = {
  refusals: { note() {} },
  webhookClient: { post: () => Promise.reject(new Error("there is no network here")) },
  replicas: null,
  mailer: () => null,
  deliverMail: () => Promise.reject(new Error("there is no network here")),
  openInbox: () => Promise.reject(new MailboxFailure("connection_refused")),
  mailAccess: createMailAccess({
    ask: () => Promise.reject(new Error("there is no network here")),
    clients: () => noMailClients,
  }),
  askAddress: () => Promise.reject(new Error("there is no network here")),
  settingsInForce: {
    atStart: {
      email: null,
      telegram: null,
      telegramApiUrl: "https://api.telegram.org",
      sign_up: null,
      public_address: null,
      local_network: null,
      google: null,
      microsoft: null,
    },
    saved: {},
    mailServer: null,
    telegramBot: null,
    mailClients: noMailClients,
    allowSignUp: false,
    mayHaveStrangers: false,
    publicUrl: null,
    opensLocalNetwork: false,
    allowedLocalHosts: [],
    localHosts: noLocalHosts,
    tunnel: null,
    boundPort: null,
    follow: () => () => {},
    reload: async () => {},
    changed: async () => {},
  },
  noticeChannels: {
    available: new Set<NoticeChannel>(["email", "telegram", "push"]),
    send: () => Promise.reject(new Error("there is no network here")),
    botName: async () => "TepatTestBot",
    tryBot: async () => ({ bot_name: "TepatTestBot", problem: null, response: null }),
  },
};

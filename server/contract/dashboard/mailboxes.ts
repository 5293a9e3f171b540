import { z } from "zod";
import { email, matching, optional, shortName, text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

/** Mailboxes in which banks' signed emails report money. */

const tag = "Mailboxes";
const device_id = uuid().meta({ description: "The mailbox." });

/** The reasons why an inbox cannot be read. */
const readingProblems = [
  "login_refused",
  "access_ended",
  "sign_in_unavailable",
  "no_folder",
  "destination_not_allowed",
  "dns_error",
  "connection_refused",
  "certificate_refused",
  "tls_error",
  "timeout",
  "connection_failed",
] as const;

const mailboxProblem = z.enum(readingProblems).meta({
  id: "MailboxProblem",
  description:
    "`login_refused`: the mail server refused the name or the password. Tepat does not try again before a person changes the password. `access_ended`: the mail provider no longer lets Tepat in. Tepat does not try again before a person signs in again. `sign_in_unavailable`: this gateway has no valid client at the provider. `no_folder`: the server does not have the folder. Tepat does not try again before a person chooses another. `destination_not_allowed`: the server's address is private, or the port is not 993. The others are failures of the connection; Tepat tries again.",
});

export type MailboxProblem = z.infer<typeof mailboxProblem>;

export const mailOutcome = z.enum(["recorded", "unread", "refused", "waiting"]).meta({
  id: "MailOutcome",
  description:
    "`recorded`: signed by the bank, and recorded as a transfer. `unread`: signed by the bank, but not recorded. `refused`: not trusted, so it counts for nothing. `waiting`: DNS has not returned the bank's key yet.",
});

export type MailOutcome = z.infer<typeof mailOutcome>;

/** Mail providers at which a person signs in. */
export const mailProviders = ["google", "microsoft"] as const;

export type MailProviderName = (typeof mailProviders)[number];

export const mailProvider = z.enum(mailProviders).meta({
  id: "MailProvider",
  description: "A mail provider that lets a program in without a password (OAuth 2.0).",
});

const watchedAccount = z
  .object({
    account_id: z.string().meta({ description: "The account." }),
    channel_code: z.string().meta({ description: "The code of the account's bank." }),
    account_number: z.string().nullable().meta({ description: "The account's number." }),
  })
  .meta({ id: "WatchedAccount", description: "An account whose bank writes to the mailbox." });

const bankMail = z
  .object({
    mail_id: z.string().meta({ description: "The email." }),
    outcome: mailOutcome,
    reason: z
      .string()
      .nullable()
      .meta({ description: "The reason why the email was not recorded; otherwise null." }),
    sender: z.string().nullable().meta({ description: "The sender's address, if it is known." }),
    subject: z.string().nullable().meta({ description: "The subject, if it is trusted." }),
    amount: z.number().nullable().meta({ description: "The amount in rupiah, if it was read." }),
    mutation_id: z.string().nullable().meta({ description: "The recorded transfer." }),
    arrived_at: timestamp().meta({
      description: "The time at which the mail server got the email.",
    }),
    has_original: z.boolean().meta({ description: "True if `downloadMail` returns the original." }),
  })
  .meta({ id: "BankMail", description: "An email that names a bank as its sender." });

const forwarding = z
  .object({
    address: z.string().meta({ description: "The address to which emails are to be forwarded." }),
    confirmation_code: z
      .string()
      .nullable()
      .meta({ description: "The code of Gmail's newest request to confirm the address." }),
    confirmation_link: z
      .string()
      .nullable()
      .meta({ description: "The link of that request, signed by Google." }),
    confirmation_at: timestamp().nullable().meta({ description: "The time of that request." }),
  })
  .meta({ id: "Forwarding", description: "An address of the gateway for one mailbox." });

const mailbox = z
  .object({
    device_id: z.string().meta({ description: "The mailbox." }),
    address: z.string().meta({ description: "The address to which the banks write." }),
    login: z
      .string()
      .nullable()
      .meta({ description: "The user name at the mail server; null if emails are forwarded." }),
    host: z
      .string()
      .nullable()
      .meta({ description: "The mail server; null if emails are forwarded." }),
    port: z
      .number()
      .nullable()
      .meta({ description: "The mail server's port; null if emails are forwarded." }),
    provider: mailProvider.nullable().meta({
      description: "The provider at which a person has signed in; null for a password.",
    }),
    folder: z
      .string()
      .nullable()
      .meta({ description: "The folder that Tepat reads; null if emails are forwarded." }),
    forwarding: forwarding.nullable().meta({
      description: "The forwarding address; null if Tepat signs in.",
    }),
    connected_at: timestamp().meta({
      description:
        "The time of connection, or of the last change of the folder. Tepat does not read earlier emails.",
    }),
    read_at: timestamp().nullable().meta({
      description:
        "The time of the last successful read, or of the newest trusted forwarded email; null if there is none.",
    }),
    paused_at: timestamp()
      .nullable()
      .meta({ description: "The time at which a person paused the mailbox." }),
    problem: mailboxProblem.nullable().meta({ description: "The problem; null if there is none." }),
    problem_words: z.string().nullable().meta({ description: "The mail server's response." }),
    problem_since: timestamp()
      .nullable()
      .meta({ description: "The time at which the problem began." }),
    has_stopped: z.boolean().meta({
      description: `True if no email has come since phones reported ${limits.mailboxMissedTransfers} transfers of its accounts, at least ${limits.mailboxMissedHours} hours ago.`,
    }),
    accounts: z
      .array(watchedAccount)
      .meta({ description: "The accounts that the mailbox watches." }),
    mails: z
      .array(bankMail)
      .meta({ description: `The newest emails of banks, at most ${limits.mailsListed}.` }),
  })
  .meta({ id: "Mailbox", description: "A mailbox that Tepat reads, and its health." });

export type Mailbox = z.infer<typeof mailbox>;

const mailboxTrial = z
  .object({
    problem: z
      .enum([
        ...readingProblems,
        "already_connected",
        "too_many_mailboxes",
        "unread_bank",
        "no_forwarding",
        "sign_in_ended",
      ])
      .nullable()
      .meta({
        description: `The reason why the mailbox was not connected; null if it was. \`already_connected\`: this address is already connected. \`too_many_mailboxes\`: a merchant has at most ${limits.mailboxesPerMerchant}. \`unread_bank\`: Tepat does not know how an account's bank signs its emails. \`no_forwarding\`: this gateway receives no emails. \`sign_in_ended\`: the sign-in took too long, was used already, or began in another browser. The others are those of \`MailboxProblem\`.`,
      }),
    response: z.string().nullable().meta({ description: "The mail server's response." }),
    mailbox: mailbox.nullable().meta({ description: "The mailbox; null with a problem." }),
  })
  .meta({ id: "MailboxTrial", description: "The result of a first sign-in to a mail server." });

export type MailboxTrial = z.infer<typeof mailboxTrial>;

const mailboxFolders = z
  .object({
    problem: mailboxProblem.nullable().meta({
      description: "The reason why there is no list; null if there is one.",
    }),
    response: z.string().nullable().meta({ description: "The mail server's response." }),
    folders: z.array(z.string()).meta({
      description: `The names of the folders, at most ${limits.mailboxFolders}.`,
    }),
  })
  .meta({ id: "MailboxFolders", description: "The folders of a mailbox." });

export type MailboxFolders = z.infer<typeof mailboxFolders>;

/** A folder's name as the mail server gives it. */
export const folderName = () => shortName(limits.mailboxFolderCharacters);

const mailSignIn = z
  .object({
    problem: z.enum(["unread_bank", "sign_in_unavailable", "other_address"]).nullable().meta({
      description:
        "The reason why no sign-in was begun; null if one was. `other_address`: the dashboard is not open at the gateway's public address, to which the provider leads the browser back.",
    }),
    url: z.string().nullable().meta({ description: "The provider's page for this sign-in." }),
  })
  .meta({ id: "MailSignIn", description: "A sign-in at a mail provider." });

export type MailSignIn = z.infer<typeof mailSignIn>;

const signInText = (characters: number) =>
  matching(text({ min: 1, max: characters }), /^[\x21-\x7e]+$/, {
    code: "control_characters",
    params: {},
  });

const password = () =>
  text({ min: 1, max: limits.mailPasswordCharacters }).meta({
    description: "The password, for most providers an app password.",
  });

export const mailboxOperations = {
  listMailboxes: dashboardOperation({
    meta: {
      operationId: "listMailboxes",
      method: "GET",
      path: "/mailboxes",
      roles: readers,
      tag,
      summary: "List mailboxes",
      description:
        "The connected mailboxes, newest first, with their health and the newest emails that name a bank as their sender.",
    },
    input: z.object({}),
    output: z.array(mailbox),
  }),

  connectMailbox: dashboardOperation({
    meta: {
      operationId: "connectMailbox",
      method: "POST",
      path: "/mailboxes",
      roles: ["owner", "finance"],
      tag,
      summary: "Connect a mailbox",
      description:
        "Signs in to the mail server by IMAP at once, and from then on reads new emails of banks. An email counts only if its bank has signed it (DKIM) for this address.",
      waitsForReceiver: true,
      needsConfirmation: true,
      errors: ["not_found"],
    },
    input: z
      .object({
        address: email().meta({ description: "The address to which the banks write." }),
        login: optional(shortName(limits.textCharacters)).meta({
          description: "The user name, if it is not the address.",
        }),
        host: matching(
          text({ min: 1, max: limits.mailboxHostCharacters }),
          /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/,
          { code: "not_a_host", params: {} },
        ).meta({ description: "The IMAP server's name." }),
        port: optional(z.int().min(1).max(65_535)).meta({
          description: `The port: ${limits.mailboxPort} (default), or any port if webhooks can call private addresses. The connection is encrypted, except to this machine at another port.`,
        }),
        password: password(),
        account_ids: z.array(uuid()).min(1).max(limits.mailboxAccounts).meta({
          description: "The accounts whose banks write to this mailbox.",
        }),
      })
      .meta({ description: "The mailbox, its server, and the accounts that it watches." }),
    output: mailboxTrial,
  }),

  createForwardingAddress: dashboardOperation({
    meta: {
      operationId: "createForwardingAddress",
      method: "POST",
      path: "/forwarding-addresses",
      roles: ["owner", "finance"],
      tag,
      summary: "Create a forwarding address",
      description:
        "Creates an address to which a mail provider can forward the emails of banks, so that Tepat needs no password. An email counts only if its bank has signed it (DKIM) for the stated address.",
      needsConfirmation: true,
      errors: ["not_found"],
    },
    input: z
      .object({
        address: email().meta({ description: "The owner's address, to which the banks write." }),
        account_ids: z.array(uuid()).min(1).max(limits.mailboxAccounts).meta({
          description: "The accounts whose banks write to this address.",
        }),
      })
      .meta({ description: "The owner's address, and the accounts that it watches." }),
    output: mailboxTrial,
  }),

  beginMailSignIn: dashboardOperation({
    meta: {
      operationId: "beginMailSignIn",
      method: "POST",
      path: "/mail-sign-ins",
      roles: ["owner", "finance"],
      tag,
      summary: "Begin a sign-in at a mail provider",
      description: `Returns the provider's page on which a person lets Tepat read a mailbox. The provider leads the browser back to the dashboard, which then calls \`completeMailSignIn\` in the same session within ${limits.mailSignInSeconds / 60} minutes.`,
      needsConfirmation: true,
      errors: ["not_found"],
    },
    input: z
      .object({
        provider: mailProvider,
        address: email().meta({ description: "The address to which the banks write." }),
        account_ids: z.array(uuid()).min(1).max(limits.mailboxAccounts).meta({
          description: "The accounts whose banks write to this mailbox.",
        }),
      })
      .meta({ description: "The mailbox, and the accounts that it watches." }),
    output: mailSignIn,
  }),

  renewMailSignIn: dashboardOperation({
    meta: {
      operationId: "renewMailSignIn",
      method: "POST",
      path: "/mailboxes/{device_id}/sign-ins",
      roles: ["owner", "finance"],
      tag,
      summary: "Begin another sign-in for a mailbox",
      description:
        "Like `beginMailSignIn`, for a connected mailbox. Afterwards Tepat continues to read where it stopped.",
      subject: "mailbox",
    },
    input: z.object({ device_id }),
    output: mailSignIn,
  }),

  completeMailSignIn: dashboardOperation({
    meta: {
      operationId: "completeMailSignIn",
      method: "POST",
      path: "/mail-sign-ins/completion",
      roles: ["owner", "finance"],
      tag,
      summary: "Complete a sign-in at a mail provider",
      description: "Gets access from the provider, signs in to the mailbox, and connects it.",
      waitsForReceiver: true,
      errors: ["not_found"],
    },
    input: z
      .object({
        state: signInText(limits.textCharacters).meta({
          description: "The state with which the provider led the browser back.",
        }),
        code: signInText(limits.mailSignInCharacters).meta({
          description: "The provider's code.",
        }),
      })
      .meta({ description: "The provider's answer." }),
    output: mailboxTrial,
  }),

  changeMailboxPassword: dashboardOperation({
    meta: {
      operationId: "changeMailboxPassword",
      method: "POST",
      path: "/mailboxes/{device_id}/password",
      roles: ["owner", "finance"],
      tag,
      summary: "Change a mailbox's password",
      description:
        "Signs in with the new password at once. If that works, Tepat continues to read where it stopped.",
      subject: "mailbox",
      waitsForReceiver: true,
    },
    input: z.object({ device_id, password: password() }).meta({ description: "The new password." }),
    output: mailboxTrial,
  }),

  listMailboxFolders: dashboardOperation({
    meta: {
      operationId: "listMailboxFolders",
      method: "GET",
      path: "/mailboxes/{device_id}/folders",
      roles: ["owner", "finance"],
      tag,
      summary: "List a mailbox's folders",
      description: "Signs in to the mail server and returns the folders that Tepat can read.",
      subject: "mailbox",
      waitsForReceiver: true,
    },
    input: z.object({ device_id }),
    output: mailboxFolders,
  }),

  chooseMailboxFolder: dashboardOperation({
    meta: {
      operationId: "chooseMailboxFolder",
      method: "POST",
      path: "/mailboxes/{device_id}/folder",
      roles: ["owner", "finance"],
      tag,
      summary: "Choose a mailbox's folder",
      description:
        "Opens the folder at once. From then on Tepat reads the emails that arrive in it, and no earlier ones.",
      subject: "mailbox",
      waitsForReceiver: true,
    },
    input: z
      .object({
        device_id,
        folder: folderName().meta({
          description: "The folder, by a name that `listMailboxFolders` returns.",
        }),
      })
      .meta({ description: "The folder to read." }),
    output: mailboxTrial,
  }),

  pauseMailbox: dashboardOperation({
    meta: {
      operationId: "pauseMailbox",
      method: "POST",
      path: "/mailboxes/{device_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Pause or resume a mailbox",
      description:
        "While a mailbox is paused, Tepat does not read it. Afterwards Tepat continues where it stopped.",
      subject: "mailbox",
    },
    input: z
      .object({ device_id, is_paused: z.boolean().meta({ description: "True to pause." }) })
      .meta({ description: "The pause to begin or end." }),
    output: mailbox,
  }),

  disconnectMailbox: dashboardOperation({
    meta: {
      operationId: "disconnectMailbox",
      method: "DELETE",
      path: "/mailboxes/{device_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Disconnect a mailbox",
      description: "Ends reading and deletes the password. Recorded transfers stay.",
      subject: "mailbox",
    },
    input: z.object({ device_id }),
    output: z.null(),
  }),

  downloadMail: dashboardOperation({
    meta: {
      operationId: "downloadMail",
      method: "GET",
      path: "/mails/{mail_id}",
      roles: ["owner"],
      tag,
      summary: "Download a bank's email",
      description: `The original with the bank's signature, kept for ${limits.mailEvidenceDays} days as far as there is room. \`npx tepat mail verify\` checks it.`,
      subject: "email",
    },
    input: z.object({ mail_id: uuid().meta({ description: "The email." }) }),
    output: z
      .object({ eml_base64: z.string().meta({ description: "The original, in Base64." }) })
      .meta({ id: "OriginalMail", description: "An email as it arrived." }),
  }),
};

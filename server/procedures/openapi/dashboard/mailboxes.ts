import type { Mailbox } from "../../../contract/dashboard/mailboxes.ts";
import { notFoundText } from "../../../contract/errors.ts";

const device_id = "0a1f7f0e-2f5d-4c0e-9a51-6b8f0c9d3e77";
const account_id = "7c1d2f3a-9b1e-4c7e-8d55-0e3b8a1f2c66";

const mailbox: Mailbox = {
  device_id,
  address: "kasir@toko.example",
  login: "kasir@toko.example",
  host: "imap.toko.example",
  port: 993,
  provider: null,
  folder: "INBOX",
  forwarding: null,
  connected_at: "2026-11-21T03:00:00.000Z",
  read_at: "2026-11-21T10:15:30.000Z",
  paused_at: null,
  problem: null,
  problem_words: null,
  problem_since: null,
  has_stopped: false,
  accounts: [{ account_id, channel_code: "OCBC", account_number: "123456789012" }],
  mails: [
    {
      mail_id: "01938c2e-6f1a-7d3b-9c4e-2a5b8f7d1e60",
      outcome: "recorded",
      reason: null,
      sender: "noreply@ocbcnisp.com",
      subject: "TRANSFER DANA MASUK BI-FAST",
      amount: 150_123,
      mutation_id: "01938c2e-6f1b-7d3b-9c4e-2a5b8f7d1e61",
      arrived_at: "2026-11-21T10:15:29.000Z",
      has_original: true,
    },
  ],
};

const forwarded: Mailbox = {
  ...mailbox,
  login: null,
  host: null,
  port: null,
  folder: null,
  forwarding: {
    address: "5f2b9c1e0d7a4836b1c2d3e4f5a60718@in.tepat.example",
    confirmation_code: null,
    confirmation_link: null,
    confirmation_at: null,
  },
  read_at: null,
  mails: [],
};

const unknown = { not_found: notFoundText("mailbox") };
const connected = { problem: null, response: null, mailbox };
const refused = {
  problem: "login_refused" as const,
  response: "Invalid credentials (Failure)",
  mailbox: null,
};

const begun = {
  problem: null,
  url: "https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=1234-abc.apps.googleusercontent.com",
};

export const mailboxExamples = {
  listMailboxes: { data: { mailboxes: [mailbox] } },
  connectMailbox: {
    bodies: {
      mailbox: {
        address: "kasir@toko.example",
        host: "imap.toko.example",
        password: "abcd efgh ijkl mnop",
        account_ids: [account_id],
      },
    },
    data: { connected, refused },
    invalidFields: { host: { code: "not_a_host", params: {} } as const },
    messages: { not_found: notFoundText("account") },
  },
  createForwardingAddress: {
    bodies: { address: { address: "kasir@toko.example", account_ids: [account_id] } },
    data: { created: { problem: null, response: null, mailbox: forwarded } },
    invalidFields: { address: { code: "required", params: {} } as const },
    messages: { not_found: notFoundText("account") },
  },
  beginMailSignIn: {
    bodies: {
      google: {
        provider: "google" as const,
        address: "kasir@gmail.com",
        account_ids: [account_id],
      },
    },
    data: { begun },
    invalidFields: { address: { code: "required", params: {} } as const },
    messages: { not_found: notFoundText("account") },
  },
  renewMailSignIn: {
    parameters: { device_id },
    bodies: { renewal: {} },
    data: { begun },
    messages: unknown,
  },
  completeMailSignIn: {
    bodies: {
      answer: {
        state: "mX0Ym1lPQK8l3r9sYw2vT5uB7nC4dE6fG8hJ0kL2mN4",
        code: "4/0AeanS0exampleExampleExample",
      },
    },
    data: {
      connected: { ...connected, mailbox: { ...mailbox, provider: "google" as const } },
      late: { problem: "sign_in_ended" as const, response: null, mailbox: null },
    },
    invalidFields: { code: { code: "required", params: {} } as const },
    messages: unknown,
  },
  changeMailboxPassword: {
    parameters: { device_id },
    bodies: { password: { password: "abcd efgh ijkl mnop" } },
    data: { connected, refused },
    invalidFields: { password: { code: "required", params: {} } as const },
    messages: unknown,
  },
  listMailboxFolders: {
    parameters: { device_id },
    data: {
      listed: { problem: null, response: null, folders: ["INBOX", "Bank"] },
      refused: { problem: refused.problem, response: refused.response, folders: [] },
    },
    messages: unknown,
  },
  chooseMailboxFolder: {
    parameters: { device_id },
    bodies: { folder: { folder: "Bank" } },
    data: {
      chosen: { ...connected, mailbox: { ...mailbox, folder: "Bank" } },
      gone: {
        problem: "no_folder" as const,
        response: "Mailbox doesn't exist: Bank",
        mailbox: null,
      },
    },
    invalidFields: { folder: { code: "required", params: {} } as const },
    messages: unknown,
  },
  pauseMailbox: {
    parameters: { device_id },
    bodies: { pause: { is_paused: true } },
    data: { paused: { ...mailbox, paused_at: "2026-11-21T10:16:00.000Z" } },
    invalidFields: { is_paused: { code: "required", params: {} } as const },
    messages: unknown,
  },
  disconnectMailbox: {
    parameters: { device_id },
    data: { disconnected: null },
    messages: unknown,
  },
  downloadMail: {
    parameters: { mail_id: mailbox.mails[0]?.mail_id ?? "" },
    data: { original: { eml_base64: "RnJvbTogbm9yZXBseUBvY2JjbmlzcC5jb20NCg==" } },
    messages: { not_found: notFoundText("email") },
  },
};

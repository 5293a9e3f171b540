import { randomBytes, randomUUID } from "node:crypto";
import type { Mailbox, MailboxFolders, MailboxTrial } from "../../contract/dashboard/mailboxes.ts";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { emailsOf } from "../banks/index.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectUnwellMailboxes } from "../sources/mailbox-health.sql.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import {
  type Inbox,
  MailboxFailure,
  type MailboxLogin,
  type OpenInbox,
  usualFolder,
} from "./inbox.ts";
import type { MailAccess, SignedInMailbox } from "./mail-access.ts";
import { mailKeyContext, openMail, passwordContext } from "./mail-sealing.ts";
import {
  countMailboxes,
  disconnect,
  insertForwarded,
  insertMailbox,
  type MailboxName,
  type MailboxRow,
  type NewMailbox,
  type Position,
  selectMailboxes,
  selectMails,
  selectOriginal,
  selectOwnAccounts,
  selectPassword,
  setPaused,
  updateFolder,
  updatePassword,
} from "./mailboxes.sql.ts";

/** The services for access to mailboxes. */
export interface MailDoors {
  openInbox: OpenInbox;
  mailAccess: MailAccess;
}

/** Manages a merchant's mailboxes in the dashboard. Other merchants' mailboxes are unknown here. */

export async function listOwnMailboxes(gateway: Gateway, merchant_id: string): Promise<Mailbox[]> {
  const rows = await selectMailboxes(gateway.sql, { merchant_id });
  return Promise.all(rows.map((row) => present(gateway, row)));
}

async function present(
  { sql, now, settings: { mailDomain } }: Gateway,
  {
    merchant_id,
    connected_at,
    read_at,
    paused_at,
    problem_since,
    folder,
    forwarding_name,
    confirmation_code,
    confirmation_link,
    confirmation_at,
    ...row
  }: MailboxRow,
): Promise<Mailbox> {
  const mails = await selectMails(sql, { merchant_id, device_id: row.device_id });
  const unwell = await selectUnwellMailboxes(sql, { merchant_id, at: now() });
  return {
    ...row,
    folder: row.host === null ? null : folder,
    connected_at: connected_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
    forwarding:
      forwarding_name === null
        ? null
        : {
            address: `${forwarding_name}@${mailDomain ?? ""}`,
            confirmation_code,
            confirmation_link,
            confirmation_at: confirmation_at?.toISOString() ?? null,
          },
    paused_at: paused_at?.toISOString() ?? null,
    problem_since: problem_since?.toISOString() ?? null,
    has_stopped: unwell.some(
      ({ device_id, trouble }) => device_id === row.device_id && trouble === "stopped",
    ),
    mails: mails.map(({ arrived_at, ...mail }) => ({
      ...mail,
      arrived_at: arrived_at.toISOString(),
    })),
  };
}

export async function readOwnMailbox(gateway: Gateway, name: MailboxName): Promise<Mailbox> {
  const [row] = await selectMailboxes(gateway.sql, name);
  if (!row) throw notFound("mailbox");
  return present(gateway, row);
}

export interface MailboxRequest {
  address: string;
  /** null: the address is the login. */
  login: string | null;
  host: string;
  port: number;
  password: string;
  account_ids: readonly string[];
}

type TrialProblem = NonNullable<MailboxTrial["problem"]>;

export const failed = (problem: TrialProblem, response: string | null = null): MailboxTrial => ({
  problem,
  response,
  mailbox: null,
});

/** Connects a mailbox if its server lets Tepat sign in. Only emails that arrive later are read. */
export async function connectMailbox(
  gateway: Gateway,
  openInbox: OpenInbox,
  actor: Actor,
  { session, ...request }: MailboxRequest & { session: Session },
): Promise<MailboxTrial> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const { host, port, password } = request;
  const address = request.address.toLowerCase();
  const login = request.login ?? address;
  const account_ids = await readableAccounts(gateway, merchant_id, request.account_ids);
  if (account_ids === null) return failed("unread_bank");

  const position = await tryPassword(openInbox, { host, port, login, password });
  if (position instanceof MailboxFailure) return failed(position.problem, position.words);
  const device_id = randomUUID();
  return connectSignedIn(gateway, actor, {
    merchant_id,
    device_id,
    address,
    login,
    host,
    port,
    provider: null,
    password,
    ...position,
    account_ids,
  });
}

/** Connects a mailbox whose server has let Tepat sign in. */
export function connectSignedIn(
  gateway: Gateway,
  actor: Actor,
  {
    password,
    ...rest
  }: Omit<NewMailbox, "sealed_password" | "sealed_mail_key"> & { password: string },
): Promise<MailboxTrial> {
  const { device_id, address, host } = rest;
  const mailbox: NewMailbox = {
    ...rest,
    sealed_password: gateway.secrets.seal(password, passwordContext(device_id)),
    sealed_mail_key: newMailKey(gateway, device_id),
  };
  return addMailbox(gateway, actor, mailbox, {
    insert: (sql, at) => insertMailbox(sql, mailbox, at),
    details: { address, host },
  });
}

/** Creates an address to which a merchant forwards emails. Only emails addressed to the stated address count. */
export async function createForwardingAddress(
  gateway: Gateway,
  actor: Actor,
  { session, ...request }: { session: Session; address: string; account_ids: readonly string[] },
): Promise<MailboxTrial> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const account_ids = await readableAccounts(gateway, merchant_id, request.account_ids);
  if (gateway.settings.mailDomain === null) return failed("no_forwarding");
  if (account_ids === null) return failed("unread_bank");
  const address = request.address.toLowerCase();
  const device_id = randomUUID();
  const mailbox = {
    merchant_id,
    device_id,
    address,
    forwarding_name: randomBytes(limits.forwardingNameCharacters / 2).toString("hex"),
    sealed_mail_key: newMailKey(gateway, device_id),
    account_ids,
  };
  return addMailbox(gateway, actor, mailbox, {
    insert: (sql, at) => insertForwarded(sql, mailbox, at),
    details: { address },
  });
}

const newMailKey = ({ secrets }: Gateway, device_id: string): Buffer =>
  secrets.seal(randomBytes(32).toString("base64"), mailKeyContext(device_id));

/** Returns null if Tepat cannot trust the emails of an account's bank. */
export async function readableAccounts(
  { sql }: Gateway,
  merchant_id: string,
  requested: readonly string[],
): Promise<string[] | null> {
  const account_ids = [...new Set(requested)];
  const own = await selectOwnAccounts(sql, { merchant_id, account_ids });
  if (own.length < account_ids.length) throw notFound("account");
  return own.every(({ channel_code }) => emailsOf(channel_code) !== "unknown") ? account_ids : null;
}

interface Addition {
  insert: (sql: Gateway["sql"], at: Date | null) => Promise<void>;
  details: Record<string, unknown>;
}

async function addMailbox(
  gateway: Gateway,
  actor: Actor,
  { merchant_id, device_id }: MailboxName,
  { insert, details }: Addition,
): Promise<MailboxTrial> {
  try {
    const isRoom = await audited(
      gateway,
      actor,
      async ({ sql, now }) => {
        await holdMerchant(sql, merchant_id);
        if ((await countMailboxes(sql, merchant_id)) >= limits.mailboxesPerMerchant) return false;
        await insert(sql, now());
        return true;
      },
      (isDone) => (isDone ? event({ merchant_id, device_id }, "mailbox.connected", details) : null),
    );
    if (!isRoom) return failed("too_many_mailboxes");
  } catch (cause) {
    if (addressKeys.has(violatedConstraint(cause) ?? "")) return failed("already_connected");
    throw cause;
  }
  return {
    problem: null,
    response: null,
    mailbox: await readOwnMailbox(gateway, { merchant_id, device_id }),
  };
}

const addressKeys: ReadonlySet<string> = new Set([
  "mailboxes_address_key",
  "mailboxes_forwarded_address_key",
]);

/** Tries a password on the default folder. A chosen folder might be gone, and another operation solves that problem. */
const tryPassword = (
  openInbox: OpenInbox,
  login: Pick<MailboxLogin, "host" | "port" | "login" | "password">,
): Promise<Position | MailboxFailure> =>
  tryOpening(() => openInbox({ ...login, is_token: false, folder: usualFolder }));

const tryOpening = (open: () => Promise<Inbox>): Promise<Position | MailboxFailure> =>
  askServer(open, async ({ uid_validity, uid_next }) => ({
    uid_validity,
    last_uid: uid_next - 1,
  }));

async function askServer<Answer>(
  open: () => Promise<Inbox>,
  ask: (inbox: Inbox) => Promise<Answer>,
): Promise<Answer | MailboxFailure> {
  try {
    const inbox = await open();
    return await ask(inbox).finally(() => inbox.close());
  } catch (cause) {
    if (cause instanceof MailboxFailure) return cause;
    throw cause;
  }
}

export async function changeMailboxPassword(
  gateway: Gateway,
  openInbox: OpenInbox,
  actor: Actor,
  { password, ...name }: MailboxName & { password: string },
): Promise<MailboxTrial> {
  const { host, port, login, provider } = await readOwnMailbox(gateway, name);
  // Forwarded emails need no password, and a provider accepts none.
  if (host === null || port === null || login === null || provider !== null) {
    throw notFound("mailbox");
  }
  const position = await tryPassword(openInbox, { host, port, login, password });
  if (position instanceof MailboxFailure) return failed(position.problem, position.words);
  return savePassword(gateway, actor, { ...name, password, action: "mailbox.password_changed" });
}

/** Stores the refresh token of another sign-in at the mailbox's provider. */
export const signInAgain = (
  gateway: Gateway,
  actor: Actor,
  { refresh_token, ...name }: MailboxName & { refresh_token: string },
): Promise<MailboxTrial> =>
  savePassword(gateway, actor, {
    ...name,
    password: refresh_token,
    action: "mailbox.signed_in_again",
  });

async function savePassword(
  gateway: Gateway,
  actor: Actor,
  {
    password,
    action,
    ...name
  }: MailboxName & { password: string; action: Parameters<typeof event>[1] },
): Promise<MailboxTrial> {
  const sealed_password = gateway.secrets.seal(password, passwordContext(name.device_id));
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      if (!(await updatePassword(sql, { ...name, sealed_password, at: now() })))
        throw notFound("mailbox");
    },
    () => event(name, action),
  );
  return { problem: null, response: null, mailbox: await readOwnMailbox(gateway, name) };
}

/** Returns a mailbox of the merchant to which Tepat signs in. */
async function ownSignedIn(gateway: Gateway, name: MailboxName): Promise<SignedInMailbox> {
  const { host, port, login, folder, provider } = await readOwnMailbox(gateway, name);
  const sealed_password = await selectPassword(gateway.sql, name);
  if (
    host === null ||
    port === null ||
    login === null ||
    folder === null ||
    sealed_password === null
  ) {
    throw notFound("mailbox");
  }
  return { ...name, host, port, login, folder, provider, sealed_password };
}

export async function listFolders(
  gateway: Gateway,
  doors: MailDoors,
  name: MailboxName,
): Promise<MailboxFolders> {
  // The chosen folder might be gone.
  const mailbox = { ...(await ownSignedIn(gateway, name)), folder: usualFolder };
  const folders = await askServer(doorOf(gateway, doors, mailbox), (inbox) => inbox.listFolders());
  return folders instanceof MailboxFailure
    ? { problem: folders.problem, response: folders.words, folders: [] }
    : { problem: null, response: null, folders };
}

const doorOf =
  (gateway: Gateway, { openInbox, mailAccess }: MailDoors, mailbox: SignedInMailbox) =>
  async (): Promise<Inbox> =>
    (await mailAccess.open(gateway, openInbox, mailbox)).inbox;

/** Chooses the folder to read. The folder that is already in use continues from its position. */
export async function chooseFolder(
  gateway: Gateway,
  doors: MailDoors,
  actor: Actor,
  { folder, ...name }: MailboxName & { folder: string },
): Promise<MailboxTrial> {
  const mailbox = { ...(await ownSignedIn(gateway, name)), folder };
  const position = await tryOpening(doorOf(gateway, doors, mailbox));
  if (position instanceof MailboxFailure) return failed(position.problem, position.words);
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      if (!(await updateFolder(sql, { ...name, ...position, folder, at: now() })))
        throw notFound("mailbox");
    },
    () => event(name, "mailbox.folder_changed", { folder }),
  );
  return { problem: null, response: null, mailbox: await readOwnMailbox(gateway, name) };
}

export async function pauseMailbox(
  gateway: Gateway,
  actor: Actor,
  { is_paused, ...name }: MailboxName & { is_paused: boolean },
): Promise<Mailbox> {
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      if (!(await setPaused(sql, { ...name, is_paused, at: now() }))) throw notFound("mailbox");
    },
    () => event(name, is_paused ? "mailbox.paused" : "mailbox.resumed"),
  );
  return readOwnMailbox(gateway, name);
}

export async function disconnectMailbox(
  gateway: Gateway,
  actor: Actor,
  name: MailboxName,
): Promise<void> {
  await audited(
    gateway,
    actor,
    async ({ sql, now }) => {
      if (!(await disconnect(sql, { ...name, at: now() }))) throw notFound("mailbox");
    },
    () => event(name, "mailbox.disconnected"),
  );
}

/** Returns the original of a bank's email, byte for byte as it arrived. */
export async function readOriginalMail(
  gateway: Gateway,
  name: { merchant_id: string; mail_id: string },
): Promise<Buffer> {
  const found = await selectOriginal(gateway.sql, name);
  if (!found) throw notFound("email");
  return openMail(gateway, found, { mail_id: name.mail_id, encrypted_mail: found.encrypted_mail });
}

const event = (
  { merchant_id, device_id }: MailboxName,
  action:
    | "mailbox.connected"
    | "mailbox.password_changed"
    | "mailbox.folder_changed"
    | "mailbox.signed_in_again"
    | "mailbox.paused"
    | "mailbox.resumed"
    | "mailbox.disconnected",
  details?: Record<string, unknown>,
) => ({ merchant_id, action, object_id: device_id, ...(details && { details }) });

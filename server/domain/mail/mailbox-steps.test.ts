import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  type Shop,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import {
  rsaKey,
  type SigningKey,
  signMail,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import { selectUnwellMailboxes } from "../sources/mailbox-health.sql.ts";
import { DnsAway, type LookUpKey } from "./key-lookup.ts";
import { type Inbox, type KeepSearching, type MailHead, MailboxFailure } from "./inbox.ts";
import { mailKeyContext, passwordContext } from "./mail-sealing.ts";
import { readMailbox } from "./mailbox-reading.ts";
import { insertMailbox, leaseMailboxes, type LeasedMailbox } from "./mailboxes.sql.ts";

/** A mailbox at the test's own inbox, step by step. */

const key = rsaKey("ocbcnisp.com", "mail2026");
const address = "kasir@toko.example";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let mailbox: LeasedMailbox;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  gateway = testGateway(database.sql);
  gateway.setClock(null);
  await database.sql`update mailboxes set next_try_at = null`;
  shop = await shopWithAccount(gateway, { channel: "OCBC", account_number: "123456789012" });
  const device_id = randomUUID();
  const { merchant_id } = shop;
  await insertMailbox(
    database.sql,
    {
      merchant_id,
      device_id,
      address,
      login: address,
      host: "mail.example.com",
      port: 993,
      provider: null,
      uid_validity: 1,
      last_uid: 0,
      sealed_password: gateway.secrets.seal("secret", passwordContext(device_id)),
      sealed_mail_key: gateway.secrets.seal(
        randomBytes(32).toString("base64"),
        mailKeyContext(device_id),
      ),
      account_ids: [shop.account_id],
    },
    null,
  );
  [mailbox] = (await leaseMailboxes(database.sql, { limit: 1, at: null })) as [LeasedMailbox];
});

const signedBy = (by: SigningKey, words: string) =>
  signMail(
    writeMail(
      [
        ["From", "OCBC <noreply@ocbcnisp.com>"],
        ["To", address],
        ["Subject", "Promo"],
        ["Date", new Date().toUTCString().replace("GMT", "+0000")],
        ["Message-ID", `<${randomUUID()}@ocbcnisp.com>`],
        ["Content-Type", "text/plain; charset=utf-8"],
      ],
      words,
    ),
    by,
  );

interface Trial {
  mails: readonly (string | Buffer)[];
  lookUpKey?: LookUpKey;
  uid_validity?: number;
  heads?: (uid: number) => Partial<MailHead>;
  /** Called before each email is read. */
  reading?: (uid: number, stop: () => void) => unknown;
  /** Called during each search. */
  searching?: (keep: KeepSearching) => Promise<void>;
}

/** Reads the inbox once, to its end. */
async function readOnce(trial: Trial) {
  const { mails, uid_validity = 1, heads = () => ({}), reading = () => {}, searching } = trial;
  const stopping = new AbortController();
  const read: number[] = [];
  let isOpen = true;
  const headOf = (uid: number): MailHead => ({
    uid,
    bytes: mails[uid - 1]?.length ?? 0,
    from: "From: OCBC <noreply@ocbcnisp.com>",
    arrived_at: new Date(),
    ...heads(uid),
  });
  const uids = mails.map((_, index) => index + 1);
  const inbox: Inbox = {
    uid_validity,
    uid_next: mails.length + 1,
    listAfter: async (uid, limit, keep) => {
      await searching?.(keep);
      const next = uids.filter((each) => each > uid).slice(0, limit);
      const last_uid = next.at(-1);
      return last_uid === undefined ? null : { heads: next.map(headOf), last_uid };
    },
    firstSince: async () => uids[0] ?? null,
    listFolders: async () => ["INBOX"],
    read: async (uid) => {
      read.push(uid);
      await reading(uid, () => stopping.abort());
      if (!isOpen) throw new MailboxFailure("connection_failed");
      return Buffer.from(mails[uid - 1] ?? "");
    },
    waitForNews: async () => stopping.abort(),
    close: () => {
      isOpen = false;
    },
  };
  const lookUpKey = trial.lookUpKey ?? new TestDns([key]).lookUpKey;
  const { mailAccess } = nothingOutside;
  const reader = { openInbox: async () => inbox, mailAccess, lookUpKey, pollMilliseconds: 1 };
  await readMailbox(gateway, mailbox, reader, stopping.signal);
  return read;
}

const outcomes = async () =>
  (
    await database.sql<{ outcome: string; reason: string | null }[]>`
      select outcome, reason from bank_mails
      where merchant_id = ${shop.merchant_id} order by created_at, mail_id
    `
  ).map(({ outcome, reason }) => reason ?? outcome);
const row = async () =>
  (
    await database.sql`
      select last_uid::integer, uid_validity::integer, problem, lease_token, lease_until, failure_count
      from mailboxes where device_id = ${mailbox.device_id}
    `
  )[0];
const countOf = (all: readonly string[], one: string) => all.filter((each) => each === one).length;
const away: LookUpKey = (name) => Promise.reject(new DnsAway(name));
const leaseAgain = async () => {
  [mailbox] = (await leaseMailboxes(database.sql, { limit: 1, at: null })) as [LeasedMailbox];
};

describe("while DNS is away", () => {
  test("emails beyond the waiting limit are refused, and the position advances", async () => {
    const mails = await Promise.all(
      Array.from({ length: limits.mailsWaiting + 3 }, (_, each) => signedBy(key, `Hi ${each}`)),
    );
    await readOnce({
      mails: [...mails, await signedBy(rsaKey(key.domain, "s2"), "Hi")],
      lookUpKey: away,
    });
    const all = await outcomes();
    expect(countOf(all, "waiting")).toBe(limits.mailsWaiting + 1);
    expect(countOf(all, "dns_away")).toBe(3);
    expect(await row()).toMatchObject({ last_uid: mails.length + 1, problem: null });
  });

  test("emails wait up to the merchant's limit", async () => {
    const size = limits.mailBytes - 8000;
    const mails = [];
    for (let each = 0; each < 10; each++) {
      mails.push(await signedBy(key, `${randomBytes(size * 0.7).toString("base64")}\r\n`));
    }
    await readOnce({ mails, lookUpKey: away });
    const [{ bytes }] = (await database.sql`
      select sum(length(encrypted_mail))::float8 as bytes from bank_mails
      where merchant_id = ${shop.merchant_id} and outcome = 'waiting'
    `) as [{ bytes: number }];
    expect(bytes).toBeLessThanOrEqual(limits.mailsWaitingBytes);
    expect(new Set(await outcomes())).toEqual(new Set(["waiting", "dns_away"]));
    expect(await row()).toMatchObject({ last_uid: 10 });
  });

  test("a pass over the waiting emails looks up each key once", async () => {
    const mails = await Promise.all([1, 2, 3].map((each) => signedBy(key, `Hi ${each}`)));
    await readOnce({ mails, lookUpKey: away });
    await database.sql`update bank_mails set check_at = now() where merchant_id = ${shop.merchant_id}`;
    await leaseAgain();
    const asked: string[] = [];
    await readOnce({ mails: [], lookUpKey: (name) => (asked.push(name), away(name)) });
    expect(asked).toHaveLength(1);
    expect(await outcomes()).toEqual(["waiting", "waiting", "waiting"]);
  });
});

test("a long search keeps the lease", async () => {
  const isKept = async () =>
    (
      await database.sql<{ is_kept: boolean }[]>`
        select lease_until > now() as is_kept from mailboxes where device_id = ${mailbox.device_id}
      `
    )[0]?.is_kept;
  await readOnce({
    mails: [],
    async searching(keep) {
      await database.sql`
        update mailboxes set lease_until = now() - interval '1 second'
        where device_id = ${mailbox.device_id}
      `;
      expect(await isKept()).toBe(false);
      await keep();
      expect(await isKept()).toBe(true);
    },
  });
  expect.assertions(2);
});

test("a search ends once another process reads the mailbox", async () => {
  let isGoingOn = false;
  await readOnce({
    mails: [await signedBy(key, "Hi")],
    async searching(keep) {
      await database.sql`
        update mailboxes set lease_token = ${randomUUID()} where device_id = ${mailbox.device_id}
      `;
      await keep();
      isGoingOn = true;
    },
  });
  expect(isGoingOn).toBe(false);
  expect(await outcomes()).toEqual([]);
});

test("an email waits briefly for a key that DNS lacks", async () => {
  const mails = [await signedBy(key, "Hi"), await signedBy(key, "Ho")];
  await readOnce({ mails, lookUpKey: async () => [] });
  expect(await outcomes()).toEqual(["waiting", "waiting"]);
  await database.sql`
    update bank_mails set check_at = now(), created_at = now() - make_interval(mins => ${limits.mailMissingKeyMinutes})
    where merchant_id = ${shop.merchant_id}
  `;
  await leaseAgain();
  await readOnce({ mails: [], lookUpKey: async () => [] });
  expect(await outcomes()).toEqual(["no_key", "no_key"]);
});

test("an email raises an alarm while DNS is away, and none once DNS says that it has no such key", async () => {
  const { merchant_id } = shop;
  const later = new Date(Date.now() + limits.mailKeyLateMinutes * 60_000 + 1000);
  const alarms = async () =>
    (await selectUnwellMailboxes(database.sql, { merchant_id, at: later })).map(
      ({ trouble }) => trouble,
    );
  await readOnce({ mails: [await signedBy(key, "Hi")], lookUpKey: async () => [] });
  expect(await alarms()).toEqual([]);
  for (const [lookUpKey, expected] of [
    [away, ["keyless"]],
    [async () => [], []],
  ] as const) {
    await database.sql`update bank_mails set check_at = now() where merchant_id = ${merchant_id}`;
    await leaseAgain();
    await readOnce({ mails: [], lookUpKey });
    expect(await outcomes()).toEqual(["waiting"]);
    expect(await alarms()).toEqual(expected);
  }
});

test("a key that came in time counts", async () => {
  await readOnce({ mails: [await signedBy(key, "Hi")], lookUpKey: async () => [] });
  await database.sql`update bank_mails set check_at = now() where merchant_id = ${shop.merchant_id}`;
  await leaseAgain();
  await readOnce({ mails: [] });
  expect(await outcomes()).not.toContain("waiting");
  expect(await outcomes()).not.toContain("no_key");
});

test("the lease is renewed with each email", async () => {
  const mails = [await signedBy(key, "Hi"), await signedBy(key, "Ho")];
  const left: number[] = [];
  await readOnce({
    mails,
    reading: async () => {
      const [{ seconds }] = (await database.sql`
        select extract(epoch from lease_until - now())::float8 as seconds from mailboxes
        where device_id = ${mailbox.device_id}
      `) as [{ seconds: number }];
      left.push(seconds);
      await database.sql`
        update mailboxes set lease_until = now() + interval '1 second' where device_id = ${mailbox.device_id}
      `;
    },
  });
  expect(left).toHaveLength(2);
  for (const seconds of left) expect(seconds).toBeGreaterThan(2);
});

test("a reader that has lost its lease stores nothing", async () => {
  const lost = { lease_token: randomUUID() };
  await readOnce({
    mails: [await signedBy(key, "Hi")],
    reading: () => database.sql`
      update mailboxes set lease_token = ${lost.lease_token} where device_id = ${mailbox.device_id}
    `,
  });
  expect(await outcomes()).toEqual([]);
  expect(await row()).toMatchObject({ last_uid: 0, problem: null, ...lost });
});

test("a stop closes the connection, without failure or skipped email", async () => {
  const mails = await Promise.all([1, 2, 3].map((each) => signedBy(key, `Hi ${each}`)));
  const read = await readOnce({ mails, reading: (uid, stop) => uid === 2 && stop() });
  expect(read).toEqual([1, 2]);
  expect(await row()).toMatchObject({
    last_uid: 1,
    problem: null,
    failure_count: 0,
    lease_token: null,
  });
});

test("reading after a renumbering saves the position step by step", async () => {
  const mails = await Promise.all([1, 2, 3].map((each) => signedBy(key, `Hi ${each}`)));
  await readOnce({ mails, uid_validity: 9, reading: (uid, stop) => uid === 3 && stop() });
  expect(await row()).toMatchObject({ uid_validity: 9, last_uid: 2 });
});

test("emails before the connection stay unread after a renumbering", async () => {
  const mails = [await signedBy(key, "old"), await signedBy(key, "new")];
  const old = new Date(Date.now() - 3_600_000);
  const heads = (uid: number) => (uid === 1 ? { arrived_at: old } : {});
  expect(await readOnce({ mails, uid_validity: 9, heads })).toEqual([2]);
});

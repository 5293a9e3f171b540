import { expect, onTestFinished, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { startImapServer } from "../testing/imap-server.ts";
import { createInboxOpener } from "./imap-client.ts";

/** Mail servers that respond wrongly. Their responses must neither skip an email nor fill the memory. */

const password = "secret-of-the-mailbox";
const keep = async () => {};
const openInbox = createInboxOpener(() => ({ allowPrivate: true }));

type Answers = Readonly<Record<string, (command: string) => readonly string[]>>;

async function opened(answers: Answers, folder = "INBOX") {
  const server = await startImapServer((command) =>
    Object.entries(answers).find(([start]) => command.startsWith(start))?.[1](command),
  );
  onTestFinished(server.close);
  const { port } = server;
  const login = {
    host: "127.0.0.1",
    port,
    login: "kasir@toko.example",
    password,
    folder,
    is_token: false,
  };
  const inbox = openInbox(login);
  inbox.then(
    (made) => onTestFinished(() => made.close()),
    () => {},
  );
  return { server, inbox };
}

const from = "From: OCBC <noreply@ocbcnisp.com>\r\n\r\n";
const head = (uid: number, internalDate = "27-Nov-2026 10:00:00 +0700") =>
  `* ${uid} FETCH (UID ${uid} RFC822.SIZE 900 INTERNALDATE "${internalDate}" BODY[HEADER.FIELDS (FROM)] {${from.length}}\r\n${from})`;
const flags = (uid: number) => `* ${uid} FETCH (UID ${uid} FLAGS (\\Seen))`;
const search = (uids: readonly number[]) => () => [`* SEARCH ${uids.join(" ")}`, "OK done"];
/** Returns the UIDs in a command such as `UID FETCH 1,2:4 (…)`. */
const asked = (command: string): number[] =>
  (command.split(" ")[2] ?? "").split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split(":").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

test("a row about an unrequested email neither counts nor moves the position", async () => {
  const { inbox } = await opened({
    "UID SEARCH": search([1, 2, 3]),
    "UID FETCH": () => [flags(900), head(1), head(2), head(800), head(3), flags(901), "OK done"],
  });
  const step = await (await inbox).listAfter(0, 2, keep);
  expect(step?.heads.map(({ uid }) => uid)).toEqual([1, 2]);
  expect(step?.last_uid).toBe(2);
});

test("a row missing from a response is requested again, and a deleted email is skipped", async () => {
  let turn = 0;
  const { inbox } = await opened({
    "UID SEARCH": search([1, 2, 3]),
    "UID FETCH": () => (turn++ === 0 ? [flags(2), head(3), "OK done"] : [head(2), "OK done"]),
  });
  const step = await (await inbox).listAfter(0, 50, keep);
  expect(step?.heads.map(({ uid }) => uid)).toEqual([2, 3]);
  expect(step?.last_uid).toBe(3);
});

test("a flood of rows ends the reading", async () => {
  const flood = Array.from({ length: limits.mailboxAnswerRows + 1 }, (_, index) =>
    flags(index + 9),
  );
  const { inbox } = await opened({
    "UID SEARCH": search([1]),
    "UID FETCH": () => [...flood, head(1), "OK done"],
  });
  await expect((await inbox).listAfter(0, 50, keep)).rejects.toMatchObject({
    problem: "connection_failed",
  });
});

test("an email above the requested size ends the connection", async () => {
  const { inbox, server } = await opened({
    "UID FETCH": () => [
      `* 1 FETCH (UID 1 BODY[]<0> {${limits.mailBytes + 2000}}\r\n${"x".repeat(limits.mailBytes + 2000)})`,
      "OK done",
    ],
  });
  await expect((await inbox).read(1)).rejects.toMatchObject({ problem: "connection_failed" });
  await expect.poll(server.connections).toBe(0);
});

test("an email of the largest size is read", async () => {
  const mail = "x".repeat(limits.mailBytes + 1);
  const { inbox } = await opened({
    "UID FETCH": () => [`* 1 FETCH (UID 1 BODY[]<0> {${mail.length}}\r\n${mail})`, "OK done"],
  });
  expect(await (await inbox).read(1)).toHaveLength(mail.length);
});

test("an email without a readable time gets the current time", async () => {
  const before = Date.now();
  const { inbox } = await opened({
    "UID SEARCH": search([1]),
    "UID FETCH": (command) => [...asked(command).map((uid) => head(uid, "32-Foo-2026")), "OK done"],
  });
  const step = await (await inbox).listAfter(0, 50, keep);
  expect(step?.heads[0]?.arrived_at.getTime()).toBeGreaterThanOrEqual(before);
});

test.each(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "CONTACTADMIN"])(
  "a server that answers a login with %s is tried again",
  async (code) => {
    const { inbox } = await opened({ LOGIN: () => [`NO [${code}] try later`] });
    await expect(inbox).rejects.toMatchObject({ problem: "connection_failed" });
  },
);

test("a refused login is reported, and the server's words never hold the password", async () => {
  const { inbox } = await opened({ LOGIN: () => [`NO ${password} is wrong`] });
  await expect(inbox).rejects.toMatchObject({ problem: "login_refused", words: "… is wrong" });
});

test("the server's words about a command never hold the password either", async () => {
  const { inbox } = await opened({
    "UID SEARCH": search([1]),
    "UID FETCH": () => [`NO ${password} has no right`],
  });
  await expect((await inbox).listAfter(0, 50, keep)).rejects.toMatchObject({
    words: "… has no right",
  });
});

test("a missing folder is reported, and an unavailable server is tried again", async () => {
  const none = await opened({ EXAMINE: () => ["NO no such mailbox"] });
  await expect(none.inbox).rejects.toMatchObject({ problem: "no_folder" });
  const away = await opened({ EXAMINE: () => ["NO [UNAVAILABLE] try later"] });
  await expect(away.inbox).rejects.toMatchObject({ problem: "connection_failed" });
});

const flood = Array.from({ length: 4 }, () => `* SEARCH ${"1 ".repeat(250_000)}`);

test.each([
  ["a range of millions", ['* ESEARCH (TAG "x") UID ALL 1:16777216']],
  [
    "a number of emails that none has, and their range",
    ["* 4000000000 EXISTS", '* ESEARCH (TAG "x") UID ALL 1:16777216'],
  ],
  ["millions of numbers", flood],
])("a search that is answered with %s ends the connection", async (_, lines) => {
  const { inbox } = await opened({
    EXAMINE: () => [
      `* ${limits.mailboxEmails} EXISTS`,
      "* OK [UIDVALIDITY 7] ok",
      "* OK [UIDNEXT 9] ok",
      "OK [READ-ONLY] done",
    ],
    "UID SEARCH": () => [...lines, "OK done"],
  });
  await expect((await inbox).listAfter(0, 50, keep)).rejects.toMatchObject({
    problem: "connection_failed",
  });
});

test("an inbox of more emails than Tepat reads is not opened", async () => {
  const { inbox } = await opened({
    EXAMINE: () => [
      `* ${limits.mailboxEmails + 1} EXISTS`,
      "* OK [UIDVALIDITY 7] ok",
      "OK [READ-ONLY] done",
    ],
  });
  await expect(inbox).rejects.toMatchObject({ problem: "connection_failed" });
});

test("a search asks before each window whether it may go on", async () => {
  const { inbox, server } = await opened(longInbox(3 * limits.mailboxSearchWindow, () => []));
  const box = await inbox;
  let asked = 0;
  const lost = async () => {
    asked += 1;
    if (asked === 3) throw new Error("lost");
  };
  await expect(box.listAfter(0, 50, lost)).rejects.toThrow("lost");
  expect(server.commands.filter((command) => command.startsWith("UID SEARCH"))).toHaveLength(2);
});

test("folders are listed by readable names, without those that cannot be opened", async () => {
  const { inbox } = await opened({
    'LIST "" "*"': () => [
      '* LIST (\\HasChildren \\Noselect) "/" "[Gmail]"',
      '* LIST (\\All) "/" "[Gmail]/All Mail"',
      '* LIST () "/" INBOX',
      '* LIST () "/" "Bank &- Toko &AOk-"',
      `* LIST () "/" "${"x".repeat(limits.mailboxFolderCharacters + 1)}"`,
      "OK done",
    ],
  });
  expect(await (await inbox).listFolders()).toEqual(["INBOX", "[Gmail]/All Mail", "Bank & Toko é"]);
});

test("a very long list of folders is cut", async () => {
  const many = Array.from({ length: limits.mailboxFolders + 9 }, (_, index) => `Folder ${index}`);
  const rows = many.map((name) => `* LIST () "/" "${name}"`);
  const { inbox } = await opened({ 'LIST "" "*"': () => [...rows, "OK done"] });
  expect(await (await inbox).listFolders()).toHaveLength(limits.mailboxFolders);
});

test("a folder is opened by the name that the server gave it", async () => {
  const { inbox, server } = await opened({}, "Bank & Toko é");
  await inbox;
  expect(server.commands).toContainEqual(expect.stringMatching(/^EXAMINE .*Bank &- Toko &AOk-"?$/));
});

/** An inbox in which emails are deleted and added during a search. */
function longInbox(count: number, during: (uids: number[], turn: number) => string[]): Answers {
  const uids = Array.from({ length: count }, (_, index) => index + 1);
  let turn = 0;
  return {
    EXAMINE: () => [
      `* ${uids.length} EXISTS`,
      "* OK [UIDVALIDITY 7] ok",
      `* OK [UIDNEXT ${count + 1}] ok`,
      "OK [READ-ONLY] done",
    ],
    "UID SEARCH": (command) => {
      const news = during(uids, turn++);
      const [, first, until, after] = /^UID SEARCH (\d+):(\d+) UID (\d+):\*$/.exec(command) ?? [];
      const found = uids
        .slice(Number(first) - 1, Number(until))
        .filter((uid) => uid >= Number(after) || uid === uids.at(-1));
      return [...news, `* SEARCH ${found.join(" ")}`, "OK done"];
    },
    "UID FETCH": (command) => [...asked(command).map((uid) => head(uid)), "OK done"],
  };
}

test("a long inbox is searched in windows, once, and each email is listed once", async () => {
  const count = 2 * limits.mailboxSearchWindow + 300;
  const { inbox, server } = await opened(longInbox(count, () => []));
  const box = await inbox;
  const listed: number[] = [];
  for (let step = await box.listAfter(0, 500, keep); step;) {
    listed.push(...step.heads.map(({ uid }) => uid));
    step = await box.listAfter(step.last_uid, 500, keep);
  }
  expect(listed).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const searches = server.commands.filter((command) => command.startsWith("UID SEARCH"));
  // Three windows cover the inbox. The fourth search finds no more.
  expect(searches).toHaveLength(4);
  for (const [, first, until] of searches.map((command) => /(\d+):(\d+) /.exec(command) ?? []))
    expect(Number(until) - Number(first)).toBeLessThan(limits.mailboxSearchWindow);
});

test("an email that is deleted during a search hides no other", async () => {
  const count = limits.mailboxSearchWindow + 500;
  const answers = longInbox(count, (uids, turn) => {
    if (turn > 0) return [];
    uids.pop();
    return [`* ${count} EXPUNGE`];
  });
  const { inbox } = await opened(answers);
  const step = await (await inbox).listAfter(0, 3, keep);
  expect(step?.heads.map(({ uid }) => uid)).toEqual([1, 2, 3]);
});

test("an email that is announced during a search is read without a wait", async () => {
  const answers = longInbox(2, (uids, turn) => {
    if (turn > 0) return [];
    uids.push(3);
    return ["* 3 EXISTS"];
  });
  const { inbox } = await opened(answers);
  const box = await inbox;
  const step = await box.listAfter(0, 2, keep);
  expect(step?.last_uid).toBe(2);
  await box.waitForNews(3_600_000, new AbortController().signal);
  expect((await box.listAfter(2, 2, keep))?.last_uid).toBe(3);
});

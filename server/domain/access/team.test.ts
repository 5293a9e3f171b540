import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../contract/dashboard/roles.ts";
import { roles } from "../../contract/dashboard/roles.ts";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { colleague, refreshed, visitor, type Visitor } from "../../testing/dashboard.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "./audit.ts";
import type { Mailer } from "./password-resets.ts";
import { actorOf, findSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import {
  acceptInvitation,
  changeOwnName,
  changeRole,
  invitePerson,
  openInvitation,
  readTeam,
  removePerson,
  withdrawInvitation,
} from "./team.ts";
import { enableTotp } from "./totp.ts";

/** Tests invitations, roles and leaving the team. */

const today = drawnDay("teams");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let owner: Visitor;
let calls = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today("10:00"));
  shop = await shopWithAccount(gateway);
  owner = await visitor(gateway, shop);
});
afterAll(() => database.drop());

/** Each client has its own network, so that one test's counts do not affect another test. */
const client = () => ({ client_address: `10.${calls >> 8}.${calls++ & 255}.1`, user_agent: "B/1" });
const password = "a calm lake at dawn";
const newAddress = () => `person-${calls++}@shop.example`;

const invite = async (
  email: string,
  role: Role,
  by: Visitor = owner,
  mailer: Mailer | null = null,
) =>
  invitePerson(gateway, mailer, by.actor, { session: await refreshed(gateway, by), email, role });
const tokenOf = (link: string | null) => new URL(link ?? "").hash.slice("#token=".length);
const accept = (token: string, name = "Dewi") =>
  acceptInvitation(gateway, { token, name, password }, client());

async function join(role: Role, email = newAddress()): Promise<Visitor & { email: string }> {
  const { link } = await invite(email, role);
  const { token, session } = await accept(tokenOf(link));
  return { token, session, email, actor: actorOf(session, client()) };
}

const setRole = async (person: Visitor, role: Role, by: Visitor = owner) =>
  changeRole(gateway, by.actor, {
    session: await refreshed(gateway, by),
    person_id: person.session.person.person_id,
    role,
  });
const remove = async (person: Visitor, by: Visitor = owner) =>
  removePerson(gateway, by.actor, {
    session: await refreshed(gateway, by),
    person_id: person.session.person.person_id,
  });

const team = () => readTeam(gateway, shop.merchant_id);
const enter = (email: string) =>
  signIn(gateway, { email, password, totp_code: null, recovery_code: null }, client());
const expired = { reason: { code: "link_expired", params: {} } };
const refusedFor = (code: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code }) });

describe("an invitation", () => {
  test.each(roles)("creates a signed-in %s, and works once", async (role) => {
    const email = newAddress();
    const { link } = await invite(email, role);
    const token = tokenOf(link);
    expect(await openInvitation(gateway, token, client())).toEqual({
      merchant_name: "Toko Contoh",
      email,
      role,
    });
    const joined = await accept(token);
    expect(joined.session).toMatchObject({
      merchant_id: shop.merchant_id,
      email,
      person: { name: "Dewi", role },
    });
    expect(await findSession(gateway, joined.token)).toMatchObject({ person: { role } });
    await expect(accept(token)).rejects.toMatchObject(expired);
    await expect(openInvitation(gateway, token, client())).rejects.toMatchObject(expired);
    expect((await enter(email)).session.person.role).toBe(role);
  });

  test("is accepted by one of many simultaneous uses", async () => {
    const { link } = await invite(newAddress(), "viewer");
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => accept(tokenOf(link))),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await team()).people).toHaveLength(2);
  });

  test("is sent by email if possible, and is then in no response", async () => {
    const sent: Parameters<Mailer["send"]>[0][] = [];
    const email = newAddress();
    const invited = await invite(email, "finance", owner, { send: (mail) => void sent.push(mail) });
    expect(invited.link).toBeNull();
    expect(sent).toMatchObject([{ to: email, subject: expect.stringContaining("Toko Contoh") }]);
    const [, token = ""] = /#token=(\w+)/.exec(sent[0]?.text ?? "") ?? [];
    expect((await accept(token)).session.person.role).toBe("finance");
  });

  test("ends after exactly seven days, and is shown as expired", async () => {
    const { link, expires_at } = await invite(newAddress(), "viewer");
    const end = new Date(expires_at).getTime();
    expect(end - today("10:00").getTime()).toBe(limits.invitationSeconds * 1000);
    gateway.setClock(new Date(end - 1_000));
    await openInvitation(gateway, tokenOf(link), client());
    gateway.setClock(new Date(end));
    await expect(accept(tokenOf(link))).rejects.toMatchObject(expired);
    expect((await team()).invitations).toMatchObject([{ is_expired: true }]);
  });

  test("for a person invited again replaces the previous link, with the new role", async () => {
    const email = newAddress();
    const former = await invite(email, "owner");
    const present = await invite(email.toUpperCase(), "viewer");
    await expect(accept(tokenOf(former.link))).rejects.toMatchObject(expired);
    expect((await team()).invitations).toHaveLength(1);
    expect((await accept(tokenOf(present.link))).session.person.role).toBe("viewer");
  });

  test("ends at once when withdrawn, and another merchant cannot withdraw it", async () => {
    const { link, invitation_id } = await invite(newAddress(), "viewer");
    const stranger = await visitor(gateway, await shopWithAccount(gateway));
    const withdraw = (by: Visitor) =>
      withdrawInvitation(gateway, by.actor, { session: by.session, invitation_id });
    await expect(withdraw(stranger)).rejects.toMatchObject({ code: "not_found" });
    await openInvitation(gateway, tokenOf(link), client());
    await withdraw(owner);
    await expect(accept(tokenOf(link))).rejects.toMatchObject(expired);
    await expect(withdraw(owner)).rejects.toMatchObject({ code: "not_found" });
  });

  test.each(["", "pgi_x", "pgr_0000", "x".repeat(255)])(
    "is refused if it was never created: %j",
    async (token) => {
      await expect(accept(token)).rejects.toMatchObject(expired);
      await expect(openInvitation(gateway, token, client())).rejects.toMatchObject(expired);
    },
  );

  test("allows one network as many guesses as a password does, then none", async () => {
    const one = client();
    for (let guess = 0; guess < limits.signInAttemptsPerAddress; guess++) {
      await expect(openInvitation(gateway, "pgi_x", one)).rejects.toMatchObject(expired);
    }
    await expect(openInvitation(gateway, "pgi_x", one)).rejects.toMatchObject({
      code: "rate_limited",
    });
    await expect(openInvitation(gateway, "pgi_x", client())).rejects.toMatchObject(expired);
  });

  test("informs the owner about an existing member, but not about other teams", async () => {
    const other = await shopWithAccount(gateway);
    await expect(invite(shop.email.toUpperCase(), "viewer")).rejects.toEqual(
      refusedFor("already_in_team"),
    );
    const { link } = await invite(other.email, "viewer");
    // Only the holder of the link learns that the address is taken, as at sign-up.
    await expect(accept(tokenOf(link))).rejects.toEqual(refusedFor("email_taken"));
    expect((await team()).invitations).toHaveLength(1);
  });

  test("is not stored as in its link", async () => {
    const { link } = await invite(newAddress(), "viewer");
    const [row] = await database.sql<{ everything: string }[]>`
      select (select json_agg(invitations)::text from invitations)
        || (select json_agg(audit_entries)::text from audit_entries) as everything
    `;
    expect(row?.everything).not.toContain(tokenOf(link));
  });
});

describe("a team", () => {
  test("has at most fifty people and invitations, also with parallel invitations", async () => {
    await database.sql`
      insert into people (merchant_id, person_id, person_name, email, role, created_at)
      select ${shop.merchant_id}, gen_random_uuid(), 'X', gen_random_uuid()::text, 'viewer', now()
      from generate_series(1, ${limits.teamPeople - 4})
    `;
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => invite(newAddress(), "viewer")),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(invite(newAddress(), "viewer")).rejects.toEqual(refusedFor("team_limit"));
    // A repeated invitation needs no additional place.
    await invite((await team()).invitations[0]?.email ?? "", "viewer");
  });

  test("creates at most fifty invitations a day, because each can send an email", async () => {
    for (let count = 0; count < limits.invitationsPerDay; count++)
      await invite("one@shop.example", "viewer");
    await expect(invite("one@shop.example", "viewer")).rejects.toMatchObject({
      code: "rate_limited",
    });
    gateway.setClock(new Date(today("10:01").getTime() + 24 * 3_600_000));
    owner = await visitor(gateway, shop);
    await invite("one@shop.example", "viewer");
  });

  test("is invisible to another merchant", async () => {
    const cashier = await join("cashier");
    const stranger = await visitor(gateway, await shopWithAccount(gateway));
    await expect(setRole(cashier, "owner", stranger)).rejects.toMatchObject({ code: "not_found" });
    await expect(remove(cashier, stranger)).rejects.toMatchObject({ code: "not_found" });
    expect(await refreshed(gateway, cashier)).toMatchObject({ person: { role: "cashier" } });
  });

  test("is in the audit log, with the names of both people", async () => {
    const cashier = await join("cashier");
    await changeOwnName(gateway, owner.actor, { session: owner.session, name: "Siti Rahayu" });
    await setRole(cashier, "viewer");
    await remove(cashier);
    const { items } = await listAuditEntries(gateway, { ...shop, per_page: 20 });
    expect(items.map(({ person_name, action }) => [person_name, action]).slice(0, 6)).toEqual([
      ["Siti Rahayu", "person.removed"],
      ["Siti Rahayu", "person.role_changed"],
      ["Siti Rahayu", "person.renamed"],
      ["Dewi", "session.opened"],
      ["Dewi", "person.joined"],
      ["Siti Rahayu", "person.invited"],
    ]);
  });
});

describe("a role", () => {
  test("signs the person out when changed, and applies at the next sign-in", async () => {
    const person = await join("developer");
    await setRole(person, "viewer");
    expect(await findSession(gateway, person.token)).toBeNull();
    expect((await enter(person.email)).session.person.role).toBe("viewer");
  });

  test.each(roles.filter((role) => role !== "owner"))(
    "of a %s cannot change any role, not even with a previous owner's session",
    async (role) => {
      const former = await join("owner");
      const held = await refreshed(gateway, former);
      const other = await join("cashier");
      await setRole(former, role);
      // These requests passed the check of the role before the role changed.
      const person_id = held.person.person_id;
      const attempts = [
        changeRole(gateway, former.actor, { session: held, person_id, role: "owner" }),
        changeRole(gateway, former.actor, {
          session: held,
          person_id: other.session.person.person_id,
          role: "owner",
        }),
        invitePerson(gateway, null, former.actor, {
          session: held,
          email: newAddress(),
          role: "owner",
        }),
        removePerson(gateway, former.actor, { session: held, person_id: shop.merchant_id }),
        withdrawInvitation(gateway, former.actor, { session: held, invitation_id: person_id }),
      ];
      for (const outcome of await Promise.allSettled(attempts)) {
        expect(outcome).toMatchObject({ status: "rejected", reason: { code: "forbidden" } });
      }
      const { people } = await team();
      const present = people.map((one) => one.role);
      expect(present.toSorted()).toEqual(["owner", role, "cashier"].toSorted());
    },
  );

  test("of owner stays with one of two owners who demote each other simultaneously", async () => {
    for (let round = 0; round < 5; round++) {
      const one = await join("owner");
      const two = await join("owner");
      const attempts = await Promise.allSettled([
        changeRole(gateway, one.actor, {
          session: one.session,
          person_id: two.session.person.person_id,
          role: "viewer",
        }),
        changeRole(gateway, two.actor, {
          session: two.session,
          person_id: one.session.person.person_id,
          role: "viewer",
        }),
      ]);
      expect(attempts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const refused = attempts.find((attempt) => attempt.status === "rejected");
      expect(refused?.reason).toMatchObject({ code: "forbidden" });
    }
  });

  test("of owner, when lost, ends the person's invitations, also during an acceptance", async () => {
    for (let round = 0; round < 5; round++) {
      const leaving = await join("owner");
      const { link } = await invite(newAddress(), "owner", leaving);
      const [accepted] = await Promise.allSettled([
        accept(tokenOf(link), "Twin"),
        setRole(leaving, "viewer"),
      ]);
      // Either the person joined before the owner's demotion, or the link is invalid. The link never stays open.
      expect((await team()).invitations).toEqual([]);
      if (accepted.status === "rejected") expect(accepted.reason).toMatchObject(expired);
      await expect(accept(tokenOf(link))).rejects.toMatchObject(expired);
    }
  });

  test("of the last owner cannot change, for any caller and in parallel", async () => {
    await join("finance");
    const attempts = await Promise.allSettled([
      setRole(owner, "viewer"),
      remove(owner),
      remove(owner),
    ]);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: "rejected", reason: refusedFor("last_owner") });
    }
    expect(await findSession(gateway, owner.token)).not.toBeNull();
  });

  test("requires a one-time code if the owner has two-factor authentication", async () => {
    const cashier = await join("cashier");
    await enableTotp(gateway, shop.merchant_id);
    await expect(setRole(cashier, "viewer")).rejects.toMatchObject({
      code: "confirmation_required",
    });
    await expect(invite(newAddress(), "viewer")).rejects.toMatchObject({
      code: "confirmation_required",
    });
    // The operation takes access away, so it needs no confirmation.
    await remove(cashier);
  });
});

describe("a removed person", () => {
  test("is signed out everywhere and cannot sign in with any credential", async () => {
    const person = await join("finance");
    await enableTotp(gateway, shop.merchant_id, person.email);
    const elsewhere = await visitor(
      gateway,
      { ...shop, email: person.email },
      person.session.person,
    );
    await remove(person);
    expect(await findSession(gateway, person.token)).toBeNull();
    expect(await findSession(gateway, elsewhere.token)).toBeNull();
    await expect(enter(person.email)).rejects.toMatchObject({ code: "unauthorized" });
    expect((await team()).people).toHaveLength(1);
    const [row] = await database.sql`
      select
        (select count(*) from authenticators where person_id = ${person.session.person.person_id}) as apps,
        (select count(*) from known_browsers where person_id = ${person.session.person.person_id}) as browsers,
        (select count(*) from sessions where person_id = ${person.session.person.person_id}) as sessions
    `;
    expect(row).toEqual({ apps: 0, browsers: 0, sessions: 0 });
  });

  test("keeps no session that was opening at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await join("finance");
      const [entered] = await Promise.allSettled([enter(person.email), remove(person)]);
      if (entered.status === "fulfilled") {
        expect(await findSession(gateway, entered.value.token)).toBeNull();
      } else {
        expect(entered.reason).toMatchObject({ code: "unauthorized" });
      }
    }
  });

  test("can be invited again, as a new person", async () => {
    const person = await join("finance");
    await remove(person);
    const again = await join("viewer", person.email);
    expect(again.session.person.person_id).not.toBe(person.session.person.person_id);
    await expect(remove(person)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a person is removed by only one of several simultaneous requests", async () => {
  const person = await colleague(gateway, shop, "viewer");
  const attempts = await Promise.allSettled([remove(person), remove(person), remove(person)]);
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

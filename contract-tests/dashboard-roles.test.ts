import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { dashboardRequest, savedTables, unknownIds } from "./support/dashboard-samples.ts";
import { cookieOf, ofOwnPage, personWith, signedIn, type Person } from "./support/dashboard.ts";
import { dashboardOperations } from "./support/documents.ts";
import { dataOf, expectRefusal, nobody } from "./support/http.ts";
import { openShop } from "./support/shop.ts";

/**
 * openapi/roles.md states which role can call which operation. A person of each role sends a request of each
 * operation, with ids of no record, so that an accepted request changes no record of others.
 */

const roles = ["owner", "finance", "cashier", "developer", "viewer", "accountant"];
const rows = readFileSync(join(import.meta.dirname, "../openapi/roles.md"), "utf8")
  .split("\n")
  .filter((line) => /^\|.*`/.test(line))
  .flatMap((line) => {
    const [, allowed = "", operations = ""] = line.split("|");
    return [...operations.matchAll(/`(\w+)`/g)].map(([, operationId = ""]) => ({
      operationId,
      allowed: allowed.trim().split(", "),
    }));
  });

const shop = await openShop();
const owner = await signedIn(shop);

/** Invites a person as the page does, and accepts the invitation as the person would. */
async function colleague(role: string): Promise<Person> {
  const email = `${crypto.randomUUID()}@shop.example`;
  const invited = await owner.post("/dashboard/api/team/invitations", { email, role });
  const { link } = dataOf<{ link: string }>(invited);
  const answer = await nobody().send({
    method: "POST",
    path: "/dashboard/api/invitations/acceptance",
    headers: ofOwnPage,
    json: {
      token: new URL(link).hash.slice("#token=".length),
      name: role,
      password: "a calm lake",
    },
  });
  expect(dataOf(answer)).toMatchObject({ person: { name: role, role } });
  return personWith(cookieOf(answer.headers));
}

const people = new Map<string, Person>();
for (const role of roles) people.set(role, role === "owner" ? owner : await colleague(role));

/** These operations end the person's session, so they come last. */
const ending = ["endOtherSessions", "signOut"];

test("the table has every operation with a session, and no other", () => {
  const inside = dashboardOperations
    .filter(({ refusals }) => refusals.some(({ code }) => code === "unauthorized"))
    .map(({ operationId }) => operationId)
    .filter((operationId) => !["signIn", "openFirstAccount"].includes(operationId));
  expect(rows.map(({ operationId }) => operationId).toSorted()).toEqual(inside.toSorted());
  expect(new Set(rows.flatMap(({ allowed }) => allowed))).toEqual(new Set(roles));
});

const inOrder = rows.toSorted(
  (one, other) => ending.indexOf(one.operationId) - ending.indexOf(other.operationId),
);

test.each(inOrder.flatMap((row) => roles.map((role) => ({ ...row, role }))))(
  "$operationId, asked by a $role",
  async ({ operationId, allowed, role }) => {
    const request = dashboardRequest(operationId, unknownIds());
    const person = people.get(role) as Person;
    if (savedTables.has(operationId) && allowed.includes(role)) {
      // This response is not JSON.
      const { cookie } = person;
      const table = await fetch(inject("service").base_url + request.path, { headers: { cookie } });
      // An unknown account has no statement, and the refusal is JSON.
      const isOfMonth = operationId.startsWith("exportStatement");
      expect(table.status).toBe(isOfMonth ? 404 : 200);
      expect(table.headers.get("content-type")).toMatch(
        isOfMonth ? /json/ : /^text\/(?:csv|plain)|spreadsheetml/,
      );
      return;
    }
    const answer = await person.send(request);
    if (!allowed.includes(role)) {
      expectRefusal(answer, 403, "forbidden");
      expect(answer.body.message).toContain(`Your role, ${role}, does not allow this action.`);
      return;
    }
    expect(["forbidden", "unauthorized", "internal_error"]).not.toContain(answer.body?.code);
  },
);

import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, inject, test, vi } from "vitest";
import { tepat } from "./support/command-line.ts";
import {
  dashboardRequest,
  idsOf,
  savedTables,
  unknownIds,
  type Ids,
} from "./support/dashboard-samples.ts";
import { alwaysConfirmed, ofOwnPage, personWith, signedIn } from "./support/dashboard.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dashboardOperations, type PublishedOperation } from "./support/documents.ts";
import type { Answer } from "./support/exchange.ts";
import { dataOf, expectRefusal, nobody } from "./support/http.ts";
import { openShop, pendingPayment, shopInTestMode } from "./support/shop.ts";
import { importedStatement } from "./support/statements.ts";
import { startReceiver } from "./support/webhook-receiver.ts";

/**
 * Tests the checks before every operation of the dashboard: a session, a request from the dashboard's own page,
 * and the person's own merchant.
 */

const owner = await openShop();
const ownersPerson = await signedIn(owner);
const device = await approvedDevice(owner);
await device.report(transfer(84_000));
const {
  items: [returned],
} = dataOf<{ items: { id: string }[] }>(await ownersPerson.get("/dashboard/api/mutations"));
dataOf(
  await ownersPerson.post(`/dashboard/api/transfers/${returned?.id}/set-aside`, {
    refund: {
      amount: 84_000,
      refunded_at: new Date().toISOString(),
      recipient: "SITI RAHAYU",
      reason: "Paid twice",
      form_key: randomUUID(),
    },
  }),
);
await device.report(transfer(83_000));
await device.report(
  transfer(82_000, {
    package_name: unknownIds().app_package,
    title: "Dana masuk",
    body: "Dana masuk Rp82.000 dari BUDI CONTOH",
  }),
);
dataOf(await ownersPerson.send(dashboardRequest("addOwnBank", unknownIds())));
await pendingPayment(owner);
await pendingPayment(await shopInTestMode(owner));
const invoice = dashboardRequest("createInvoice", unknownIds());
// The list contains invoices whose customers have not chosen an account.
dataOf(
  await ownersPerson.send({ ...invoice, json: { ...Object(invoice.json), account_id: null } }),
);
dataOf(await ownersPerson.send(dashboardRequest("createLink", unknownIds())));
const receiver = await startReceiver();
afterAll(() => receiver[Symbol.asyncDispose]());
await ownersPerson.post("/dashboard/api/settings", { webhook_url: receiver.urlOf("walls") });
dataOf(await ownersPerson.post("/dashboard/api/deliveries", {}));
dataOf(
  await ownersPerson.post("/dashboard/api/notices", {
    wishes: [{ event: "quota_low", channel: "email" }],
  }),
);
dataOf(
  await ownersPerson.post("/dashboard/api/counter/sales", {
    form_key: randomUUID(),
    account_id: owner.account.account_id,
    payment_amount: 20_000,
  }),
);
dataOf(
  await ownersPerson.post("/dashboard/api/team/invitations", {
    email: "budi@shop.example",
    role: "viewer",
  }),
);
// The payment's create appears in the request log after a moment.
await vi.waitFor(
  async () => {
    const { text } = await ownersPerson.get("/dashboard/api/logged-requests");
    if (!text.includes("entry_id")) throw new Error("the request is not logged yet");
  },
  { timeout: 60_000, interval: 200 },
);
const { account_id, account_number } = owner.account;
const waiting = await importedStatement(ownersPerson, {
  account_id,
  account_number: account_number ?? "",
});
const ids = await idsOf(ownersPerson, waiting);
await tepat("merchant update", "--merchant", owner.merchant_id, "--operator", "true");

const shop = await openShop();
const confirmedPerson = alwaysConfirmed(shop);

const doors = new Set([
  "getSignInOptions",
  "signIn",
  "signUp",
  "openFirstAccount",
  "requestPasswordReset",
  "resetPassword",
  "openInvitation",
  "acceptInvitation",
]);
const inside = dashboardOperations.filter(({ operationId }) => !doors.has(operationId));
/** The tables have their own tests. */
const answeringJson = inside.filter(({ operationId }) => !savedTables.has(operationId));
const changes = dashboardOperations.filter(({ method }) => method !== "GET");
const withBody = dashboardOperations.filter(({ method }) => method === "POST");

/** The ids are the owner's own. */
const sample = (operationId: string) => dashboardRequest(operationId, ids);

test("the dashboard has operations", () => {
  expect(inside.length).toBeGreaterThan(10);
});

describe("without a session", () => {
  const endedOne = "A".repeat(43);
  test.each(inside)("$operationId is 401", async ({ operationId }) => {
    const request = sample(operationId);
    for (const stranger of [nobody(), personWith(""), personWith(`tepat_session=${endedOne}`)]) {
      expectRefusal(await stranger.send(request), 401, "unauthorized");
    }
    // An API key is not a session.
    const answer = await nobody().send({ ...request, headers: { "x-api-key": owner.api_key } });
    expectRefusal(answer, 401, "unauthorized");
  });
});

describe("from another site's page", () => {
  test.each(changes)(
    "$operationId is refused, with the cookie or without",
    async ({ operationId }) => {
      const { headers: _own, ...request } = sample(operationId);
      const { cookie } = ownersPerson;
      for (const headers of [
        { cookie, "sec-fetch-site": "cross-site", origin: "https://evil.example" },
        { cookie, "sec-fetch-site": "same-site" },
        { cookie, origin: "https://evil.example" },
        { cookie },
      ]) {
        expectRefusal(await nobody().send({ ...request, headers }), 400, "bad_request");
      }
    },
  );

  test.each(withBody)(
    "$operationId is refused as a form could send it",
    async ({ operationId }) => {
      const { headers: _own, json, ...request } = sample(operationId);
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        const headers = { ...ofOwnPage, cookie: ownersPerson.cookie, "content-type": type };
        const answer = await nobody().send({ ...request, headers, body: JSON.stringify(json) });
        expectRefusal(answer, 400, "bad_request");
      }
    },
  );
});

describe("a malformed body", () => {
  test.each(withBody)("is refused by $operationId", async ({ operationId }) => {
    const { json: _valid, ...request } = sample(operationId);
    const headers = { ...ofOwnPage, "content-type": "application/json" };
    for (const body of ["{", "[]", "null", "", '{"a":1,}']) {
      expectRefusal(await ownersPerson.send({ ...request, headers, body }), 400, "bad_request");
    }
  });
});

describe("with another merchant's ids", () => {
  /** Returns the parts of a response that do not differ between requests. */
  function lasting({ status, text }: Answer, used: Ids) {
    return {
      status,
      text: Object.values(used).reduce((rest, id) => rest.replaceAll(id, "ID"), text),
    };
  }

  const naming = dashboardOperations.filter(({ operationId }) => {
    const request = JSON.stringify(sample(operationId));
    return Object.values(ids).some((id) => request.includes(id));
  });

  /** Operations on several rows. Their response has a result for each row. */
  const refusesEachRow = new Set(["decideTransfers", "cancelOwnPayments"]);

  test("the tests cover every operation with an id", () => {
    // A channel, a period, a format and a setting of the gateway belong to no merchant.
    const named = /\{(?!(?:channel_id|period|program|language|setting_name)\})/;
    const withParameter = dashboardOperations.filter(({ path }) => named.test(path));
    expect(naming.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(withParameter.map(({ operationId }) => operationId)),
    );
  });

  test.each(naming)("$operationId responds as to unknown ids", async ({ operationId }) => {
    const unknown = unknownIds();
    const person = await confirmedPerson();
    const foreign = await person.send(dashboardRequest(operationId, ids));
    const isCancelling = operationId.startsWith("cancelOwnPayment");
    const code = isCancelling ? "payment_not_cancellable" : "not_found";
    if (refusesEachRow.has(operationId)) {
      expect(dataOf(foreign)).toMatchObject([{ refusal: code }]);
    } else expectRefusal(foreign, 404, code);
    const answer = await person.send(dashboardRequest(operationId, unknown));
    expect(lasting(foreign, ids)).toEqual(lasting(answer, unknown));
  });

  const lists = answeringJson.filter(({ method }) => method === "GET");

  test.each(lists)(
    "$operationId shows none of the other merchant's data",
    async ({ operationId }) => {
      const { text } = await (await confirmedPerson()).send(sample(operationId));
      for (const id of [...Object.values(ids), owner.merchant_id, owner.email]) {
        expect(text).not.toContain(id);
      }
    },
  );

  test("the other merchant's data is unchanged", async () => {
    expect(await idsOf(ownersPerson, waiting)).toEqual(ids);
    expect(dataOf(await ownersPerson.get("/dashboard/api/session"))).toMatchObject({
      email: owner.email,
    });
  });
});

describe("the stream of changes", () => {
  const open = (headers: Record<string, string>) =>
    fetch(`${inject("service").base_url}/dashboard/api/events`, { headers });

  test("announces only the merchant's own changes, without their contents", async () => {
    const person = await confirmedPerson();
    const response = await open({ cookie: person.cookie });
    expect(response.status).toBe(200);
    let told = "";
    const closing = new AbortController();
    const reading = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (text) => void (told += text) }), closing)
      .catch(() => {});
    const theirs = await pendingPayment(owner);
    await device.report(transfer(theirs.payment_total));
    dataOf(await ownersPerson.post("/dashboard/api/settings", { sends_expired_events: true }));
    const own = await pendingPayment(shop);
    await expect.poll(() => told).toContain(own.payment_code);
    dataOf(await person.post("/dashboard/api/settings", { sends_expired_events: true }));
    await expect.poll(() => told).toContain("event: session");
    for (const foreign of [...Object.values(ids), theirs.payment_code, owner.merchant_id]) {
      expect(told).not.toContain(foreign);
    }
    const events = told.split("\n\n").filter((block) => block.startsWith("event: "));
    for (const event of events) {
      expect(event).toMatch(
        /^event: (payment|mutation|device|webhook|account|session)\ndata: \{"id":(null|"[\w-]+")\}$/,
      );
    }
    closing.abort();
    await reading;
  });

  test.each([
    ["no cookie", {}],
    ["an API key", { "x-api-key": owner.api_key }],
    ["a session that has ended", { cookie: `tepat_session=${"A".repeat(43)}` }],
  ])("is refused to %s", async (_who, headers) => {
    const response = await open(headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ success: false, code: "unauthorized" });
  });
});

describe("with the merchant's own session", () => {
  /** Operations that end the session come last. */
  const rank = ({ operationId, method }: PublishedOperation) =>
    operationId === "endSession" ? 3 : ["GET", "POST", "DELETE"].indexOf(method);
  const operator = new Set([
    "listMerchants",
    "listMerchantAccounts",
    "grantQuota",
    "listFailingWebhooks",
    "getSystemHealth",
  ]);
  const inOrder = answeringJson.toSorted((one, other) => rank(one) - rank(other));

  test.each(inOrder)(
    "$operationId returns a documented response",
    async ({ operationId, method }) => {
      const caller = operationId === "signOut" ? await signedIn(owner) : ownersPerson;
      const answer = await caller.send(sample(operationId));
      // No shop has a mailbox here.
      const ofMailbox = ["downloadMail", "listMailboxFolders"].includes(operationId);
      const isRead = method === "GET" && !ofMailbox;
      const isSetAtStart = operationId === "changeGatewayPublicAddress";
      if (isSetAtStart) expectRefusal(answer, 409, "conflict", expect.any(String));
      else if (isRead || operator.has(operationId)) dataOf(answer);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.code).not.toBe("unauthorized");
    },
  );

  test("a refusal because of the current state is a conflict with a sentence", async () => {
    const person = await confirmedPerson();
    const answer = await person.post("/dashboard/api/deliveries", {});
    expectRefusal(answer, 409, "conflict", expect.stringContaining("No default webhook URL"));
  });

  test("every operation is refused after the session's end", async () => {
    expectRefusal(await ownersPerson.get("/dashboard/api/session"), 401, "unauthorized");
  });
});

import { expect, test } from "vitest";
import { roles } from "../../contract/dashboard/roles.ts";
import { allRoutes } from "../../http/routes.ts";
import { requireRole } from "./session-procedure.ts";

/** The roles that can call each operation of the dashboard. */

const inside = allRoutes()
  .map(({ meta }) => meta)
  .filter(({ credential }) => credential === "session");

test("every operation of a session names its roles, and an owner is always among them", () => {
  expect(inside.length).toBeGreaterThan(40);
  for (const meta of inside) expect(meta.roles, meta.operationId).toContain("owner");
});

test.each(inside)("$operationId can be called by its own roles only", (meta) => {
  for (const role of roles) {
    if (meta.roles?.includes(role)) {
      requireRole(meta, role);
      continue;
    }
    expect(() => requireRole(meta, role)).toThrow(
      expect.objectContaining({ code: "forbidden", status: 403 }),
    );
  }
});

test("a refusal names the person's role and the allowed ones", () => {
  const meta = inside.find(({ operationId }) => operationId === "createApiKey");
  expect(() => requireRole(meta, "viewer")).toThrow(
    "Your role, viewer, does not allow this action. Roles that allow it: owner and developer. Ask a team owner.",
  );
});

test("an operation without roles is closed to every role", () => {
  expect(() => requireRole(undefined, "owner")).toThrow("Roles that allow it: none");
});

test("a cashier can only manage their own session and password, and sell at the counter", () => {
  const ofCashier = inside.filter((meta) => meta.roles?.includes("cashier"));
  expect(ofCashier.map(({ operationId }) => operationId)).toEqual([
    "getSession",
    "signOut",
    "listSessions",
    "endSession",
    "endOtherSessions",
    "changePassword",
    "getTwoFactor",
    "offerTwoFactor",
    "enableTwoFactor",
    "disableTwoFactor",
    "renewRecoveryCodes",
    "confirmPerson",
    "changeOwnName",
    "getCounter",
    "makeCounterSale",
    "getCounterSale",
    "cancelCounterSale",
  ]);
});

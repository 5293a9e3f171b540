import path from "node:path";
import { createVitest } from "vitest/node";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { Deployment } from "./deployment.ts";
import { faultsOf, type Fault } from "./faults.ts";
import type { Outcome } from "./prove-runner.ts";
import { UnusableError, type More } from "./settings.ts";

/**
 * Runs `npm run contract -- --prove`, which shows that the tests detect faults. A proxy between the tests and a
 * correct gateway adds one fault at a time (prove-runner.ts). For each fault, a test must fail.
 */

type Verdict =
  /** The test that failed. */
  | { kind: "caught"; by: string }
  /** All tests passed whose request or response was changed. */
  | { kind: "survived" }
  /** No request or response was one that the fault changes. */
  | { kind: "not met" };

export interface Proof {
  fault: Fault;
  verdict: Verdict;
}

/** Returns the exit code: 0 if every possible fault was caught, and no fault is missing without a reason. */
export async function prove(deployment: Deployment): Promise<number> {
  const faults = faultsOf(deployment.account.account_id, deployment.only);
  const verdicts = new Map<string, Verdict>();
  const note = (test: TestCase) => {
    const outcomes: Record<string, Outcome> = test.meta().outcomes ?? {};
    for (const [name, outcome] of Object.entries(outcomes)) {
      const verdict: Verdict =
        outcome === "caught" ? { kind: "caught", by: test.fullName } : { kind: "survived" };
      verdicts.set(name, verdict);
      if (verdict.kind === "caught") console.log(lineOf({ fault: { name }, verdict }, {}));
    }
  };
  const failed = await runTests(deployment, { onTestCaseResult: note });
  if (failed !== undefined) {
    throw new UnusableError(
      `Without a fault this fails: ${failed}. The proof needs a gateway that passes.`,
    );
  }
  const verdictOn = ({ name }: Fault): Verdict => verdicts.get(name) ?? { kind: "not met" };
  const proofs = faults.map((fault) => ({ fault, verdict: verdictOn(fault) }));
  return summarize(proofs, deployment.more);
}

/** Runs all tests, and returns the name of the first that failed without a fault. */
async function runTests(deployment: Deployment, reporter: Reporter): Promise<string | undefined> {
  // A test runs many times. A one-time code is valid once in 30 seconds, and a used-up rate limit
  // lasts a minute.
  const more = { ...deployment.more, totp_secret: undefined, other_api_key: undefined };
  const tests = await createVitest("test", {
    config: path.join(import.meta.dirname, "vitest.config.ts"),
    runner: path.join(import.meta.dirname, "prove-runner.ts"),
    watch: false,
    reporters: [reporter],
    silent: true,
  });
  try {
    for (const project of tests.projects) project.provide("deployment", { ...deployment, more });
    const { testModules } = await tests.start();
    return testModules.flatMap(failuresOf)[0];
  } finally {
    await tests.close();
  }
}

function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests("failed")].map(({ fullName }) => fullName);
  if (failed.length > 0 || module.ok()) return failed;
  return [module.errors()[0]?.message ?? `${module.relativeModuleId} failed`];
}

type Reason = [name: RegExp, reason: string];

/** Faults that no test can detect with a key alone, and the reasons. */
const beyondReach: Reason[] = [
  [/ 429 rate_limited /, "a run stays below the limits of shops"],
  [/ 500 internal_error /, "a gateway that fails is no part of a run"],
  [/ 409 unique_amount_conflict /, "the refusal takes 999 open invoices of one amount"],
  [
    /^listAccounts: .*\.(account_quota|app_id|app_package) /,
    "no other answer of the interface has it",
  ],
  [/^matchPayment: (404 not_found|message) /, "a one-time code pays once in 30 seconds"],
  [/^matchPayment: 400 invalid totp code /, "needs a merchant with two-factor authentication"],
  [/^matchPayment: 403 totp_not_enabled /, "needs a merchant without two-factor authentication"],
  [/^resendEvent: 409 conflict /, "an attempt must be under way at that moment"],
  [/ 403 no_active_quota /, "needs an account that is switched off"],
  [/^getCheckout: qris_/, "needs an account of QRIS"],
];

/** Faults that only tests with a device detect. */
const ofDevices: Reason[] = [
  [/^(listMutations: \*\.|createRefund: |resendEvent: )/, "needs TEPAT_DEVICE_TOKEN"],
  [/^list(Refunds|PaymentRefunds|Events|EventDeliveries): (?!\d)/, "needs TEPAT_DEVICE_TOKEN"],
];

const reasonFor = ({ name }: Pick<Fault, "name">, { device_token }: More): string | undefined => {
  const reasons = device_token === undefined ? [...beyondReach, ...ofDevices] : beyondReach;
  return reasons.find(([pattern]) => pattern.test(name))?.[1];
};

function lineOf({ fault, verdict }: Proof, more: More): string {
  if (verdict.kind === "caught")
    return `caught    ${fault.name}\n            by ${verdict.by.split("\n")[0]}`;
  const reason = reasonFor(fault, more);
  return `${reason ? "skipped " : verdict.kind}  ${fault.name}${reason ? ` (${reason})` : ""}`;
}

function summarize(proofs: Proof[], more: More): number {
  for (const proof of proofs) if (proof.verdict.kind !== "caught") console.log(lineOf(proof, more));
  const caught = proofs.filter(({ verdict }) => verdict.kind === "caught");
  const open = proofs.filter(
    ({ fault, verdict }) => verdict.kind !== "caught" && !reasonFor(fault, more),
  );
  console.log(`\n${caught.length} of ${proofs.length} faults are caught.`);
  if (open.length > 0) {
    console.log("These are not:");
    for (const { fault, verdict } of open) console.log(`  ${fault.name} (${verdict.kind})`);
  }
  return open.length === 0 ? 0 : 1;
}

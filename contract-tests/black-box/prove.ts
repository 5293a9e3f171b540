import { createVitest } from "vitest/node";
import type { TestModule, Vitest } from "vitest/node";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { startProxy, type Asked, type Passed } from "../support/proxy.ts";
import { callerOf, examine, type Deployment } from "./deployment.ts";
import { faultsOf, type Fault } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import { UnusableError, type Settings } from "./settings.ts";

/**
 * `npm run contract -- --prove`: shows that the tests notice faults. A proxy stands between them and a gateway that
 * passes, and gives it one fault at a time. The tests have to fail for each.
 */

type Verdict =
  /** A test failed: this one. */
  | { kind: "caught"; by: string }
  /** All tests passed, although an answer or a request was changed. */
  | { kind: "survived" }
  /** Nothing was asked or answered that the fault changes. */
  | { kind: "not met" };

export interface Proof {
  fault: Fault;
  verdict: Verdict;
}

/** Returns the exit code: 0 if every fault that could be shown was caught, and none is missing without a reason. */
export async function prove(
  settings: Settings,
  { account: { account_id } }: Deployment,
  ledger: Ledger,
): Promise<number> {
  let fault: Fault | undefined;
  let isMet = false;
  const proxy = await startProxy(settings.base_url, {
    ask: (asked) => met(asked, fault?.ask?.(asked) ?? asked),
    change: (passed, asked) => met(passed, fault?.change?.(passed, asked) ?? passed),
  });
  function met<Message extends Asked | Passed>(before: Message, after: Message): Message {
    isMet ||= !isDeepStrictEqual(before, after);
    return after;
  }
  // A proof runs the tests hundreds of times. A code pays once in 30 seconds, and a used-up limit is one for a minute.
  const more = { ...settings.more, totp_secret: undefined, other_api_key: undefined };
  const through = { ...settings, more, base_url: proxy.base_url };
  const tests = await openTests();
  try {
    const faultless = await outcomeOf(tests, through, ledger);
    if (faultless.failed !== undefined) {
      throw new UnusableError(
        `Without a fault this fails: ${faultless.failed}. The proof needs a gateway that passes.`,
      );
    }
    const proofs: Proof[] = [];
    for (const one of faultsOf(account_id, settings.only)) {
      fault = one;
      isMet = false;
      const { failed } = await outcomeOf(tests, through, ledger, one.file);
      const again = failed === undefined && isMet;
      const by = again ? (await outcomeOf(tests, through, ledger)).failed : failed;
      const verdict: Verdict =
        by === undefined ? { kind: isMet ? "survived" : "not met" } : { kind: "caught", by };
      proofs.push({ fault: one, verdict });
      console.log(lineOf(proofs.at(-1) as Proof));
    }
    return summarize(proofs);
  } finally {
    fault = undefined;
    await tests.close();
    await proxy.stop();
  }
}

const openTests = (): Promise<Vitest> =>
  createVitest("test", {
    config: path.join(import.meta.dirname, "vitest.config.ts"),
    watch: false,
    // The first failure is enough.
    bail: 1,
    reporters: [{}],
    silent: true,
  });

/** Runs one file, or all, and returns the name of the test that failed. */
async function outcomeOf(
  tests: Vitest,
  settings: Settings,
  ledger: Ledger,
  file?: string,
): Promise<{ failed: string | undefined }> {
  let deployment: Deployment;
  try {
    deployment = await examine(settings, callerOf(settings, ledger), ledger);
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    return { failed: error.message };
  }
  tests.provide("deployment", deployment);
  for (const project of tests.projects) project.provide("deployment", deployment);
  const specifications = (await tests.globTestSpecifications()).filter(
    ({ moduleId }) => file === undefined || moduleId.endsWith(`/${file}`),
  );
  const { testModules } = await tests.runTestSpecifications(specifications, false);
  return { failed: testModules.flatMap(failuresOf)[0] };
}

function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests("failed")].map(({ fullName }) => fullName);
  if (failed.length > 0 || module.ok()) return failed;
  return [module.errors()[0]?.message ?? `${module.relativeModuleId} failed`];
}

/** What no test can notice with a key alone, and why. */
const beyondReach: [name: RegExp, reason: string][] = [
  [/ 429 rate_limited /, "a run stays below the limits of shops"],
  [/ 500 internal_error /, "a gateway that fails is no part of a run"],
  [/ 409 unique_amount_conflict /, "it takes 999 open invoices of one amount"],
  [
    /^listAccounts: .*\.(account_quota|app_id|app_package) /,
    "no other answer of the interface has it",
  ],
  [/^listMutations: \*\./, "needs TEPAT_DEVICE_TOKEN"],
  [/^matchPayment: 404 not_found/, "needs TEPAT_TOTP_SECRET"],
  [
    /^matchPayment: .* (invalid totp code|totp_not_enabled) /,
    "a merchant has two-factor authentication or not",
  ],
  [/ 403 no_active_quota /, "needs an account that is switched off"],
  [/^getCheckout: qris_/, "needs an account of QRIS"],
];

export const reasonFor = ({ name }: Fault): string | undefined =>
  beyondReach.find(([pattern]) => pattern.test(name))?.[1];

function lineOf({ fault, verdict }: Proof): string {
  if (verdict.kind === "caught")
    return `caught    ${fault.name}\n            by ${verdict.by.split("\n")[0]}`;
  const reason = reasonFor(fault);
  return `${reason ? "skipped " : verdict.kind}  ${fault.name}${reason ? ` (${reason})` : ""}`;
}

function summarize(proofs: Proof[]): number {
  const caught = proofs.filter(({ verdict }) => verdict.kind === "caught");
  const open = proofs.filter(
    ({ fault, verdict }) => verdict.kind !== "caught" && !reasonFor(fault),
  );
  console.log(`\n${caught.length} of ${proofs.length} faults are caught.`);
  if (open.length > 0) {
    console.log("These are not:");
    for (const { fault, verdict } of open) console.log(`  ${fault.name} (${verdict.kind})`);
  }
  return open.length === 0 ? 0 : 1;
}

import { isDeepStrictEqual } from "node:util";
import { inject, TestRunner, type RunnerTestCase } from "vitest";
import type { Account } from "../support/resources.ts";
import { startProxy, type Asked, type Passed } from "../support/proxy.ts";
import { faultsOf, type Fault } from "./faults.ts";
import { balanceOf, ledgerIn } from "./ledger.ts";
import { nextRound } from "./shared.ts";

/**
 * Runs each test once without a fault. Then runs it once with each fault that changes a request or response of the
 * test, until one test has caught the fault. So a fault runs only with the tests that it affects.
 */

export type Outcome = "caught" | "survived";

declare module "vitest" {
  interface TaskMeta {
    /** The result of each fault with which this test ran, by the fault's name. */
    outcomes?: Record<string, Outcome>;
  }
}

interface Exchange {
  asked: Asked;
  passed: Passed;
}

const deployment = inject("deployment");
const { base_url: target, account, ledger_file } = deployment;
const asMerchant = { "x-api-key": deployment.api_key };
const open = new Set(faultsOf(account.account_id, deployment.only));
const faultlessAccount = { ...account };

let fault: Fault | undefined;
let exchanges: Exchange[] = [];
/** The account list from which the test read its account. */
let accounts: Exchange | undefined;
/** The fields of the account that the test read. */
let fieldsRead = new Set<PropertyKey>();
const proxy = await startProxy(target, {
  ask: (asked) => fault?.ask?.(asked) ?? asked,
  change(passed, asked) {
    exchanges.push({ asked, passed });
    return fault?.change?.(passed, asked) ?? passed;
  },
});
deployment.base_url = proxy.base_url;
deployment.account = new Proxy(account, {
  get(target, field) {
    fieldsRead.add(field);
    return Reflect.get(target, field) as unknown;
  },
  ownKeys(target) {
    const fields = Reflect.ownKeys(target);
    for (const field of fields) fieldsRead.add(field);
    return fields;
  },
});

/**
 * Reads the accounts through the proxy. The command chooses the account from this list
 * (deployment.ts), so a fault of the list must reach every test.
 */
async function readAccount(): Promise<void> {
  const response = await fetch(`${proxy.base_url}/gateway/accounts`, { headers: asMerchant });
  Object.assign(account, chosenOf(await response.text()));
  accounts = exchanges.pop();
}

function chosenOf(body: string): Account | undefined {
  const { data } = JSON.parse(body) as { data?: Account[] };
  return data?.find(({ account_id }) => account_id === faultlessAccount.account_id) ?? data?.[0];
}

/** Runs the test's function, and returns whether it failed. A skipped test throws too, but has not failed. */
async function fails(test: RunnerTestCase): Promise<boolean> {
  nextRound();
  exchanges = [];
  try {
    await readAccount();
    fieldsRead = new Set();
    await TestRunner.getTestFn(test)();
    return false;
  } catch (error) {
    if (fault === undefined) throw error;
    return !isSkip(error);
  }
}

const isSkip = (error: unknown): boolean => (error as { code?: unknown }).code === "VITEST_PENDING";

const isMetBy = ({ ask, change }: Fault, { asked, passed }: Exchange): boolean =>
  !isDeepStrictEqual(ask?.(asked) ?? asked, asked) ||
  !isDeepStrictEqual(change?.(passed, asked) ?? passed, passed);

/** Returns whether the fault changes a field of the account that the test read. */
function changesAccount({ change }: Fault): boolean {
  if (!accounts || !change) return false;
  const read = (passed: Passed) =>
    Object.entries(chosenOf(passed.body) ?? {}).filter(([field]) => fieldsRead.has(field));
  return !isDeepStrictEqual(read(change(accounts.passed, accounts.asked)), read(accounts.passed));
}

/** Cancels the open invoices, because hundreds of one amount would use up its totals. */
async function cancelOpen(): Promise<void> {
  const ledger = ledgerIn(ledger_file);
  for (const code of balanceOf(ledger).open) {
    const url = `${target}/gateway/payments/${encodeURIComponent(code)}`;
    await fetch(url, { method: "DELETE", headers: asMerchant });
    ledger.note({ ended: code });
  }
}

export default class extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    if (open.size === 0) return;
    fault = undefined;
    await fails(test);
    const met = [...open].filter(
      (one) => changesAccount(one) || exchanges.some((exchange) => isMetBy(one, exchange)),
    );
    const outcomes: Record<string, Outcome> = {};
    for (const one of met) {
      fault = one;
      const isCaught = await fails(test);
      if (isCaught) open.delete(one);
      outcomes[one.name] = isCaught ? "caught" : "survived";
    }
    fault = undefined;
    Object.assign(account, faultlessAccount);
    await cancelOpen();
    test.meta.outcomes = outcomes;
  }
}

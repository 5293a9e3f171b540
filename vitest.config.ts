import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { contractProjects } from "./contract-tests/transports.ts";

/** Files that take half a minute or more. They start first; otherwise the whole run would wait for them at the end. */
const slowest = [
  "contract-tests/black-box.test.ts",
  "plugins/medusa/tests/medusa.test.ts",
  "dashboard-web/tests/statements.test.ts",
  "dashboard-web/tests/tables.test.ts",
  "plugins/vendure/tests/vendure.test.ts",
  "plugins/woocommerce/tests/woocommerce.test.ts",
  "worker/outage.test.ts",
  "worker/registration.test.ts",
  "dashboard-web/tests/pictures.test.ts",
  "server/cli/backup.test.ts",
  "server/processes/starting.test.ts",
  "server/jobs/queue.test.ts",
  "server/http/transport/slow-clients.test.ts",
];

/**
 * Histories of many random steps, outages of minutes, kills and upgrades under load, and programs in other languages:
 * npm test -- --all.
 */
const histories = [
  "server/processes/crash.test.ts",
  "server/processes/generated-clients.test.ts",
  "server/processes/languages.test.ts",
  "server/processes/schemathesis.test.ts",
  "server/processes/statement-memory.test.ts",
  "server/simulator/**/*.test.ts",
  "server/chaos/**/*.test.ts",
  "server/cluster/**/*.test.ts",
  "worker/outage.test.ts",
  "worker/registration.test.ts",
  "worker/android/{apk,app,http-client,outage}.test.ts",
  "sdk/tests/next.test.ts",
];

/** Packs and installs the released files: npm test -- --all, or npm test -- --project=release. */
const releases = ["server/release/{release,installation,image}.test.ts"];

/** The SDK's examples and the plugins import the SDK by its name, as merchants do. */
const sdkByName = {
  "@tepat/sdk/testing": `${import.meta.dirname}/sdk/src/testing/index.ts`,
  "@tepat/sdk": `${import.meta.dirname}/sdk/src/index.ts`,
};

/**
 * For projects of many small files. A worker keeps its modules from file to file. So a file that mocks a module empties
 * the registry before and after itself, and no module of these projects can register a hook for the files that import
 * it.
 */
const sharingModules = { isolate: false };

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) =>
      slowest.findIndex((name) => moduleId.endsWith(`/${name}`));
    // oxlint-disable-next-line unicorn/no-array-sort -- no array has this method
    const sorted = await super.sort(files);
    const slow = sorted.filter((file) => placeOf(file) >= 0);
    const others = sorted.filter((file) => placeOf(file) < 0);
    return [...slow.toSorted((a, b) => placeOf(a) - placeOf(b)), ...others];
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    // Twice the expected number of cores, because many files wait for a deadline or a process rather than compute. With
    // three, a seventh of two cores' time was unused.
    maxWorkers: 4,
    // Objects of a test die young: with Node's own 16 MB, a tenth of the processor time is for collecting them.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: SlowestFirst },
    // This timeout only ends hanging tests, because a busy machine takes many times as long as a
    // quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          ...sharingModules,
          include: ["server/**/*.test.ts"],
          exclude: [...histories, ...releases],
          globalSetup: "server/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "release",
          include: releases,
          globalSetup: "server/testing/global-setup.ts",
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: "worker",
          ...sharingModules,
          include: ["worker/**/*.test.ts"],
          exclude: histories,
        },
      },
      {
        extends: true,
        test: {
          name: "histories",
          include: histories,
          globalSetup: "server/testing/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "checkout-web",
          ...sharingModules,
          include: ["checkout-web/{src,tests}/**/*.test.ts"],
          globalSetup: "checkout-web/tests/set-up.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "dashboard-web",
          ...sharingModules,
          setupFiles: "dashboard-web/tests/each-file.ts",
          include: ["dashboard-web/{src,tests}/**/*.test.ts"],
          exclude: ["dashboard-web/tests/lighthouse.test.ts"],
          globalSetup: "dashboard-web/tests/set-up.ts",
          provide: { transport: "node", program: process.execPath, client: "http" },
        },
      },
      {
        extends: true,
        test: {
          name: "lighthouse",
          include: ["dashboard-web/tests/lighthouse.test.ts"],
          globalSetup: "dashboard-web/tests/set-up.ts",
          provide: { transport: "node", program: process.execPath, client: "http" },
          // A page is measured up to three times, on a machine that might be busy.
          testTimeout: 600_000,
        },
      },
      { extends: true, test: { name: "web-shared", include: ["web-shared/**/*.test.ts"] } },
      { extends: true, test: { name: "docs", include: ["docs/tests/*.test.ts"] } },
      {
        extends: true,
        resolve: { alias: sdkByName },
        test: { name: "sdk", ...sharingModules, include: ["sdk/{src,examples}/**/*.test.ts"] },
      },
      {
        extends: true,
        resolve: { alias: sdkByName },
        test: {
          name: "plugins",
          include: [
            "plugins/{shared,tests,*/src}/**/*.test.ts",
            "plugins/n8n/tests/webhook.test.ts",
          ],
        },
      },
      {
        extends: true,
        resolve: { alias: sdkByName },
        test: {
          name: "shops",
          include: ["plugins/*/tests/*.test.ts"],
          exclude: ["plugins/n8n/tests/webhook.test.ts"],
          globalSetup: ["server/testing/global-setup.ts", "plugins/tests/set-up.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "sdk:service",
          include: ["sdk/tests/*.test.ts"],
          exclude: histories,
          globalSetup: "contract-tests/set-up.ts",
          provide: { transport: "node", program: process.execPath },
        },
      },
      {
        extends: true,
        test: {
          name: "cli",
          include: ["cli/tests/*.test.ts"],
          globalSetup: "server/testing/global-setup.ts",
        },
      },
      ...contractProjects(),
    ],
  },
});

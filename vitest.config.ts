import { defineConfig } from "vitest/config";
import { contractProjects } from "./contract-tests/transports.ts";

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: "server/testing/global-setup.ts",
        },
      },
      { extends: true, test: { name: "worker", include: ["worker/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "checkout-web",
          include: ["checkout-web/{src,tests}/**/*.test.ts"],
          // A Chromium on a busy machine takes its time.
          expect: { poll: { timeout: 10_000 } },
          globalSetup: "checkout-web/tests/set-up.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "dashboard-web",
          include: ["dashboard-web/{src,tests}/**/*.test.ts"],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          globalSetup: "dashboard-web/tests/set-up.ts",
          provide: { transport: "node", program: process.execPath, client: "http" },
        },
      },
      {
        extends: true,
        // The examples import the SDK by its name, as merchants do.
        resolve: {
          alias: {
            "@tepat/sdk/testing": `${import.meta.dirname}/sdk/src/testing/index.ts`,
            "@tepat/sdk": `${import.meta.dirname}/sdk/src/index.ts`,
          },
        },
        test: { name: "sdk", include: ["sdk/{src,examples}/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "sdk:service",
          include: ["sdk/tests/*.test.ts"],
          testTimeout: 60_000,
          globalSetup: "contract-tests/set-up.ts",
          provide: { transport: "node", program: process.execPath },
        },
      },
      ...contractProjects(),
    ],
  },
});

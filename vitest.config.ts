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
      { extends: true, test: { name: "sdk", include: ["sdk/src/**/*.test.ts"] } },
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

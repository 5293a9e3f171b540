import { spawnSync } from "node:child_process";
import type { TestProjectConfiguration } from "vitest/config";
import type { ProvidedContext } from "vitest";

/** The values that a vitest project passes to its set-up (set-up.ts) and its tests. */
declare module "vitest" {
  interface ProvidedContext {
    transport: "node" | "uws" | "remote";
    /**
     * `sdk`: requests go through the SDK if it can send them. `http`: all requests are plain HTTP.
     */
    client: "http" | "sdk";
    /** The Node.js binary that runs Tepat's server. */
    program: string;
    /** The reason why the project has no test to run. */
    obstacle: string;
  }
}

/**
 * Returns the vitest projects that run these tests: one for each transport and one for the SDK, each against its
 * own servers, or one against TEPAT_BASE_URL.
 */
export function contractProjects(): TestProjectConfiguration[] {
  const helperTests = project("contract", "contract-tests/support/*.test.ts", {});
  if (process.env["TEPAT_BASE_URL"]) {
    return [helperTests, serviceProject("contract:remote", { transport: "remote" }, [])];
  }
  const uws = findUwsNode();
  return [
    helperTests,
    serviceProject("contract:node", { transport: "node", program: process.execPath }),
    project(
      "contract:black-box",
      blackBox,
      { client: "http", transport: "node", program: process.execPath },
      serviceTests,
    ),
    sdkProject({ transport: "node", program: process.execPath, client: "sdk" }),
    "program" in uws
      ? serviceProject("contract:uws", { transport: "uws", ...uws }, [
          blackBox,
          ...behindTransports,
        ])
      : project("contract:uws", "contract-tests/support/skipped/*.test.ts", uws),
  ];
}

/** This file tests the command that runs the tests against any gateway. */
const blackBox = "contract-tests/black-box.test.ts";

const serviceTests = { globalSetup: ["contract-tests/set-up.ts"] };

/** Requests that merchants do not send, and tests of the Worker and the webhooks, which do not involve the SDK. */
const withoutSdk = [
  "bad-input",
  "black-box",
  "checkout-page",
  "dashboard*",
  "forwarded-notifications",
  "http-clients",
  "metadata",
  "random-input",
  "reported-transfers",
  "strict-client",
  "unknown-requests",
  "webhook-settings",
  "webhook-targets",
  "webhooks",
  "worker",
].map((name) => `contract-tests/${name}.test.ts`);

/**
 * The rights of a role and of a session are decided behind the transports. dashboard-walls sends every request on both.
 */
const behindTransports = ["dashboard-roles", "dashboard-stolen-session"].map(
  (name) => `contract-tests/${name}.test.ts`,
);

const serviceProject = (
  name: string,
  given: Partial<ProvidedContext>,
  exclude = [blackBox],
): TestProjectConfiguration =>
  project(
    name,
    "contract-tests/*.test.ts",
    { client: "http", ...given },
    { ...serviceTests, exclude },
  );

const sdkProject = (given: Partial<ProvidedContext>): TestProjectConfiguration =>
  project("contract:sdk", "contract-tests/*.test.ts", given, {
    ...serviceTests,
    exclude: withoutSdk,
  });

function project(
  name: string,
  include: string,
  provide: Partial<ProvidedContext>,
  more: { globalSetup?: string[]; exclude?: string[] } = {},
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      isolate: false,
      include: [include],
      provide,
      ...more,
    },
  };
}

/**
 * Finds a Node.js for uWebSockets.js, which needs glibc 2.38. On a system with an older glibc, TEPAT_UWS_NODE can
 * name a Node.js with its own.
 */
function findUwsNode(): { program: string } | { obstacle: string } {
  let obstacle = "";
  for (const program of [process.env["TEPAT_UWS_NODE"], process.execPath]) {
    if (program === undefined) continue;
    const { status, stderr } = spawnSync(program, ["-e", "require('uWebSockets.js')"], {
      cwd: import.meta.dirname,
      encoding: "utf8",
    });
    if (status === 0) return { program };
    obstacle = /GLIBC_\S+ not found|Cannot find module/.exec(stderr)?.[0] ?? "it does not load";
  }
  return { obstacle: `uWebSockets.js: ${obstacle}` };
}

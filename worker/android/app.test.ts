import { text } from "node:stream/consumers";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow, findToolchain } from "./scripts/build.ts";
import { androids, javaOf, prepareTests, type TestMachine } from "./test/run-tests.ts";

/**
 * Runs the app's own tests in Java, with Android's framework classes on the JVM. Each class is named here with its
 * failures.
 */

/** Not in git; each screen is drawn there for people to look at. */
const pictures = join(import.meta.dirname, "../../artifacts/android");

const { toolchain, missing } = findToolchain();
if (missing) console.log(`Skipped: ${missing}`);

// On a busy machine this exceeds the other tests' time limit.
describe.skipIf(!toolchain)("the Android app", { timeout: 600_000 }, () => {
  let machine: TestMachine;

  beforeAll(async () => {
    machine = await prepareTests(toolchain!);
  });

  afterAll(async () => {
    await rm(machine.folder, { recursive: true, force: true });
  });

  test.for(androids)(
    "of Android $android: listener, outbox, sender, waking, pairing, screens, the protocol's vectors",
    async ({ android, sdk, java }, { skip }) => {
      const program = javaOf(toolchain!, java);
      skip(
        !program,
        `Android ${android} needs Java ${java}: TEPAT_NEWER_JAVA can name its program.`,
      );
      const classes = filesBelow(import.meta.dirname, "test/**/*Test.java").map(
        (file) => `id.tepat.worker.${basename(file, ".java")}`,
      );
      expect(classes.length).toBeGreaterThanOrEqual(6);
      const child = machine.start("org.junit.runner.JUnitCore", classes, {
        sdk,
        java: program,
        // Once is enough, with the newest that runs wherever the app is built.
        properties: sdk === 35 ? { "tepat.screens": pictures } : {},
      });
      const [output, problems] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
      const tried = /OK \((\d+) tests\)/.exec(output);
      expect(tried, output + problems).not.toBeNull();
      console.log(`${tried?.[1]} tests of the app on the classes of Android ${android}`);
      expect(Number(tried?.[1])).toBeGreaterThan(50);
    },
  );
});

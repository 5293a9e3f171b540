import { text } from "node:stream/consumers";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow, findToolchain } from "./scripts/build.ts";
import { androids, javaOf, prepareTests, type TestMachine } from "./test/run-tests.ts";

/**
 * Runs the app's own Java tests with Android's framework classes on the JVM. Each class is a test here and reports
 * its failures.
 */

/** The folder for pictures of each screen, for people to look at. It is not in git. */
const pictures = join(import.meta.dirname, "../../artifacts/android");

const { toolchain, missing } = findToolchain();
if (missing) console.log(`Skipped: ${missing}`);

const runnable = androids.filter(({ java }) => toolchain && javaOf(toolchain, java));
const newest = runnable.at(-1);
/**
 * Tests the oldest and the newest Android, which differ most. The others take a minute each and run only with
 * TEST_EVERY_ANDROID=1.
 */
const isEveryTried = process.env["TEST_EVERY_ANDROID"] === "1";
const tried = isEveryTried
  ? androids
  : androids.filter((each) => each.sdk === 26 || each === newest);

// On a busy machine, this exceeds the time limit of other tests.
describe.skipIf(!toolchain)("the Android app", { timeout: 600_000 }, () => {
  let machine: TestMachine;

  beforeAll(async () => {
    machine = await prepareTests(toolchain!, tried);
  }, 600_000);

  afterAll(async () => {
    await rm(machine.folder, { recursive: true, force: true });
  });

  test.for(tried)(
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
        // The screens are drawn for one Android version only.
        properties: sdk === newest?.sdk ? { "tepat.screens": pictures } : {},
      });
      const [output, problems] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
      const passed = /OK \((\d+) tests\)/.exec(output);
      expect(passed, output + problems).not.toBeNull();
      console.log(`${passed?.[1]} tests of the app on the classes of Android ${android}`);
      expect(Number(passed?.[1])).toBeGreaterThan(50);
    },
  );
});

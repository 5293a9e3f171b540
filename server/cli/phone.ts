import { z } from "zod";
import {
  appLinkOf,
  readFacts,
  stepsFor,
  type Step,
} from "../../web-shared/src/phone-setup/steps.ts";
import { reachOf } from "../../web-shared/src/reach.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { isPairingToken } from "../domain/security/credentials.ts";
import { listPhones, type PhoneAddress } from "../outside/adb-server.ts";
import { command, type Output } from "./command.ts";
import { flag, option } from "./option.ts";
import { findApp, type FoundApp } from "./phone-app.ts";
import {
  adviceOn,
  choosePhone,
  connected,
  connectionAdvice,
  notAndroid,
  stepTitle,
} from "./phone-setup.ts";
import { wholeNumber } from "./values.ts";

/** The port of the adb server. */
const adbPort = 5037;

const install = command({
  name: "phone install",
  summary:
    "Installs the Tepat app on the phone that is connected by cable, and sets it up. Without --yes, the command only lists the steps.",
  options: {
    link: option(
      z.string().optional(),
      "LINK",
      "the link that the dashboard shows (Sources → Add a source → Android → Other ways → The Tepat app, by cable → Enter the code manually)",
    ),
    apk: option(z.string().optional(), "FILE", "the app's file (default: the gateway's own)"),
    sha256: option(
      z
        .string()
        .regex(/^[\da-f]{64}$/i, "must be 64 hexadecimal digits")
        .transform((hash) => hash.toLowerCase())
        .optional(),
      "HASH",
      "the SHA-256 that the app's file must have; needed for a downloaded app",
    ),
    device: option(z.string().optional(), "SERIAL", "the phone, if several are connected"),
    adb: option(
      wholeNumber({ min: 1, max: 65_535 }).default(adbPort),
      "PORT",
      `the port of the adb server (default ${adbPort})`,
    ),
    yes: flag("carry out the steps"),
  },
  run: async ({ link, apk, sha256, device, adb: port, yes }) => {
    const pairing = link === undefined ? null : readLink(link);
    const app = await findApp(apk, pairing?.server ?? null);
    checkHash(app, yes, sha256);
    try {
      const { serial } = choosePhone(await listPhones(port), device);
      const phone = { port, serial };
      const facts = await readFacts(connected(phone));
      if ("kind" in facts) throw notAndroid(facts);
      const { name, sdk } = facts;
      const steps = stepsFor(app, sdk, pairing && (async () => pairing.appLink));
      return yes ? await setUp(phone, name, app, steps) : planOf(name, serial, app, steps);
    } catch (cause) {
      const advice = connectionAdvice(cause);
      throw advice === null ? cause : new DomainError(advice, { cause });
    }
  },
});

/**
 * Checks the app's SHA-256. Two downloads can differ, so a downloaded app is installed only if a person has confirmed
 * its SHA-256.
 */
function checkHash(app: FoundApp, isInstalled: boolean, expected: string | undefined): void {
  if (expected !== undefined && expected !== app.sha256) {
    throw new DomainError(
      `${app.source} has the SHA-256 ${app.sha256}, not the one that --sha256 names. Nothing was installed.`,
    );
  }
  if (isInstalled && app.isDownloaded && expected === undefined) {
    throw new DomainError(
      `The app comes from ${app.source}. Compare its SHA-256 with that of the file on the gateway's machine. If they are equal, add --sha256 ${app.sha256}`,
    );
  }
}

function planOf(name: string, serial: string, app: FoundApp, steps: readonly Step[]): Output {
  const titles = steps.map((step) => stepTitle(step.name, app));
  const lines = titles.map((title, place) => `${place + 1}. ${title}`);
  return {
    data: {
      phone: name,
      serial,
      app_source: app.source,
      app_sha256: app.sha256,
      steps: titles,
      is_done: false,
    },
    text: `${name} (${serial})\nApp: ${app.source}, SHA-256 ${app.sha256}\n${lines.join("\n")}`,
    note: `Nothing has been changed. ${app.isDownloaded ? "Compare the SHA-256 with that of the file on the gateway's machine. " : ""}Unlock the phone, watch its screen, and run the same command with --yes${app.isDownloaded ? ` --sha256 ${app.sha256}` : ""}.`,
  };
}

interface StepResult {
  step: string;
  problem: string | null;
}

async function setUp(
  phone: PhoneAddress,
  name: string,
  app: FoundApp,
  steps: readonly Step[],
): Promise<Output> {
  const results: StepResult[] = [];
  for (const step of steps) {
    const { problem, isGone } = await resultOf(step, phone, app);
    results.push({ step: stepTitle(step.name, app), problem });
    if (isGone || (problem !== null && step.isNeeded)) break;
  }
  const failed = results.filter(({ problem }) => problem !== null);
  const text = [name, ...results.map(lineOf)].join("\n");
  const data = { phone: name, serial: phone.serial, steps: results, is_done: failed.length === 0 };
  if (failed.length > 0) {
    return { data, text, problem: failed.map(({ problem }) => problem).join("\n") };
  }
  return {
    data,
    text,
    note: "Continue on the phone: accept the gateway's address, run the app's test, and approve the phone in the dashboard. Then switch USB debugging off.",
  };
}

/** Runs a step. A failed connection is a problem of its step, and the next step does not run. */
async function resultOf(step: Step, phone: PhoneAddress, app: FoundApp) {
  try {
    const problem = await step.run(connected(phone));
    return { problem: problem && adviceOn(problem, app), isGone: false };
  } catch (cause) {
    const problem = connectionAdvice(cause);
    if (problem === null) throw cause;
    return { problem, isGone: true };
  }
}

const lineOf = ({ step, problem }: StepResult): string => `${problem === null ? "✓" : "✗"} ${step}`;

interface PairingLink {
  server: string;
  /** The address that only the app opens. */
  appLink: string;
}

function readLink(text: string): PairingLink {
  const [address = "", code = ""] = text.split("#");
  const isLink = /^https?:\/\/[^?]+\/pair$/.test(address) && isPairingToken(code);
  if (!isLink) {
    throw new DomainError(
      "This is not a pairing link. Copy the link that the dashboard shows (Sources → Add a source → Android → Other ways → The Tepat app, by cable → Enter the code manually).",
    );
  }
  const server = address.slice(0, -"/pair".length);
  if (reachOf(server) === "computer") {
    throw new DomainError(
      `A phone cannot reach ${server}, which works on this computer only. Set PUBLIC_URL to an address that opens on the phone, then show a new link.`,
    );
  }
  return { server, appLink: appLinkOf(server, code) };
}

export const commands = [install];

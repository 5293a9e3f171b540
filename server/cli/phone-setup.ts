import {
  AdbError,
  runOnPhone,
  sendToPhone,
  type ConnectedPhone,
  type PhoneAddress,
  type ShellResult,
} from "../outside/adb-server.ts";
import { DomainError } from "../domain/base/domain-error.ts";

/** The steps that set up the Tepat app on a phone, and the advice for what a phone can answer. */

export interface PhoneApp {
  /** The application id. */
  id: string;
  version: string | null;
  bytes: Buffer;
}

export interface Step {
  title: string;
  /** Without it the later steps mean nothing. */
  isNeeded?: boolean;
  /** Resolves with null when it is done, otherwise with the reason and the next step. */
  run(phone: PhoneAddress): Promise<string | null>;
}

/** The class keeps its name under every application id. */
const listenerClass = "id.tepat.worker.Listener";
const android = { notificationCommand: 27, permissionsOfPosting: 33, sensitiveTexts: 35 } as const;

/** `link`: the address that the app opens to connect; null if the person connects it later. */
export function stepsFor(app: PhoneApp, sdk: number, link: string | null): Step[] {
  return [
    {
      title: `Install the Tepat app ${app.version ?? ""} (${app.id})`,
      isNeeded: true,
      run: (phone) => install(phone, app),
    },
    ...(sdk >= android.permissionsOfPosting
      ? [
          shellStep(
            "Allow restricted settings for the app",
            `appops set ${app.id} ACCESS_RESTRICTED_SETTINGS allow`,
          ),
          shellStep(
            "Allow the app to show notifications",
            `pm grant ${app.id} android.permission.POST_NOTIFICATIONS`,
          ),
        ]
      : []),
    // Android applies it when the access to notifications is switched on afterwards.
    ...(sdk >= android.sensitiveTexts
      ? [
          shellStep(
            "Show the app the texts that Android hides",
            `appops set ${app.id} RECEIVE_SENSITIVE_NOTIFICATIONS allow`,
          ),
        ]
      : []),
    {
      title: "Allow the app to read notifications",
      run: (phone) => allowListener(phone, app.id, sdk),
    },
    shellStep("Let the app run in the background", `cmd deviceidle whitelist +${app.id}`),
    ...(link === null
      ? []
      : [{ title: "Open the pairing link in the app", run: openLink(app.id, link) }]),
  ];
}

async function install(phone: PhoneAddress, app: PhoneApp): Promise<string | null> {
  const command = `cmd package install -r -S ${app.bytes.length}`;
  const printed = (await sendToPhone(phone, command, app.bytes)).trim();
  if (/^Success/m.test(printed)) return null;
  const advice = installAdvice.find(([code]) => code.test(printed))?.[1];
  return advice ? `${advice(app)} (${codeIn(printed)})` : phoneAnswered(printed);
}

const codeIn = (printed: string): string => /INSTALL_\w+/.exec(printed)?.[0] ?? printed;

const phoneAnswered = (printed: string): string =>
  `The phone answered: ${printed.replaceAll(/\s+/g, " ").slice(0, 300) || "nothing"}`;

const installAdvice: readonly (readonly [RegExp, (app: PhoneApp) => string])[] = [
  [
    /UPDATE_INCOMPATIBLE|INCONSISTENT_CERTIFICATES|SHARED_USER_INCOMPATIBLE/,
    ({ id }) =>
      `The phone has ${id} signed by another key, and Android refuses this file as an update. Wait until its queue is empty, uninstall it on the phone, then run this command again.`,
  ],
  [
    /VERSION_DOWNGRADE/,
    ({ version }) =>
      `The phone has a newer version of the app than ${version ?? "this one"}. Update the gateway's file, or uninstall the app on the phone first.`,
  ],
  [
    /USER_RESTRICTED/,
    () =>
      'The phone does not install over USB. Xiaomi, Redmi and POCO: switch on "Install via USB" in Developer options. Other makers: accept the question on the phone\'s screen. Then run this command again.',
  ],
  [
    /VERIFICATION/,
    () =>
      'Play Protect stopped the installation. Accept the app on the phone\'s screen, or switch off "Verify apps over USB" in Developer options. Then run this command again.',
  ],
  [
    /ABORTED/,
    () =>
      "The installation was cancelled on the phone. Run this command again and accept it there.",
  ],
  [
    /INSUFFICIENT_STORAGE/,
    () => "The phone has no space left. Free some storage, then run this command again.",
  ],
  [/OLDER_SDK/, () => "The app needs Android 8 or newer. Use another phone."],
];

const shellStep = (title: string, command: string): Step => ({
  title,
  run: async (phone) => adviceOn(await runOnPhone(phone, command)),
});

function adviceOn({ stdout, stderr, exitCode }: ShellResult): string | null {
  const printed = `${stdout}\n${stderr}`.trim();
  if (/SecurityException/.test(printed)) {
    return 'The phone forbids this over USB. Xiaomi, Redmi and POCO: switch on "USB debugging (Security settings)" in Developer options, which needs a Mi account, and run this command again. Otherwise the app asks for it on the phone.';
  }
  if (exitCode !== 0 || /^(?:Error|Exception|Unknown)/im.test(printed))
    return `${phoneAnswered(printed)} The app asks for this on the phone.`;
  return null;
}

async function allowListener(phone: PhoneAddress, id: string, sdk: number): Promise<string | null> {
  const listener = `${id}/${listenerClass}`;
  const advice = adviceOn(await runOnPhone(phone, await allowing(phone, listener, sdk)));
  if (advice !== null) return advice;
  if ((await listeners(phone)).some((name) => name.startsWith(`${id}/`))) return null;
  return "The phone did not allow it. A phone that an employer manages, or one with very little memory, lets no app read notifications. Try Settings → Notification access on the phone, or use another phone.";
}

async function allowing(phone: PhoneAddress, listener: string, sdk: number): Promise<string> {
  if (sdk >= android.notificationCommand) return `cmd notification allow_listener ${listener}`;
  const all = [...new Set([...(await listeners(phone)), listener])].join(":");
  return `settings put secure enabled_notification_listeners ${quoted(all)}`;
}

async function listeners(phone: PhoneAddress): Promise<string[]> {
  const read = "settings get secure enabled_notification_listeners";
  const { stdout } = await runOnPhone(phone, read);
  return stdout
    .trim()
    .split(":")
    .filter((name) => name !== "" && name !== "null");
}

const openLink = (id: string, link: string) => async (phone: PhoneAddress) =>
  adviceOn(
    await runOnPhone(phone, `am start -a android.intent.action.VIEW -d ${quoted(link)} ${id}`),
  );

/** A text for the phone's shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface PhoneFacts {
  name: string;
  sdk: number;
}

export async function readFacts(phone: PhoneAddress): Promise<PhoneFacts> {
  const names = ["ro.build.version.sdk", "ro.product.manufacturer", "ro.product.model"];
  const { stdout } = await runOnPhone(phone, names.map((name) => `getprop ${name}`).join("; "));
  const [sdk = "", ...name] = stdout.trim().split(/\r?\n/);
  if (!/^\d+$/.test(sdk))
    throw new DomainError(`This is not an Android phone. ${phoneAnswered(stdout)}`);
  return { name: name.join(" "), sdk: Number(sdk) };
}

const debugging =
  "On the phone open Settings → About phone, tap Build number seven times, and switch on USB debugging in Developer options. On a Samsung, switch Auto Blocker off. Use a cable that carries data.";

/** Returns the phone to set up, or throws with what is in the way. */
export function choosePhone(
  phones: readonly ConnectedPhone[],
  serial: string | undefined,
): ConnectedPhone {
  const named = serial === undefined ? phones : phones.filter((phone) => phone.serial === serial);
  const [first, ...others] = named;
  if (!first) {
    throw new DomainError(
      serial === undefined
        ? `No phone is connected. ${debugging}`
        : `No phone with the serial number ${serial} is connected. ${listOf(phones)}`,
    );
  }
  if (others.length > 0) {
    throw new DomainError(
      `Several phones are connected. Choose one with --device. ${listOf(phones)}`,
    );
  }
  if (first.state !== "device") throw new DomainError(stateAdvice(first));
  return first;
}

const listOf = (phones: readonly ConnectedPhone[]): string =>
  `Connected: ${phones.map(({ serial, state, model }) => `${serial} (${model ?? state})`).join(", ") || "none"}.`;

function stateAdvice({ serial, state }: ConnectedPhone): string {
  if (/^(?:unauthorized|authorizing)/.test(state))
    return `The phone ${serial} waits for your consent. Unlock it, accept "Allow USB debugging?" on its screen, then run this command again.`;
  if (/^(?:offline|connecting)/.test(state))
    return `The phone ${serial} is offline. Unlock it, unplug the cable and plug it in again. If that does not help, restart the phone.`;
  if (state.startsWith("no permissions"))
    return `This computer does not let adb use the phone ${serial}. On Debian and Ubuntu install android-sdk-platform-tools-common, then plug the phone in again.`;
  return `The phone ${serial} is in the state "${state}". Start it normally, then run this command again.`;
}

const platformTools =
  "Install Android's platform tools (https://developer.android.com/tools/releases/platform-tools; on Debian and Ubuntu: apt-get install adb), connect the phone by cable, and run adb start-server.";

/** The advice for a failed connection, or null for another fault. */
export function connectionAdvice(cause: unknown): string | null {
  if (!(cause instanceof AdbError)) return null;
  if (cause.problem === "no_server") return `No adb server runs on this computer. ${platformTools}`;
  if (cause.problem === "gone")
    return "The phone is no longer connected. Check the cable, unlock the phone, then run this command again.";
  if (cause.problem === "silent")
    return "The phone does not answer. Look at its screen for a question, then run this command again.";
  return `adb refused: ${cause.message}. Plug the phone in again, then run this command again.`;
}

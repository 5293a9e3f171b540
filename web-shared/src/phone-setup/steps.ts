/**
 * The steps with which a computer sets up the Tepat app on a phone, and the parsing of the phone's responses.
 */

export interface PhoneApp {
  /** The application id. */
  id: string;
  version: string | null;
  bytes: Uint8Array;
}

export interface ShellResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** A phone that has accepted this computer. */
export interface ConnectedPhone {
  /** Runs a command in the phone's shell. */
  run(command: string): Promise<ShellResult>;
  /** Sends bytes to a command on the phone, and returns its output. */
  send(command: string, bytes: Uint8Array): Promise<string>;
}

export type StepName =
  | "install"
  | "restricted"
  | "posting"
  | "sensitive"
  | "listening"
  | "background"
  | "link";

export type ProblemKind =
  | "other_key"
  | "newer_version"
  | "install_restricted"
  | "verification"
  | "cancelled"
  | "no_space"
  | "old_android"
  | "forbidden"
  | "no_listener"
  | "answered"
  | "install_answered"
  | "not_android"
  | "gone"
  | "silent"
  | "offline"
  | "unauthorised";

export interface Problem {
  kind: ProblemKind;
  /** The phone's output. */
  printed: string;
}

export interface Step {
  name: StepName;
  /** Whether the later steps depend on this step. */
  isNeeded: boolean;
  /** Runs the step. Resolves with null on success, otherwise with the problem. */
  run(phone: ConnectedPhone): Promise<Problem | null>;
}

/** The class has the same name under every application id. */
const listenerClass = "id.tepat.worker.Listener";
const android = { notificationCommand: 27, permissionsOfPosting: 33, sensitiveTexts: 35 } as const;

/**
 * Returns the steps for a phone. `openedLink` provides the address that the app opens to connect. It is
 * null if the person connects the app later.
 */
export function stepsFor(
  app: PhoneApp,
  sdk: number,
  openedLink: (() => Promise<string>) | null,
): Step[] {
  const { id } = app;
  const listener = `${id}/${listenerClass}`;
  return [
    { name: "install", isNeeded: true, run: (phone) => install(phone, app) },
    ...(sdk >= android.permissionsOfPosting
      ? [
          shellStep("restricted", `appops set ${id} ACCESS_RESTRICTED_SETTINGS allow`),
          shellStep("posting", `pm grant ${id} android.permission.POST_NOTIFICATIONS`),
        ]
      : []),
    // Android applies this setting only when the access to notifications is enabled afterwards, so the access is
    // disabled first.
    ...(sdk >= android.sensitiveTexts
      ? [
          shellStep(
            "sensitive",
            `appops set ${id} RECEIVE_SENSITIVE_NOTIFICATIONS allow`,
            `cmd notification disallow_listener ${listener}`,
          ),
        ]
      : []),
    {
      name: "listening",
      isNeeded: false,
      run: (phone) => allowListener(phone, listener, sdk),
    },
    shellStep("background", `cmd deviceidle whitelist +${id}`),
    ...(openedLink ? [linkStep(id, openedLink)] : []),
  ];
}

async function install(phone: ConnectedPhone, app: PhoneApp): Promise<Problem | null> {
  const command = `cmd package install -r -S ${app.bytes.length}`;
  const printed = (await phone.send(command, app.bytes)).trim();
  if (/^Success/m.test(printed)) return null;
  const kind = refusals.find(([code]) => code.test(printed))?.[1];
  return kind
    ? { kind, printed: /INSTALL_\w+/.exec(printed)?.[0] ?? printed }
    : { kind: "install_answered", printed };
}

const refusals: readonly (readonly [RegExp, ProblemKind])[] = [
  [/UPDATE_INCOMPATIBLE|INCONSISTENT_CERTIFICATES|SHARED_USER_INCOMPATIBLE/, "other_key"],
  [/VERSION_DOWNGRADE/, "newer_version"],
  [/USER_RESTRICTED/, "install_restricted"],
  [/VERIFICATION/, "verification"],
  [/ABORTED/, "cancelled"],
  [/INSUFFICIENT_STORAGE/, "no_space"],
  [/OLDER_SDK/, "old_android"],
];

/** Returns a step that runs a shell command. The commands in `before` can fail. */
const shellStep = (name: StepName, command: string, ...before: string[]): Step => ({
  name,
  isNeeded: false,
  run: async (phone) => {
    for (const preparation of before) await phone.run(preparation);
    return problemIn(await phone.run(command));
  },
});

function problemIn({ stdout, stderr, exitCode }: ShellResult): Problem | null {
  const printed = `${stdout}\n${stderr}`.trim();
  if (/SecurityException/.test(printed)) return { kind: "forbidden", printed };
  if (exitCode !== 0 || /^(?:Error|Exception|Unknown)/im.test(printed))
    return { kind: "answered", printed };
  return null;
}

async function allowListener(
  phone: ConnectedPhone,
  listener: string,
  sdk: number,
): Promise<Problem | null> {
  const problem = problemIn(await phone.run(await allowing(phone, listener, sdk)));
  if (problem) return problem;
  const isAllowed = (await listeners(phone)).includes(listener);
  return isAllowed ? null : { kind: "no_listener", printed: "" };
}

async function allowing(phone: ConnectedPhone, listener: string, sdk: number): Promise<string> {
  if (sdk >= android.notificationCommand) return `cmd notification allow_listener ${listener}`;
  const all = [...new Set([...(await listeners(phone)), listener])].join(":");
  return `settings put secure enabled_notification_listeners ${quoted(all)}`;
}

async function listeners(phone: ConnectedPhone): Promise<string[]> {
  const read = "settings get secure enabled_notification_listeners";
  const { stdout } = await phone.run(read);
  return stdout
    .trim()
    .split(":")
    .filter((name) => name !== "" && name !== "null");
}

const linkStep = (id: string, openedLink: () => Promise<string>): Step => ({
  name: "link",
  isNeeded: false,
  run: async (phone) => {
    const link = quoted(await openedLink());
    return problemIn(await phone.run(`am start -a android.intent.action.VIEW -d ${link} ${id}`));
  },
});

/** Quotes a text for the phone's shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The makers whose phones have different settings. */
export type Maker = "xiaomi" | "oppo" | "vivo" | "samsung";

const makers: readonly (readonly [RegExp, Maker])[] = [
  [/xiaomi|redmi|poco/i, "xiaomi"],
  [/oppo|realme|oneplus/i, "oppo"],
  [/vivo|iqoo/i, "vivo"],
  [/samsung/i, "samsung"],
];

export interface PhoneFacts {
  name: string;
  sdk: number;
  maker: Maker | null;
}

/**
 * Returns the phone's facts. If the response does not come from an Android phone, returns a problem
 * with the response.
 */
export async function readFacts(phone: ConnectedPhone): Promise<PhoneFacts | Problem> {
  const names = ["ro.build.version.sdk", "ro.product.manufacturer", "ro.product.model"];
  const { stdout } = await phone.run(names.map((name) => `getprop ${name}`).join("; "));
  const [sdk = "", ...rest] = stdout.trim().split(/\r?\n/);
  if (!/^\d+$/.test(sdk)) return { kind: "not_android", printed: stdout };
  const name = rest.join(" ");
  const maker = makers.find(([pattern]) => pattern.test(name))?.[1] ?? null;
  return { name, sdk: Number(sdk), maker };
}

/** Returns the pairing address that only the app opens. */
export function appLinkOf(server: string, code: string): string {
  const query = new URLSearchParams({ server, code });
  return `tepat://pair?${query}`;
}

import type { ShellResult } from "../../web-shared/src/phone-setup/steps.ts";

/**
 * An Android phone as a computer sees it over USB: the output of its programs, and the changes that they make.
 */

export interface PhoneOptions {
  sdk: number;
  /** The maker and the model. */
  name?: readonly [string, string];
  /** The output of `package install` if the phone refuses. */
  refusesInstall?: string;
  /** Whether the phone refuses before it has read the app. */
  refusesEarly?: boolean;
  /** Like HyperOS without "USB debugging (Security settings)". */
  forbidsPermissions?: boolean;
  /** Like a phone that an employer manages: the command succeeds, but nothing changes. */
  refusesListeners?: boolean;
  /** The cable is pulled when a command begins with this text. */
  pulledAt?: string;
  /** The cable is pulled after this number of bytes of the app. */
  pulledAfterBytes?: number;
}

export interface Phone {
  sdk: number;
  /** Runs a command. Returns null if the cable is pulled. */
  run(command: string): ShellResult | null;
  /** Returns the number of bytes that `package install` expects, or null for another command. */
  bytesFor(command: string): number | null;
  /** The output of `package install` before it has read the app. */
  readonly earlyRefusal: string | null;
  isPulledAfter(bytes: number): boolean;
  install(bytes: Buffer): string;
  installed: Buffer | null;
  allowed: Set<string>;
  listeners: string[];
  opened: string | null;
}

const says = (stdout: string, exitCode = 0): ShellResult => ({ stdout, stderr: "", exitCode });
const denied = "java.lang.SecurityException: Neither user 2000 nor current process has permission";

/** Creates a phone on which another app already listens to notifications. */
export function createPhone(options: PhoneOptions): Phone {
  const { sdk, name: [maker, model] = ["Google", "Pixel 8a"] } = options;
  const isPulled = (command: string): boolean =>
    options.pulledAt !== undefined && command.startsWith(options.pulledAt);
  const allow = (what: string): ShellResult => {
    if (options.forbidsPermissions) return { ...says("", 255), stderr: `Exception: ${denied}\n` };
    phone.allowed.add(what);
    return says("");
  };
  const programs: readonly (readonly [RegExp, (found: string[]) => ShellResult])[] = [
    [
      /^getprop ro.build.version.sdk; getprop ro.product.manufacturer; getprop ro.product.model$/,
      () => says(`${sdk}\n${maker}\n${model}\n`),
    ],
    [/^cmd deviceidle whitelist (\S+)$/, ([name = ""]) => allow(`whitelist ${name}`)],
    [
      /^pm grant (\S+ \S+)$/,
      ([what = ""]) => (sdk < 33 ? says("Unknown permission", 255) : allow(`grant ${what}`)),
    ],
    [/^appops set (\S+ \S+) allow$/, ([what = ""]) => allow(`appops ${what}`)],
    [
      /^cmd notification allow_listener (\S+)$/,
      ([name = ""]) => {
        if (sdk < 27) return says("No shell command implementation.", 255);
        if (!options.refusesListeners) phone.listeners.push(name);
        return says("");
      },
    ],
    [
      /^cmd notification disallow_listener (\S+)$/,
      ([name = ""]) => {
        phone.listeners = phone.listeners.filter((listener) => listener !== name);
        return says("");
      },
    ],
    [
      /^settings get secure enabled_notification_listeners$/,
      () => says(`${phone.listeners.join(":") || "null"}\n`),
    ],
    [
      /^settings put secure enabled_notification_listeners '([^']*)'$/,
      ([names = ""]) => {
        phone.listeners = names.split(":");
        return says("");
      },
    ],
    [
      /^am start -a android.intent.action.VIEW -d '(\S+)' (\S+)$/,
      ([link = "", id]) => {
        phone.opened = link;
        return says(`Starting: Intent { act=VIEW dat=tepat://pair/... pkg=${id} }\n`);
      },
    ],
  ];
  const refusal = () => `Failure [${options.refusesInstall}]\n`;
  const phone: Phone = {
    sdk,
    installed: null,
    allowed: new Set(),
    listeners: ["com.other/.Listener"],
    opened: null,
    bytesFor: (command) => {
      if (isPulled(command)) return null;
      const size = /^cmd package install -r -S (\d+)$/.exec(command)?.[1];
      return size === undefined ? null : Number(size);
    },
    get earlyRefusal() {
      return options.refusesEarly ? refusal() : null;
    },
    isPulledAfter: (bytes) => bytes > (options.pulledAfterBytes ?? Number.POSITIVE_INFINITY),
    install(bytes) {
      if (options.refusesInstall !== undefined) return refusal();
      phone.installed = bytes;
      return "Success\n";
    },
    run(command) {
      if (isPulled(command)) return null;
      for (const [pattern, answer] of programs) {
        const found = pattern.exec(command);
        if (found) return answer(found.slice(1));
      }
      return { ...says("", 127), stderr: `/system/bin/sh: ${command}: inaccessible or not found` };
    },
  };
  return phone;
}

/** Returns the packets of the phone's shell, by AOSP's shell_protocol.h. */
export function shellPackets({ stdout, stderr, exitCode }: ShellResult): Buffer {
  const packet = (kind: number, data: Buffer) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(kind, 0);
    head.writeUInt32LE(data.length, 1);
    return Buffer.concat([head, data]);
  };
  return Buffer.concat([
    ...(stdout === "" ? [] : [packet(1, Buffer.from(stdout))]),
    ...(stderr === "" ? [] : [packet(2, Buffer.from(stderr))]),
    packet(3, Buffer.from([exitCode])),
  ]);
}

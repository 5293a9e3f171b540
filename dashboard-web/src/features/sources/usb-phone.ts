import {
  Adb,
  AdbDaemonTransport,
  AdbPublicKeyAuthenticator,
  AdbSignatureAuthenticator,
  type AdbAuthenticator,
} from "@yume-chan/adb";
import AdbWebCredentialStore from "@yume-chan/adb-credential-web";
import {
  AdbDaemonWebUsbDeviceManager,
  type AdbDaemonWebUsbDevice,
} from "@yume-chan/adb-daemon-webusb";
import type { ConnectedPhone } from "../../../../web-shared/src/phone-setup/steps.ts";
import { UsbError } from "./usb-error.ts";

/**
 * Controls a phone at this computer's USB port through Android's debugging protocol. Only the page that sets up a phone
 * loads this module.
 */

/**
 * These limits are not in base/limits.ts, because the first page loads that file. An installation takes a long
 * time if the phone asks the person for consent.
 */
const limits = {
  answerMilliseconds: 30_000,
  closeMilliseconds: 500,
  consentMilliseconds: 120_000,
  installMilliseconds: 180_000,
  answerCharacters: 1024 * 1024,
} as const;

/**
 * The library leaves a rejection unhandled if it writes to a disconnected phone. `lost` below informs
 * the page.
 */
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  if (
    reason instanceof DOMException &&
    /^(?:Abort|Network|InvalidState)Error$/u.test(reason.name)
  ) {
    event.preventDefault();
  }
});

export interface UsbPhone extends ConnectedPhone {
  close(): Promise<void>;
}

/**
 * Returns the phone with this serial number if it is plugged in. Otherwise the browser lets the person choose a phone.
 */
export async function choosePhone(serial: string | null): Promise<AdbDaemonWebUsbDevice> {
  const manager = AdbDaemonWebUsbDeviceManager.BROWSER;
  if (!manager) throw new UsbError("no_access");
  const known = serial === null ? [] : await manager.getDevices();
  const ask = () =>
    manager.requestDevice().catch((cause: unknown) => {
      throw new UsbError("no_access", { cause });
    });
  const phone = known.find((device) => device.serial === serial) ?? (await ask());
  if (!phone) throw new UsbError("none_chosen");
  return phone;
}

/**
 * Connects to the phone. `onAsks` is called when the phone asks the person whether this computer
 * can debug it. Throws a `UsbError`.
 */
export async function connectPhone(
  device: AdbDaemonWebUsbDevice,
  onAsks: () => void,
): Promise<UsbPhone> {
  const release = () => device.raw.close().catch(() => null);
  const connection = await device.connect().catch(async (cause: unknown) => {
    await release();
    throw new UsbError(openingProblem(cause), { cause });
  });
  try {
    const transport = await authenticated(device.serial, connection, onAsks);
    return phoneOf(new Adb(transport), release);
  } catch (cause) {
    await release();
    throw cause;
  }
}

/**
 * Returns the reason why the phone cannot be opened. "held": an adb server or another tab uses the interface.
 * "no_access": Linux lets only some users open a phone.
 */
function openingProblem(cause: unknown) {
  const { name } = cause as Error;
  if (name === "SecurityError") return "no_access";
  return name === "NotFoundError" ? "gone" : "held";
}

type Connection = Awaited<ReturnType<AdbDaemonWebUsbDevice["connect"]>>;

function authenticated(serial: string, connection: Connection, onAsks: () => void) {
  return new Promise<AdbDaemonTransport>((resolve, reject) => {
    let isAsked = false;
    const giveUp = () => reject(new UsbError(isAsked ? "unauthorised" : "offline"));
    let timer = setTimeout(giveUp, limits.answerMilliseconds);
    const publicKey: AdbAuthenticator = async function* (store, request) {
      await request();
      isAsked = true;
      clearTimeout(timer);
      timer = setTimeout(giveUp, limits.consentMilliseconds);
      onAsks();
      yield* AdbPublicKeyAuthenticator(store, request);
    };
    AdbDaemonTransport.authenticate({
      serial,
      connection,
      credentialStore: new AdbWebCredentialStore("Tepat"),
      authenticators: [AdbSignatureAuthenticator, publicKey],
    })
      .then(resolve, (cause: unknown) => {
        // If the person refuses on the phone, the phone asks for another key.
        const isRefused = isAsked && /authenticator/u.test((cause as Error).message);
        reject(new UsbError(isRefused ? "unauthorised" : "gone", { cause }));
      })
      .finally(() => clearTimeout(timer));
  });
}

function phoneOf(adb: Adb, release: () => Promise<unknown>): UsbPhone {
  const gone = () => Promise.reject(new UsbError("gone"));
  const lost = adb.disconnected.then(gone, gone);
  lost.catch(() => null);

  /**
   * Limits the time of an operation. The library's streams do not notice every disconnection, and a phone can
   * wait for the person.
   */
  async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new UsbError("silent")), milliseconds);
    });
    try {
      return await Promise.race([work, lost, late]);
    } catch (cause) {
      throw cause instanceof UsbError ? cause : new UsbError("gone", { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    run: (command) => {
      const shell = adb.subprocess.shellProtocol;
      if (!shell) throw new UsbError("old_android");
      return within(limits.answerMilliseconds, shell.spawnWaitText([command]));
    },
    send: (command, bytes) =>
      within(limits.installMilliseconds, sendTo(adb, `exec:${command}`, bytes)),
    close: async () => {
      // The library waits until its remaining data is sent. A disconnected phone never receives the
      // data.
      const pause = new Promise((resolve) => {
        setTimeout(resolve, limits.closeMilliseconds);
      });
      await Promise.race([adb.close().catch(() => null), pause]);
      await release();
    },
  };
}

async function sendTo(adb: Adb, service: string, bytes: Uint8Array): Promise<string> {
  const socket = await adb.createSocket(service);
  // A program that refuses the data ends before reading all of it. Its output gives the reason.
  socket.writable
    .getWriter()
    .write(bytes)
    .catch(() => null);
  const reader = socket.readable.getReader();
  const decoder = new TextDecoder();
  let printed = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    printed += decoder.decode(value, { stream: true });
    if (printed.length > limits.answerCharacters) break;
  }
  if (printed === "") throw new UsbError("gone");
  return printed;
}

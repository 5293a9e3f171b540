import { generateKeyPairSync } from "node:crypto";
import type { Page } from "playwright-core";
import { createAdbd, packed, type Consent, type Message } from "../../server/testing/adb-daemon.ts";
import { createPhone, type Phone, type PhoneOptions } from "../../server/testing/phone-on-cable.ts";

/** A phone on the USB port of the tests' browsers. A fake WebUSB replaces Chromium's and carries its bytes. */

export interface CableOptions extends PhoneOptions {
  serial?: string;
  consent?: Consent | Promise<Consent>;
  /** The operating system does not let the browser open the phone. */
  isLocked?: boolean;
  /** An adb server of this computer holds the interface. */
  isHeld?: boolean;
  /** adbd does not respond. */
  isOffline?: boolean;
  /** The document is not allowed to use USB. */
  isForbidden?: boolean;
  /** The person closes the browser's list without choosing a phone. */
  isNotChosen?: boolean;
  /**
   * The browser creates the computer's key itself. Otherwise it gets a prepared key, because creating one takes a fifth
   * of a second.
   */
  makesKey?: boolean;
}

export interface Cable {
  phone: Phone;
  options: CableOptions;
  /** The commands that the computer has sent, in order. */
  commands: string[];
  /** Plugs the cable in again. The phone has kept its data. */
  plugIn(): void;
  /** The number of times that the browser showed its list of phones. */
  timesAsked: number;
  /** Returns whether a tab holds the phone. */
  isInUse(): boolean;
  attach(page: Page): Promise<void>;
}

/** The result of a call, or the name of the DOMException that Chromium would throw. */
interface Answer {
  error?: string;
  data?: string;
}

type Call = (from: number, what: string, value?: string) => Promise<Answer>;

export function createCable(options: CableOptions): Cable {
  const phone = createPhone(options);
  const knownKeys = new Set<string>();
  let isPlugged = true;
  /** The tab that has claimed the interface. */
  let owner: number | null = null;
  let tabs = 0;
  let transfers: Buffer[] = [];
  let reading: ((answer: Answer) => void) | null = null;
  let received: Buffer = Buffer.alloc(0);
  let receive: (message: Message) => void = () => undefined;

  const commands: string[] = [];
  const { bytesFor } = phone;
  phone.bytesFor = (command) => {
    commands.push(command);
    return bytesFor(command);
  };

  function end(error: string): void {
    reading?.({ error });
    reading = null;
    owner = null;
    transfers = [];
    received = Buffer.alloc(0);
  }
  const pull = () => {
    isPlugged = false;
    end("NetworkError");
  };
  function offer(): void {
    const next = transfers[0];
    if (!reading || !next) return;
    transfers.shift();
    reading({ data: next.toString("base64") });
    reading = null;
  }
  function claim(from: number): Answer {
    if (options.isHeld || (owner !== null && owner !== from)) return { error: "NetworkError" };
    owner = from;
    receive = createAdbd({
      phone,
      consent: () => options.consent ?? "allows",
      knownKeys,
      send: (message) => {
        transfers.push(...packed(message));
        offer();
      },
      end: pull,
    });
    return {};
  }
  function write(bytes: Buffer): void {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      if (received.length < 24) return;
      const length = 24 + received.readUInt32LE(12);
      if (received.length < length) return;
      const message = received.subarray(0, length);
      received = received.subarray(length);
      if (options.isOffline) continue;
      receive({
        kind: message.readUInt32LE(0),
        first: message.readUInt32LE(4),
        second: message.readUInt32LE(8),
        data: Buffer.from(message.subarray(24)),
      });
    }
  }

  const call: Call = async (from, what, value = "") => {
    if (what === "choose") {
      cable.timesAsked++;
      if (options.isForbidden) return { error: "SecurityError" };
      return options.isNotChosen || !isPlugged ? { error: "NotFoundError" } : {};
    }
    if (what === "list") return { data: isPlugged ? "one" : "" };
    // A transfer of an open connection ends when its cable is unplugged.
    const isTransfer = what === "read" || what === "write";
    if (!isPlugged) return { error: isTransfer ? "NetworkError" : "NotFoundError" };
    if (what === "open") return options.isLocked ? { error: "SecurityError" } : {};
    if (what === "claim") return claim(from);
    if (owner !== from) return { error: "InvalidStateError" };
    if (what === "close") {
      end("AbortError");
      return {};
    }
    if (what === "write") {
      write(Buffer.from(value, "base64"));
      return isPlugged ? {} : { error: "NetworkError" };
    }
    return new Promise((resolve) => {
      reading = resolve;
      offer();
    });
  };

  const cable: Cable = {
    phone,
    options,
    commands,
    timesAsked: 0,
    isInUse: () => owner !== null,
    plugIn: () => {
      isPlugged = true;
    },
    async attach(page) {
      const tab = ++tabs;
      await page.exposeFunction("usbCall", (what: string, value?: string) =>
        call(tab, what, value),
      );
      page.on("close", () => owner === tab && end("AbortError"));
      await page.addInitScript(fakeUsb, options.serial ?? "R58M1");
      if (!options.makesKey) await page.addInitScript(giveKey, computerKey());
    },
  };
  return cable;
}

let madeKey: string | undefined;

const computerKey = (): string =>
  (madeKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64"));

/** Runs in the page, in which a key is created once for each computer. */
function giveKey(pkcs8: string) {
  const bytes = Uint8Array.from(atob(pkcs8), (letter) => letter.charCodeAt(0));
  const value = async (how: RsaHashedImportParams) => ({
    privateKey: await crypto.subtle.importKey("pkcs8", bytes, how, true, ["sign"]),
  });
  Object.defineProperty(crypto.subtle, "generateKey", { value });
}

/** Runs in the page: WebUSB by its specification, for one phone. The phone itself is in the tests' process. */
function fakeUsb(serialNumber: string) {
  const { usbCall } = window as unknown as {
    usbCall(what: string, value?: string): Promise<{ error?: string; data?: string }>;
  };
  const events = new EventTarget();
  const ask = async (what: string, value?: string): Promise<string> => {
    const { error, data = "" } = await usbCall(what, value);
    if (error === undefined) return data;
    if (error === "NetworkError" && what !== "claim") leave();
    throw new DOMException(`The phone refuses to ${what}.`, error);
  };
  const alternate = {
    alternateSetting: 0,
    interfaceClass: 0xff,
    interfaceSubclass: 0x42,
    interfaceProtocol: 1,
    endpoints: [
      { endpointNumber: 1, direction: "in", type: "bulk", packetSize: 512 },
      { endpointNumber: 2, direction: "out", type: "bulk", packetSize: 512 },
    ],
  };
  const face = { interfaceNumber: 0, alternate, alternates: [alternate], claimed: false };
  const configuration = { configurationValue: 1, interfaces: [face] };
  const device = {
    vendorId: 0x18d1,
    productId: 0x4ee7,
    serialNumber,
    productName: "Pixel 8a",
    configuration,
    configurations: [configuration],
    opened: false,
    async open() {
      await ask("open");
      device.opened = true;
    },
    async close() {
      device.opened = false;
      face.claimed = false;
      await ask("close");
    },
    async selectConfiguration() {},
    async selectAlternateInterface() {},
    async claimInterface() {
      await ask("claim");
      face.claimed = true;
    },
    async transferIn(_: number, length: number) {
      const text = atob(await ask("read"));
      if (text.length > length) return { status: "babble", data: new DataView(new ArrayBuffer(0)) };
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      return { status: "ok", data: new DataView(bytes.buffer) };
    },
    async transferOut(_: number, bytes: Uint8Array) {
      let text = "";
      for (let at = 0; at < bytes.length; at += 32_768) {
        text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      }
      await ask("write", btoa(text));
      return { status: "ok", bytesWritten: bytes.length };
    },
  };
  class ConnectionEvent extends Event {
    readonly device = device;
  }
  function leave() {
    device.opened = false;
    face.claimed = false;
    events.dispatchEvent(new ConnectionEvent("disconnect"));
  }
  const usb = Object.assign(events, {
    async requestDevice() {
      if (!navigator.userActivation.isActive) throw new DOMException("No click.", "SecurityError");
      await ask("choose");
      return device;
    },
    getDevices: async () => ((await ask("list")) === "" ? [] : [device]),
  });
  Object.defineProperty(navigator, "usb", { value: usb });
  Object.defineProperty(globalThis, "USBConnectionEvent", { value: ConnectionEvent });
}

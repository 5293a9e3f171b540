import { outputOf } from "./command.ts";
import { limits } from "./limits.ts";
import { isTimeZone } from "./local-time.ts";
import { parseShade, type ShadeEntry } from "./shade.ts";

/** Access to the phone through Termux's programs. */
export interface Phone {
  listShade(): Promise<ShadeEntry[]>;
  batteryPercent(): Promise<number | null>;
  timeZone(): Promise<string>;
  model(): Promise<string | null>;
  /** Posts a notification of the Worker. Android uses the id as its tag. */
  post(notification: { id: string; title: string; content: string }): Promise<void>;
  removePosted(id: string): Promise<void>;
}

export const termuxPhone: Phone = {
  listShade: async () => parseShade(await run("termux-notification-list")),

  async batteryPercent() {
    const status = await run("termux-battery-status").then(JSON.parse).catch(ignore);
    const percentage = (status as { percentage?: unknown } | null)?.percentage;
    const isPercentage = Number.isInteger(percentage) && 0 <= Number(percentage);
    return isPercentage && Number(percentage) <= 100 ? Number(percentage) : null;
  },

  /** Reads Android's own setting, because Termux:API writes times in it. TZ can be missing in a shell. */
  async timeZone() {
    const name = await property("persist.sys.timezone");
    return isTimeZone(name) ? name : Intl.DateTimeFormat().resolvedOptions().timeZone;
  },

  model: async () => (await property("ro.product.model")) || null,

  async post({ id, title, content }) {
    await run("termux-notification", "--id", id, "--title", title, "--content", content);
  },

  async removePosted(id) {
    await run("termux-notification-remove", id);
  },
};

const ignore = () => null;

async function property(name: string): Promise<string> {
  return (await run("getprop", name).catch(() => "")).trim();
}

function run(program: string, ...args: string[]): Promise<string> {
  return outputOf(program, args, {
    milliseconds: limits.commandMilliseconds,
    outputBytes: limits.commandOutputBytes,
  });
}

import { setTimeout } from "node:timers/promises";
import { UserFacingError, reasonOf } from "./user-facing-error.ts";
import { limits } from "./limits.ts";
import { note, type Outbox } from "./outbox.sql.ts";
import { termuxPhone, type Phone } from "./phone.ts";
import type { ShadeEntry } from "./shade.ts";

type TestedPhone = Pick<Phone, "post" | "removePosted" | "listShade">;

/**
 * Reads like a bank's notification that Android 15 takes for sensitive: its classifier looks for a code beside such
 * words. If Android hides this text, it also hides a bank's, whichever app posts it.
 */
export const sample = {
  id: "tepat-self-test",
  title: "Transfer masuk",
  content:
    "Dana Rp150.123 dari UJI COBA telah masuk ke rekening Anda. Kode OTP 482913, jangan berikan kepada siapa pun.",
};

/**
 * Posts a notification like a bank's and reads it back, to learn whether the phone shows the Worker the whole text. The
 * next heartbeat reports the result.
 */
export async function selfTest(
  outbox: Outbox,
  phone: TestedPhone = termuxPhone,
  sleep: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<string> {
  await phone.post(sample).catch((error: unknown) => {
    throw new UserFacingError(
      `No notification can be posted: ${reasonOf(error)}. Install Termux:API (the app and: pkg install termux-api) and allow it to post notifications.`,
    );
  });
  try {
    const found = await find(phone, sleep);
    note(outbox, "texts_hidden", String(!isShown(found)));
    return verdict(found);
  } finally {
    // Failing to remove it is harmless: the notification says that it is a test.
    await phone.removePosted(sample.id).catch(() => {});
  }
}

/** Android hides the title too, so only the tag tells which notification is ours. */
async function find(
  phone: TestedPhone,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<ShadeEntry> {
  for (let look = 0; look < limits.selfTestLooks; look += 1) {
    const shade = await phone.listShade().catch((error: unknown) => {
      throw new UserFacingError(`Notifications cannot be read: ${reasonOf(error)}`);
    });
    const own = shade.find(({ tag }) => tag === sample.id);
    if (own) return own;
    await sleep(limits.selfTestLookMilliseconds);
  }
  throw new UserFacingError(
    "The notification was posted but is not listed. Allow Termux:API to post notifications (Android settings → Apps → Termux:API → Notifications), and give it notification access again.",
  );
}

const isShown = ({ content }: ShadeEntry): boolean => content.includes(sample.content);

function verdict(found: ShadeEntry): string {
  if (isShown(found)) {
    return "A notification like a bank's was posted and read back with its text: this phone hides nothing from the Worker.";
  }
  throw new UserFacingError(`Android hides the text of the notification and shows instead: ${JSON.stringify(found.content)}

Android hides transfers that it takes for sensitive. One of these fixes it:
  - from a computer:  adb shell appops set com.termux.api RECEIVE_SENSITIVE_NOTIFICATIONS allow
    then switch notification access for Termux:API off and on
  - on the phone:     Settings → Notifications → Enhanced notifications: off
Then run this test again.`);
}

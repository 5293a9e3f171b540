import { setTimeout } from "node:timers/promises";
import { UserFacingError, reasonOf } from "./user-facing-error.ts";
import { limits } from "./limits.ts";
import { note, type Outbox } from "./outbox.sql.ts";
import { termuxPhone, type Phone } from "./phone.ts";
import type { ShadeEntry } from "./shade.ts";

type TestedPhone = Pick<Phone, "post" | "removePosted" | "listShade">;

/** A bank's plain text of a transfer. If Android hides it, the phone cannot watch an account. */
export const sample = {
  id: "tepat-self-test",
  title: "Transfer masuk",
  content: "Dana Rp150.123 dari UJI COBA telah masuk ke rekening Anda.",
};

/**
 * The same text with a one-time code, which Android 15 classifies as sensitive. Hiding this text is only
 * information, because a transfer needs no code.
 */
export const codeSample = {
  id: "tepat-self-test-code",
  title: sample.title,
  content: `${sample.content} Kode OTP 482913, jangan berikan kepada siapa pun.`,
};

/**
 * Posts a notification like a bank's and reads it back, to check that the Worker sees the whole text. The next
 * heartbeat reports the result to the server.
 */
export async function selfTest(
  outbox: Outbox,
  phone: TestedPhone = termuxPhone,
  sleep: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<string> {
  const found = await readBack(sample, phone, sleep);
  note(outbox, "texts_hidden", String(!isShown(found, sample)));
  const said = verdict(found);
  const code = await readBack(codeSample, phone, sleep).catch(() => null);
  return code && !isShown(code, codeSample) ? `${said}\n${codesHidden}` : said;
}

const codesHidden =
  "Android hides texts with a one-time code from the Worker. That does no harm, because a transfer's text has none.";

async function readBack(
  posted: typeof sample,
  phone: TestedPhone,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<ShadeEntry> {
  await phone.post(posted).catch((error: unknown) => {
    throw new UserFacingError(
      `No notification can be posted: ${reasonOf(error)}. Install Termux:API (the app and: pkg install termux-api) and allow it to post notifications.`,
    );
  });
  try {
    return await find(posted.id, phone, sleep);
  } finally {
    // A failed removal is harmless, because the notification says that it is a test.
    await phone.removePosted(posted.id).catch(() => {});
  }
}

/** Finds the Worker's notification by its tag, because Android hides the title too. */
async function find(
  id: string,
  phone: TestedPhone,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<ShadeEntry> {
  for (let look = 0; look < limits.selfTestLooks; look += 1) {
    const shade = await phone.listShade().catch((error: unknown) => {
      throw new UserFacingError(`Notifications cannot be read: ${reasonOf(error)}`);
    });
    const own = shade.find(({ tag }) => tag === id);
    if (own) return own;
    await sleep(limits.selfTestLookMilliseconds);
  }
  throw new UserFacingError(
    "The notification was posted but is not listed. Allow Termux:API to post notifications (Android settings → Apps → Termux:API → Notifications), and give it notification access again.",
  );
}

const isShown = ({ content }: ShadeEntry, posted: typeof sample): boolean =>
  content.includes(posted.content);

function verdict(found: ShadeEntry): string {
  if (isShown(found, sample)) {
    return "A notification like a bank's was posted and read back with its text: this phone hides nothing from the Worker.";
  }
  throw new UserFacingError(`Android hides the text of the notification and shows instead: ${JSON.stringify(found.content)}

Android hides transfers that it considers sensitive. Use one of these fixes:
  - from a computer:  adb shell appops set com.termux.api RECEIVE_SENSITIVE_NOTIFICATIONS allow
    then switch notification access for Termux:API off and on
  - on the phone:     Settings → Notifications → Enhanced notifications: off
Then run this test again.`);
}

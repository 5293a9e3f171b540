import { transferNotification } from "../testing/fixtures.ts";
import type { Announced } from "./actions/report.ts";
import type { Chance } from "./chance.ts";
import type { ModelTransfer } from "./model.ts";

/** The notifications of banks' apps for the customers' transfers. */

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/**
 * Returns a sender's name, long enough that no two senders have the same name. So the same text again is another
 * announcement of the same payment.
 */
export const payerName = (chance: Chance): string =>
  Array.from({ length: 10 }, () => chance.pick(letters)).join("");

/** Returns the time by a phone's clock, which is usually nearly right and sometimes wrong. */
const postedAt = (at: number, chance: Chance): Date =>
  new Date(
    at +
      (chance.happens(0.9)
        ? -chance.between(0, 4000)
        : chance.pick([-600_000, -119_000, -121_000, 300_000])),
  );

/** Two apps of one wallet that announce one payment in the same words. */
const walletApps = ["com.gojek.gopay", "com.gojek.app"];

export function transferNotices(
  amount: number,
  { package_name, at }: { package_name: string; at: number },
  chance: Chance,
): Announced[] {
  const posted_at = postedAt(at, chance);
  const sender = payerName(chance);
  if (!walletApps.includes(package_name)) {
    const notification = transferNotification(amount, { package_name, posted_at, sender });
    return [{ notification, meaning: "credit", amount }];
  }
  const isAnnouncedTwice = chance.happens(0.6);
  return walletApps
    .filter((name) => isAnnouncedTwice || name === package_name)
    .map((name) => ({
      meaning: "credit" as const,
      amount,
      notification: {
        key: "-1",
        package_name: name,
        title: "Transfer masuk",
        body: `Rp${amount.toLocaleString("id-ID")} dari ${sender} udah masuk ke GoPay kamu.`,
        posted_at: new Date(
          posted_at.getTime() + (name === package_name ? 0 : chance.between(0, 12_000)),
        ).toISOString(),
      },
    }));
}

/** Returns the push of a transfer that other kinds of sources report too. */
export function pushOf(transfer: ModelTransfer, posted_at: number, sender: string): Announced {
  const { amount } = transfer;
  const notification = transferNotification(amount, { posted_at: new Date(posted_at), sender });
  return { notification, meaning: "credit", amount, transfer };
}

/** Repeats a push on another phone, with that phone's clock. */
export function onOtherPhone(
  announced: readonly Announced[],
  chance: Chance,
  shareInTime = 0.8,
): Announced[] {
  const milliseconds = chance.happens(shareInTime)
    ? chance.between(-9000, 9000)
    : chance.pick([-10_000, 10_000, 10_001, -60_000, 90_000]);
  return announced.map(({ notification, ...what }) => {
    const posted_at = new Date(Date.parse(notification.posted_at) + milliseconds).toISOString();
    return { ...what, notification: { ...notification, posted_at } };
  });
}

/** Returns notifications of outgoing money, and promotions. */
export function otherNotices(amount: number, at: number, chance: Chance): Announced {
  const isDebit = chance.happens(0.5);
  return {
    meaning: isDebit ? "debit" : "nothing",
    amount,
    notification: {
      key: "0|com.bca|2",
      package_name: "com.bca",
      title: "BCA mobile",
      body: isDebit
        ? `Transfer keluar Rp ${amount.toLocaleString("id-ID")} ke ${payerName(chance)} berhasil.`
        : "Promo akhir pekan: cashback sampai 50% di merchant pilihan.",
      posted_at: postedAt(at, chance).toISOString(),
    },
  };
}

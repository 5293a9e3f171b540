import { deliverMails } from "./actions/mail.ts";
import type { Announced } from "./actions/report.ts";
import { importAndRecord } from "./actions/statement.ts";
import type { Action } from "./action.ts";
import type { Chance } from "./chance.ts";
import {
  isOpen,
  localDay,
  shopAt,
  type ModelDevice,
  type ModelPayment,
  type ModelTransfer,
} from "./model.ts";
import { onOtherPhone, payerName, pushOf } from "./notices.ts";
import { shopOfSources, type World } from "./world.ts";

/**
 * Transfers to a shop whose sources are phones, a mailbox and statements. Each transfer has its own amount, except for
 * twins: two transfers of one amount, about a minute apart at most. One phone and one email report each twin, so the
 * real transfers are known. The histories of domain/mutations/sources-histories.test.ts cover the other cases.
 */

const minute = 60_000;
const hour = 60 * minute;

/**
 * Makes a customer pay, and returns the notifications that a phone shows now. Returns null if the amount has
 * been paid before.
 */
export function payWatched(
  world: World,
  payment: ModelPayment | undefined,
  chance: Chance,
): { device: ModelDevice; announced: Announced[] } | null {
  const { sources } = world;
  const shop = shopAt(world.model, shopOfSources);
  const total = payment?.total ?? 10_500;
  const amount = chance.happens(0.9) ? total : total + chance.pick([-1, 1, 1000, -500]);
  if (sources.booked.some((transfer) => transfer.amount === amount)) return null;
  const { pool } = shop.accounts[0] as { pool: string };
  const is_twin = chance.happens(0.2);
  const isAsked =
    isOpen(payment, world.at) && payment.total === amount && payment.created_at < world.at - minute;
  const isLate = isAsked && !is_twin && chance.happens(0.2);
  const hasSeconds = isLate || chance.happens(0.5);
  const skew = chance.between(-100_000, 100_000);
  const device = chance.pick(shop.devices);
  const announced: Announced[] = [];
  for (let number = is_twin ? 2 : 1; number > 0; number--) {
    const at = world.at - (number - 1) * chance.between(0, minute) - chance.between(0, 4000);
    const transfer: ModelTransfer = { transfer_id: crypto.randomUUID(), pool, amount, at, is_twin };
    sources.booked.push(transfer);
    const unit = hasSeconds ? 1000 : minute;
    sources.inbox.push({
      transfer,
      letter: {
        reference: transfer.transfer_id,
        amount,
        posted_at: Math.floor(at / unit) * unit,
        has_seconds: hasSeconds,
      },
    });
    if (isLate) {
      const due = world.at + chance.between(6 * minute, 2 * hour);
      sources.late.push({ device_id: device.device_id, transfer, due });
      continue;
    }
    const push = pushOf(transfer, at + skew, payerName(chance));
    for (const { device_id } of shop.devices) {
      if (device_id === device.device_id || chance.happens(0.4)) continue;
      world.phones.get(device_id)?.outbox.push(...onOtherPhone([push], chance, 1));
    }
    if (is_twin || chance.happens(0.8)) announced.push(push);
  }
  return { device, announced };
}

/**
 * Returns the pushes that reach a phone now because it had no network when the bank sent them. Their emails have
 * already been read.
 */
export function pushesThatAreDue(world: World, device_id: string): Announced[] {
  const { sources } = world;
  const due = sources.late.filter(
    (late) =>
      late.device_id === device_id &&
      late.due <= world.at &&
      sources.read.some(({ transfer }) => transfer === late.transfer),
  );
  sources.late = sources.late.filter((late) => !due.includes(late));
  return due
    .filter(({ transfer }) => world.at - transfer.at < 23 * hour)
    .map(({ transfer }) => pushOf(transfer, world.at, "PAYER WITHOUT NETWORK"));
}

/**
 * Delivers a new email or repeats one, by forwarding or in a folder. Each action delivers one email, so that emails
 * interleave in a race. Sometimes no email arrives for 1, 3 or 26 hours.
 */
export function wantEmails(world: World, chance: Chance): Action | null {
  const { sources } = world;
  if (sources.post === null || sources.mail_away_until > world.at) return null;
  if (chance.happens(0.01)) {
    sources.mail_away_until = world.at + chance.pick([1, 3, 26]) * hour;
    return null;
  }
  const isAgain = chance.happens(0.2) || sources.inbox.length === 0;
  const known = sources.read.slice(-10);
  if (isAgain && known.length === 0) return null;
  const mail = isAgain
    ? chance.pick(known)
    : sources.inbox.splice(chance.between(0, Math.min(19, sources.inbox.length - 1)), 1)[0];
  return mail ? delivering(world, [{ mail, way: chance.pick(["forwarded", "folder"]) }]) : null;
}

function delivering(
  world: World,
  deliveries: Parameters<typeof deliverMails>[0]["deliveries"],
): Action | null {
  const { post, read } = world.sources;
  if (post === null || deliveries.length === 0) return null;
  const fresh = deliveries.map(({ mail }) => mail).filter((mail) => !read.includes(mail));
  read.push(...fresh);
  return deliverMails({ shop: shopOfSources, post, deliveries });
}

/** Imports a statement of all days until yesterday, or until this hour. */
export function wantStatement(world: World, chance: Chance | null): Action | null {
  const { booked } = world.sources;
  const [first] = booked;
  const isUntilNow = chance === null || chance.happens(0.7);
  const last_day = localDay(isUntilNow ? world.at : world.at - 24 * hour);
  const transfers = booked
    .filter(({ at }) => localDay(at) <= last_day)
    .toSorted((one, other) => one.at - other.at);
  const { merchant_id, accounts } = shopAt(world.model, shopOfSources);
  const account = accounts[0];
  if (!first || !account || transfers.length === 0) return null;
  return importAndRecord({
    shop: shopOfSources,
    merchant_id,
    account_id: account.account_id,
    first_day: localDay(Math.min(...booked.map(({ at }) => at))),
    last_day,
    transfers,
  });
}

/** Delivers each remaining email at the end, in both ways. The statement then connects all reports. */
export const restOfMails = (world: World): Action | null =>
  delivering(
    world,
    world.sources.inbox.splice(0).flatMap((mail) => [
      { mail, way: "folder" as const },
      { mail, way: "forwarded" as const },
    ]),
  );

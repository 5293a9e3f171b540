import { randomUUID } from "node:crypto";
import { currentTotpCode } from "../testing/totp.ts";
import { decide, type Decision } from "./actions/decide.ts";
import { create, type PaymentRequest } from "./actions/create.ts";
import { match } from "./actions/match.ts";
import {
  activate,
  approve,
  changeWebhooks,
  closeByQuota,
  grantDays,
  register,
  revoke,
  rotateSecret,
} from "./actions/operator.ts";
import { cancel, expire, list, read, rematch, type Target } from "./actions/payment.ts";
import { report } from "./actions/report.ts";
import { answer, lease, resend } from "./actions/webhook.ts";
import type { Action } from "./action.ts";
import type { Chance } from "./chance.ts";
import { shopAt, type ModelMutation, type ModelShop } from "./model.ts";
import { onOtherPhone, otherNotices, transferNotices } from "./notices.ts";
import { addressOf, answerOf, characters } from "./receivers.ts";
import type { OpenAttempt } from "./sending.ts";
import { payWatched, pushesThatAreDue, wantEmails, wantStatement } from "./source-actions.ts";
import { shopOfSources, type World } from "./world.ts";

/** Chooses an actor's next action; null for none at this moment. */
type Actor = (world: World, chance: Chance) => Action | null;

const minute = 60_000;
const hour = 60 * minute;

/** The payment that an action concerns. */
interface Focus {
  shop: number;
  code: string;
}

const anyShop = (world: World, chance: Chance) => chance.between(0, world.model.length - 1);

/** Chooses one of a shop's payments, usually a recent one, by its age and not by its state. */
export function anyFocus(world: World, chance: Chance): Focus | null {
  const shop = anyShop(world, chance);
  const codes = world.codes[shop] ?? [];
  if (codes.length === 0) return null;
  const recent = codes.slice(chance.happens(0.9) ? -12 : 0);
  return { shop, code: chance.pick(recent) };
}

const targetOf = (world: World, { shop, code }: Focus): Target => ({
  shop,
  code,
  merchant_id: shopAt(world.model, shop).merchant_id,
});

/** Chooses usually a PENDING payment. */
function openFocus(world: World, chance: Chance): Focus | null {
  const shop = anyShop(world, chance);
  const codes = [...shopAt(world.model, shop).held.values()].slice(-12);
  return codes.length > 0 && chance.happens(0.75)
    ? { shop, code: chance.pick(codes) }
    : anyFocus(world, chance);
}

const onPayment =
  (
    choose: typeof anyFocus,
    act: (world: World, focus: Focus, chance: Chance) => Action | null,
  ): Actor =>
  (world, chance) => {
    const focus = choose(world, chance);
    return focus && act(world, focus, chance);
  };

/**
 * Returns a merchant's create, sometimes with a used code, another merchant's account, an amount out of bounds,
 * or a past deadline.
 */
function newRequest(world: World, shop: number, chance: Chance): PaymentRequest {
  const model = shopAt(world.model, shop);
  const codes = world.codes[shop] ?? [];
  const strangers = world.model.flatMap((other) => (other === model ? [] : other.accounts));
  const accounts = chance.happens(0.97) ? model.accounts : strangers;
  const isUsed = codes.length > 0 && chance.happens(0.05);
  const code = isUsed ? chance.pick(codes) : `INV-${(world.last_code += 1)}`;
  if (!isUsed) codes.push(code);
  return {
    shop,
    merchant_id: model.merchant_id,
    account_id: chance.pick(accounts).account_id,
    code,
    amount: chance.pick([10_000, 20_000, 20_000, 20_000, 50_000, 60_000]),
    expires_at:
      world.at +
      chance.pick([-1, 1, minute, 5 * minute, hour, hour, hour, hour, 24 * hour]) +
      chance.between(0, 999),
    webhook_url: chance.happens(0.5) ? addressOf(chance.pick(characters)) : null,
  };
}

/**
 * Returns the randomness of proposals. Half of the creates propose the same totals as others, in
 * the same order.
 */
const proposals = (chance: Chance): (() => number) =>
  chance.happens(0.5) ? () => 0.25 : () => chance.next();

const wantPayment: Actor = (world, chance) =>
  create([newRequest(world, anyShop(world, chance), chance)], proposals(chance));

const wantPayments: Actor = (world, chance) => {
  const requests = Array.from({ length: chance.between(2, 12) }, () =>
    newRequest(world, anyShop(world, chance), chance),
  );
  // One code, twice in one round trip.
  if (chance.happens(0.3)) requests.push({ ...(requests[0] as PaymentRequest) });
  return create(requests, proposals(chance));
};

/** A shop without a webhook URL, so the many payments of a sale send few webhooks. */
const quietShop = 1;

/** A sale that uses every total of one amount. */
const wantEveryTotal: Actor = (world, chance) => {
  const shop = quietShop;
  const request = { ...newRequest(world, shop, chance), amount: 30_000 };
  const codes = world.codes[shop] ?? [];
  const requests = Array.from({ length: chance.between(400, 700) }, (_, index) => ({
    ...request,
    code: `${request.code}-${index}`,
    expires_at: request.expires_at + index,
    webhook_url: null,
  }));
  codes.push(...requests.slice(0, 5).map(({ code }) => code));
  return create(requests, () => chance.next());
};

const wantCancel = onPayment(anyFocus, (world, focus) => cancel(targetOf(world, focus)));
const wantToRead = onPayment(anyFocus, (world, focus) => read(targetOf(world, focus)));

const wantList: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  const { merchant_id } = shopAt(world.model, shop);
  return list({ shop, merchant_id, page: chance.between(1, 4), per_page: chance.between(1, 60) });
};

const step = 30_000;

/** Chooses the current code, the previous one, or a wrong one. A code is often tried twice. */
function totpCode(model: ModelShop, at: number, chance: Chance) {
  const shown_at = chance.happens(0.8) ? at : at - step;
  const code = currentTotpCode(model.totp?.secret ?? "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", shown_at);
  return chance.happens(0.85)
    ? { totp_code: code, step: Math.floor(shown_at / step) }
    : { totp_code: String((Number(code) + 1) % 1_000_000).padStart(6, "0"), step: null };
}

/**
 * Returns whether a person would choose this mutation. People choose no twins, and no row of a statement beside
 * a report, because either can represent the money.
 */
const isClear = ({ kind, transfer }: ModelMutation): boolean =>
  kind !== "statement" && !transfer?.is_twin;

const matchByHand = (world: World, focus: Focus, chance: Chance): Action => {
  const model = shopAt(world.model, focus.shop);
  const mutations = [...model.mutations.values()]
    .filter(isClear)
    .slice(-20)
    .map((mutation) => mutation.mutation_id);
  const mutation_id = mutations.length > 0 && chance.happens(0.6) ? chance.pick(mutations) : null;
  return match({ ...targetOf(world, focus), mutation_id, ...totpCode(model, world.at, chance) });
};

/**
 * Usually decides about money that paid nothing and about a payment that the money might be for. A quarter of the
 * decisions are about anything.
 */
const decideByHand = (world: World, focus: Focus, chance: Chance): Action | null => {
  const model = shopAt(world.model, focus.shop);
  const kind = chance.pick<Decision["kind"]>([
    "part",
    "part",
    "keep",
    "keep",
    "not_ours",
    "reopen",
    "settle",
    "refund",
    "withdraw",
  ]);
  const isAimed = chance.happens(0.75);
  const likely = <Thing>(things: Iterable<Thing>, fits: (thing: Thing) => boolean): Thing[] => {
    const all = [...things];
    const fitting = all.filter(fits);
    return (isAimed && fitting.length > 0 ? fitting : all).slice(-20);
  };
  const mutations = likely(
    [...model.mutations.values()].filter(isClear),
    ({ is_credit, paid, decision }) =>
      kind === "reopen" ? decision !== null : is_credit && paid === null && decision === null,
  );
  const payments = likely(model.payments.values(), ({ status, ledger }) => {
    if (kind === "withdraw") return ledger !== null && ledger.refunds.length > 0;
    if (kind === "settle") return ledger !== null && ledger.owed === null;
    return kind === "part" ? status === "PENDING" : status === "PAID" || ledger !== null;
  });
  if (mutations.length === 0 || payments.length === 0) return null;
  const { code, total, ledger } = chance.pick(payments);
  const refunds = ledger?.refunds ?? [];
  return decide({
    ...targetOf(world, { ...focus, code }),
    kind,
    mutation_id: chance.pick(mutations).mutation_id,
    amount: chance.pick([1, 500, total, 2 * total]),
    refund_id:
      kind === "withdraw" && refunds.length > 0 ? chance.pick(refunds).refund_id : randomUUID(),
  });
};

/**
 * Makes a customer pay the total, or nearly the total. A phone shows the transfer and reports it later. The shop's
 * other phones might do so too, and have to report as often.
 */
function pay(world: World, { shop, code }: Focus, chance: Chance) {
  const model = shopAt(world.model, shop);
  const payment = model.payments.get(code);
  if (shop === shopOfSources) return payWatched(world, payment, chance);
  const total = payment?.total ?? 10_500;
  const amount = chance.happens(0.9) ? total : total + chance.pick([-1, 1, 1000, -500]);
  const account =
    chance.happens(0.05) || !payment
      ? chance.pick(model.accounts)
      : (model.accounts.find((one) => one.account_id === payment.account_id) as { pool: string });
  const package_name = account.pool.split("@")[0] as string;
  const device = chance.pick(model.devices);
  const announced = transferNotices(amount, { package_name, at: world.at }, chance);
  for (const other of model.devices) {
    if (other === device || chance.happens(0.4)) continue;
    world.phones.get(other.device_id)?.outbox.push(...onOtherPhone(announced, chance));
  }
  if (chance.happens(0.1)) announced.push(otherNotices(amount, world.at, chance));
  return { device, announced };
}

function reportOf(world: World, focus: Focus, chance: Chance): Action | null {
  const paid = pay(world, focus, chance);
  if (paid === null || paid.announced.length === 0) return null;
  const { device, announced } = paid;
  const phone = world.phones.get(device.device_id);
  phone?.sent.push(...announced);
  return report({ shop: focus.shop, ...device, announced: chance.shuffled(announced) });
}

const wantToPay = onPayment(openFocus, (world, focus, chance) => {
  if (chance.happens(0.5)) return reportOf(world, focus, chance);
  const paid = pay(world, focus, chance);
  if (paid) world.phones.get(paid.device.device_id)?.outbox.push(...paid.announced);
  return null;
});

/**
 * Reports the waiting notifications, out of order and with some repetitions. Sometimes the phone has no network for
 * hours.
 */
const wantToReport: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  const device = chance.pick(shopAt(world.model, shop).devices);
  const phone = world.phones.get(device.device_id);
  if (!phone || phone.offline_until > world.at) return null;
  if (chance.happens(0.05)) phone.offline_until = world.at + chance.between(1, 6) * hour;
  phone.outbox.push(...pushesThatAreDue(world, device.device_id));
  const again = chance.shuffled(phone.sent.slice(-10)).slice(0, chance.between(0, 3));
  const announced = chance.shuffled([...phone.outbox.splice(0, 60), ...again]);
  if (announced.length === 0) return null;
  phone.sent.push(...announced);
  return report({ shop, ...device, announced });
};

const wantExpiry: Actor = (_, chance) => expire(chance.pick([1, 3, 500]));
const wantRematch: Actor = () => rematch();

const wantSending: Actor = (world, chance) =>
  lease(
    {
      limit: chance.pick([1, 5, 100]),
      per_merchant: chance.pick([1, 3, 100]),
      sends: chance.happens(0.95),
    },
    world.openAttempts,
  );

const nameOf = ({ code, event }: OpenAttempt) => `${code} ${event}`;

const wantAnswer: Actor = (world, chance) => {
  // Two senders that run at once can open their attempts in either order.
  world.openAttempts.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const place = chance.between(0, world.openAttempts.length - 1);
  const [attempt] = world.openAttempts.splice(place, 1);
  if (!attempt) return null;
  const result = answerOf(attempt.request.url, chance);
  const isStopped = chance.happens(0.03);
  return answer(
    attempt,
    isStopped ? { ...result, outcome: "failure", error_code: "aborted" } : result,
    world.retrySeconds,
  );
};

const wantResending: Actor = (world, chance) => {
  const model = shopAt(world.model, anyShop(world, chance));
  const deliveries = [...model.deliveries.values()].slice(-20);
  if (deliveries.length === 0) return null;
  const { code, event, url } = chance.pick(deliveries);
  return resend({ merchant_id: model.merchant_id, code, event }, answerOf(url, chance));
};

const wantDays: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  const { account_id } = chance.pick(shopAt(world.model, shop).accounts);
  if (chance.happens(0.1)) return closeByQuota({ shop, account_id });
  return grantDays({ shop, account_id, days: chance.between(1, 4) });
};

const wantActivation: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  const { account_id } = chance.pick(shopAt(world.model, shop).accounts);
  return activate({ shop, account_id, is_active: chance.happens(0.85) });
};

const wantOtherWebhooks: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  const { merchant_id } = shopAt(world.model, shop);
  return changeWebhooks({
    shop,
    merchant_id,
    switches: {
      webhook_url: chance.happens(0.3) ? null : addressOf(chance.pick(characters)),
      sends_expired_events: chance.happens(0.5),
      sends_cancelled_events: chance.happens(0.5),
    },
  });
};

const wantOtherSecret: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  return rotateSecret({ shop, merchant_id: shopAt(world.model, shop).merchant_id });
};

/** Revokes or registers a phone, which continues to report. */
const wantPhoneGone: Actor = (world, chance) => {
  const shop = anyShop(world, chance);
  const { merchant_id, devices } = shopAt(world.model, shop);
  const { device_id, installation_id } = chance.pick(devices);
  return chance.happens(0.5)
    ? revoke({ shop, device_id })
    : register({ shop, device_id, merchant_id, installation_id });
};

const wantPhoneBack: Actor = (world) => {
  for (const [shop, { merchant_id, devices }] of world.model.entries()) {
    for (const { device_id, installation_id, status, waiting_token } of devices) {
      if (status === "PENDING" || waiting_token) return approve({ shop, device_id });
      if (status === "REVOKED") return register({ shop, device_id, merchant_id, installation_id });
    }
  }
  return null;
};

/** The relative frequency with which each actor is the next to act. */
const shares: [share: number, actor: Actor][] = [
  [24, wantPayment],
  [3, wantPayments],
  [0.15, wantEveryTotal],
  [4, wantCancel],
  [24, wantToPay],
  [10, wantToReport],
  [10, wantEmails],
  [0.7, wantStatement],
  [6, onPayment(openFocus, matchByHand)],
  [3, onPayment(openFocus, decideByHand)],
  [3, onPayment(anyFocus, decideByHand)],
  [6, wantToRead],
  [1, wantList],
  [5, wantExpiry],
  [4, wantRematch],
  [12, wantSending],
  [22, wantAnswer],
  [2, wantResending],
  [6, wantDays],
  [3, wantActivation],
  [0.7, wantOtherWebhooks],
  [0.5, wantOtherSecret],
  [1, wantPhoneGone],
  [10, wantPhoneBack],
];

const sumOfShares = shares.reduce((sum, [share]) => sum + share, 0);

export const anyActor: Actor = (world, chance) => {
  let place = chance.next() * sumOfShares;
  for (const [share, actor] of shares) {
    place -= share;
    if (place < 0) return actor(world, chance);
  }
  return null;
};

/** Returns several simultaneous actions on the same record. */
export function competitors(world: World, chance: Chance): Action[] {
  const focus = openFocus(world, chance);
  if (!focus) return [];
  const onFocus: (() => Action | null)[] = [
    () => cancel(targetOf(world, focus)),
    () => matchByHand(world, focus, chance),
    () => reportOf(world, focus, chance),
    () => wantEmails(world, chance),
    () => wantExpiry(world, chance),
    () => wantRematch(world, chance),
    () => wantSending(world, chance),
    () =>
      create([{ ...newRequest(world, focus.shop, chance), code: focus.code }], proposals(chance)),
  ];
  const kind = chance.next();
  // One action, two or three times at once.
  if (kind < 0.35) {
    const one = chance.pick([
      wantPayment,
      wantPayments,
      wantToReport,
      wantEmails,
      wantExpiry,
      wantSending,
      wantRematch,
    ])(world, chance);
    return one === null ? [] : [one, one, ...(chance.happens(0.5) ? [one] : [])];
  }
  if (kind < 0.5) {
    const days = [wantPayment, wantDays, wantActivation, wantPayment];
    return chance
      .shuffled(days)
      .slice(0, 3)
      .flatMap((actor) => actor(world, chance) ?? []);
  }
  return chance
    .shuffled(onFocus)
    .slice(0, chance.between(2, 3))
    .flatMap((want) => want() ?? []);
}

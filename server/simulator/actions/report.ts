import type { Notification, ReportOutcome } from "../../contract/worker.ts";
import { findDevicesByTokens, requireApproved } from "../../domain/sources/devices.ts";
import { identityOf, reportNotifications } from "../../domain/mutations/mutations.ts";
import { GatewayError } from "../../contract/errors.ts";
import { outcomeOf, type Action } from "../action.ts";
import { clockToleranceMilliseconds } from "../matching.ts";
import { expectSame, shopAt, type ModelShop, type ModelTransfer } from "../model.ts";
import { record, type Telling } from "./record.ts";

/** A notification, and its meaning as a person would read it. */
export interface Announced {
  notification: Notification;
  meaning: "credit" | "debit" | "nothing";
  amount: number;
  /** The real transfer, in shops where other kinds of sources report it too. */
  transfer?: ModelTransfer;
}

export interface Report {
  shop: number;
  device_id: string;
  token: string;
  announced: readonly Announced[];
}

/** Sends reports of a Worker with its token: at least once, in any order, hours late. */
export function report(wish: Report): Action<ReportOutcome[] | string> {
  return {
    kind: "report",
    details: {
      device_id: wish.device_id,
      announced: wish.announced.map(({ notification, meaning, amount }) => ({
        meaning,
        amount,
        package_name: notification.package_name,
        posted_at: notification.posted_at,
      })),
    },
    perform: (gateway) =>
      outcomeOf(
        (async () => {
          const [device] = await findDevicesByTokens(gateway.sql, [wish.token]);
          if (!device) throw new GatewayError("unauthorized");
          requireApproved(device);
          return reportNotifications(
            gateway,
            device,
            wish.announced.map(({ notification }) => notification),
          );
        })(),
      ),
    follow(model, outcome, { at }) {
      const shop = shopAt(model, wish.shop);
      const refusal = refusalOf(shop, wish);
      if (refusal !== null || typeof outcome === "string") {
        expectSame("the answer to a report", outcome, refusal ?? "what became of it");
        return;
      }
      expectSame("answers to a report", outcome.length, wish.announced.length);
      const isNew = record(shop, tellingsOf(shop, wish, outcome, at), at);
      wish.announced.forEach(({ notification, meaning }, index) => {
        const id = shop.recorded.get(nameOf(wish, notification)) ?? null;
        expectSame(`what became of notification ${index + 1}`, outcome[index], {
          key: notification.key,
          outcome: meaning === "nothing" ? "ignored" : isNew.has(index) ? "recorded" : "duplicate",
          mutation_id: id,
          matched_payment_code: (id === null ? null : shop.mutations.get(id)?.paid) ?? null,
        });
      });
    },
  };
}

function refusalOf(shop: ModelShop, wish: Report): string | null {
  const device = shop.devices.find(({ token }) => token === wish.token);
  if (!device || device.status === "REVOKED") return "unauthorized";
  return device.status === "ACTIVE" ? null : "device_not_approved";
}

const nameOf = (wish: Report, notification: Notification) =>
  `${wish.device_id}|${identityOf(notification)}`;

/**
 * Returns the model's records of the notifications; null for a notification that is not recorded.
 */
function tellingsOf(
  shop: ModelShop,
  wish: Report,
  outcome: readonly ReportOutcome[],
  at: number,
): (Telling | null)[] {
  return wish.announced.map(({ notification, meaning, amount, transfer = null }, index) => {
    if (meaning === "nothing") return null;
    const posted_at = Date.parse(notification.posted_at);
    return {
      name: nameOf(wish, notification),
      mutation: {
        mutation_id: outcome[index]?.mutation_id ?? "none",
        device_id: wish.device_id,
        kind: "phone",
        transfer,
        package_name: notification.package_name,
        pool: poolOf(shop, wish.device_id, notification.package_name),
        amount,
        is_credit: meaning === "credit",
        wording: notification.body ?? "",
        posted_at,
        created_at: at,
        window_ends_at: Math.min(posted_at, at) + clockToleranceMilliseconds,
        paid: null,
        decision: null,
      },
    };
  });
}

export const poolName = (package_name: string, device_id: string | null): string =>
  device_id === null ? package_name : `${package_name}@${device_id}`;

/** Returns the pool of a report. A pool that is bound to the device comes before the common one. */
function poolOf(shop: ModelShop, device_id: string, package_name: string): string | null {
  const names = [poolName(package_name, device_id), poolName(package_name, null)];
  return names.find((name) => shop.accounts.some(({ pool }) => pool === name)) ?? null;
}

import { operatorCli } from "../../domain/access/audit.ts";
import { changeAccount } from "../../domain/accounts/accounts.ts";
import { approveDevice, registerDevice, revokeDevice } from "../../domain/sources/devices.ts";
import { changeMerchant } from "../../domain/merchants/merchants.ts";
import { grantQuota } from "../../domain/accounts/quota.ts";
import { rotateWebhookSecret } from "../../domain/merchants/webhook-secrets.ts";
import type { Action } from "../action.ts";
import { Mismatch, shopAt, type Model, type ModelAccount, type ModelDevice } from "../model.ts";

/** The changes that operators and merchants make while everything runs. */

function accountOf(model: Model, shop: number, account_id: string): ModelAccount {
  const account = shopAt(model, shop).accounts.find((one) => one.account_id === account_id);
  if (!account) throw new Mismatch(`there is no account ${account_id}`);
  return account;
}

function deviceOf(model: Model, shop: number, device_id: string): ModelDevice {
  const device = shopAt(model, shop).devices.find((one) => one.device_id === device_id);
  if (!device) throw new Mismatch(`there is no device ${device_id}`);
  return device;
}

export function grantDays(wish: { shop: number; account_id: string; days: number }): Action {
  return {
    kind: "grant days",
    details: wish,
    perform: (gateway) => grantQuota(gateway, operatorCli, wish),
    follow(model) {
      const account = accountOf(model, wish.shop, wish.account_id);
      account.quota += wish.days;
      account.quota_day ??= account.last_paid_day;
    },
  };
}

export function closeByQuota(wish: { shop: number; account_id: string }): Action {
  return {
    kind: "set a quota to 0",
    details: wish,
    perform: (gateway) => changeAccount(gateway, wish.account_id, { account_quota: 0 }),
    follow(model) {
      Object.assign(accountOf(model, wish.shop, wish.account_id), { quota: 0, quota_day: null });
    },
  };
}

export function activate(wish: { shop: number; account_id: string; is_active: boolean }): Action {
  return {
    kind: wish.is_active ? "activate an account" : "deactivate an account",
    details: wish,
    perform: (gateway) =>
      changeAccount(gateway, wish.account_id, { account_active: wish.is_active }),
    follow(model) {
      accountOf(model, wish.shop, wish.account_id).is_active = wish.is_active;
    },
  };
}

interface Switches {
  webhook_url: string | null;
  sends_expired_events: boolean;
  sends_cancelled_events: boolean;
}

export function changeWebhooks(wish: {
  shop: number;
  merchant_id: string;
  switches: Switches;
}): Action {
  return {
    kind: "change webhook settings",
    details: wish,
    perform: (gateway) => changeMerchant(gateway, wish.merchant_id, wish.switches),
    follow(model) {
      const { webhook_url, ...events } = wish.switches;
      Object.assign(shopAt(model, wish.shop), { default_url: webhook_url, ...events });
    },
  };
}

const overlapMilliseconds = 24 * 3_600_000;

export function rotateSecret(wish: {
  shop: number;
  merchant_id: string;
}): Action<{ secret: string }> {
  return {
    kind: "rotate a webhook secret",
    details: wish,
    perform: async ({ sql, secrets, now }) => ({
      secret: await rotateWebhookSecret(sql, secrets, {
        merchant_id: wish.merchant_id,
        at: now(),
      }),
    }),
    follow(model, { secret }, { at }) {
      const shop = shopAt(model, wish.shop);
      for (const earlier of shop.secrets) earlier.expires_at ??= at + overlapMilliseconds;
      shop.secrets.unshift({ secret, expires_at: null });
    },
  };
}

interface DeviceName {
  shop: number;
  device_id: string;
}

export function revoke(wish: DeviceName): Action {
  return {
    kind: "revoke a device",
    details: wish,
    perform: ({ sql, now }) => revokeDevice(sql, wish.device_id, now()),
    follow(model, _outcome, { at }) {
      const device = deviceOf(model, wish.shop, wish.device_id);
      Object.assign(device, { status: "REVOKED", waiting_token: null });
      const last = device.registrations.at(-1);
      if (last) last.until ??= at;
    },
  };
}

/**
 * Registers the same phone again: the same id, with a new token that needs approval. An approved phone keeps its old
 * token until then.
 */
export function register(
  wish: DeviceName & { merchant_id: string; installation_id: string },
): Action<{ device_id: string; device_token: string }> {
  return {
    kind: "register a device",
    details: wish,
    perform: ({ sql, now }) =>
      registerDevice(sql, { ...wish, device_name: "Phone", model: null, app_version: null }, now()),
    follow(model, { device_token }, { at }) {
      const device = deviceOf(model, wish.shop, wish.device_id);
      if (device.status === "ACTIVE") device.waiting_token = device_token;
      else {
        const last = device.registrations.at(-1);
        if (device.status === "REVOKED") {
          const from = Math.max(Math.floor(at / 1000) * 1000, last?.until ?? 0);
          device.registrations.push({ from, until: null });
        }
        device.status = "PENDING";
        device.token = device_token;
      }
    },
  };
}

export function approve(wish: DeviceName): Action {
  return {
    kind: "approve a device",
    details: wish,
    perform: ({ sql }) => approveDevice(sql, wish.device_id),
    follow(model) {
      const device = deviceOf(model, wish.shop, wish.device_id);
      device.status = "ACTIVE";
      device.token = device.waiting_token ?? device.token;
      device.waiting_token = null;
    },
  };
}

import { initTRPC, TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import type { ReportRefusal } from "../contract/devices.ts";
import { GatewayError } from "../contract/errors.ts";
import type { OperationMeta } from "../contract/operation.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { clientNetwork } from "../domain/base/client-network.ts";
import { recordRefusal } from "../domain/sources/device-watch.ts";
import type { CallingDevice } from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { findOfferMerchant, usedOffer } from "../domain/sources/pairing-offers.ts";
import type { Services } from "./services.ts";

/** One call, without its transport. */
export interface Context {
  services: Services;
  remoteAddress: string;
  header(name: string): string | undefined;
  /** Returns a decoded parameter of the path, for the credential that some forwarder apps can send only there. */
  pathParameter(name: string): string | undefined;
  /** The raw query and body, for the one operation that reads them itself. */
  query: string;
  body(): Promise<Buffer>;
  /** Headers of the answer, whether it is a success or not. */
  answerHeaders: Record<string, string>;
  /**
   * Takes a check of the credential that is repeated after a slow body, because it might have been revoked meanwhile.
   * It is an argument because V8 makes a function literal that is assigned to a property in the old generation, where
   * it would keep the whole request until a full collection.
   */
  checkAgainWith(check: () => Promise<unknown>): void;
  /** Writes into the operator's log. Nothing that a phone or a merchant sent belongs there. */
  logInfo(details: Readonly<Record<string, unknown>>, message: string): void;
  /** Names the request's merchant, for the request log. */
  noteMerchant(merchant_id: string): void;
}

const t = initTRPC.context<Context>().meta<OperationMeta>().create();

export const router = t.router;

/** A procedure without credential or rate. Every kind of procedure begins with it. */
export const procedure = t.procedure;

/**
 * Checks the credential, then the rate, and only then the input: a wrong key with a broken body is 401 or 403, never
 * 400.
 */
export const merchantProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  const merchant_id = await requireMerchant(ctx, meta);
  ctx.noteMerchant(merchant_id);
  ctx.checkAgainWith(() => requireMerchant(ctx, meta));
  await takeRate(ctx, meta, merchant_id);
  return next({ ctx: { gateway: ctx.services.gateway, merchant_id } });
});

/** The domain refuses an operator and a merchant's program for the same reasons. */
export const programProcedure = merchantProcedure.use(async ({ next }) => {
  try {
    return await next();
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new GatewayError("conflict", { message: cause.message, cause });
  }
});

/** The header comes before the body too, because it is a credential. */
export const totpProcedure = merchantProcedure.use(({ ctx, next }) => {
  const totp_code = ctx.header("x-totp-code");
  if (!totp_code) throw new GatewayError("X-Totp-Code header is required");
  return next({ ctx: { totp_code } });
});

/** For a phone with the merchant's key, or with a scanned pairing code. */
export const pairingProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  const { gateway } = ctx.services;
  const pairing_token = ctx.header("x-pairing-token");
  const requireCaller = () =>
    pairing_token === undefined ? requireMerchant(ctx, meta) : requireOffer(gateway, pairing_token);
  const merchant_id = await requireCaller();
  ctx.checkAgainWith(requireCaller);
  await takeRate(ctx, meta, merchant_id);
  return next({ ctx: { gateway, merchant_id, pairing_token } });
});

export const deviceProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  const device = await requireDevice(ctx, meta);
  ctx.checkAgainWith(() => requireDevice(ctx, meta));
  await takeRate(ctx, meta, device.device_id);
  return next({ ctx: { gateway: ctx.services.gateway, device } });
});

/** Records a refused report with its phone, because most forwarder apps do not show a refusal. */
export const reportProcedure = deviceProcedure.use(async ({ ctx, next }) => {
  try {
    // Awaited, because call.ts throws errors as they are.
    return await next({ ctx });
  } catch (error) {
    const reason = reportRefusalOf(error instanceof TRPCError ? error.cause : error);
    if (reason && ctx.device.device_status === "ACTIVE") {
      const isFirst = await recordRefusal(ctx.gateway, ctx.device, reason);
      const { merchant_id, device_id } = ctx.device;
      if (isFirst) ctx.logInfo({ merchant_id, device_id, reason }, "a phone's report was refused");
    }
    throw error;
  }
});

/** null: the report was not refused for what it is, so that the same one can be taken later. */
function reportRefusalOf(cause: unknown): ReportRefusal | null {
  if (cause instanceof ZodError) return "invalid_fields";
  if (!(cause instanceof GatewayError)) return null;
  if (cause.code === "validation_error") return "invalid_fields";
  if (cause.code !== "bad_request") return null;
  return cause.status === 413 ? "too_large" : cause.status === 415 ? "compressed" : "unreadable";
}

export const publicProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  await takeRate(ctx, meta, clientNetwork(ctx.remoteAddress));
  return next({ ctx: { gateway: ctx.services.gateway } });
});

async function requireMerchant(ctx: Context, meta: OperationMeta | undefined): Promise<string> {
  const merchant_id = await ctx.services.merchantOfApiKey(ctx.header("x-api-key") ?? "");
  if (merchant_id) return merchant_id;
  throw new GatewayError(
    "tenant_api_key_required",
    meta?.credentialStatus && { status: meta.credentialStatus },
  );
}

async function requireOffer(gateway: Gateway, pairing_token: string): Promise<string> {
  const merchant_id = await findOfferMerchant(gateway, pairing_token);
  if (merchant_id) return merchant_id;
  throw usedOffer();
}

async function requireDevice(
  ctx: Context,
  meta: OperationMeta | undefined,
): Promise<CallingDevice> {
  const token =
    meta?.credential === "device_token_in_path"
      ? ctx.pathParameter("device_token")
      : ctx.header("x-device-token");
  const device = await ctx.services.deviceOfToken(token ?? "");
  if (device) return device;
  throw new GatewayError("unauthorized");
}

export async function takeRate(
  ctx: Context,
  meta: OperationMeta | undefined,
  caller: string,
): Promise<void> {
  if (!meta) throw new Error("every operation of the contract has meta");
  Object.assign(ctx.answerHeaders, await ctx.services.rateLimits.take(meta.rateClass, caller));
}

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
  /** Returns a decoded path parameter. Some forwarder apps can send their credential only in the path. */
  pathParameter(name: string): string | undefined;
  /** The raw query and body, for the one operation that reads them itself. */
  query: string;
  body(): Promise<Buffer>;
  /** Headers of the response, for successes and errors. */
  answerHeaders: Record<string, string>;
  /**
   * Takes a check of the credential. The check is repeated after a slow body, because the credential might have been
   * revoked in the meantime. The check is an argument, because V8 creates a function literal that is assigned to a
   * property in the old generation. There, it would keep the whole request until a full collection.
   */
  checkAgainWith(check: () => Promise<unknown>): void;
  /** Writes to the operator's log, which must contain nothing that a phone or a merchant sent. */
  logInfo(details: Readonly<Record<string, unknown>>, message: string): void;
  /** Names the request's merchant, for the request log. */
  noteMerchant(merchant_id: string): void;
}

const t = initTRPC.context<Context>().meta<OperationMeta>().create();

export const router = t.router;

/** The base of every kind of procedure, without credential or rate. */
export const procedure = t.procedure;

/**
 * Checks the credential, then the rate, and only then the input. A wrong key with an invalid body is therefore 401 or
 * 403, never 400.
 */
export const merchantProcedure = t.procedure.use(async ({ ctx, meta, next }) => {
  const merchant_id = await requireMerchant(ctx, meta);
  ctx.noteMerchant(merchant_id);
  ctx.checkAgainWith(() => requireMerchant(ctx, meta));
  await takeRate(ctx, meta, merchant_id);
  return next({ ctx: { gateway: ctx.services.gateway, merchant_id } });
});

/**
 * Turns the domain's refusals into conflicts. The domain refuses an operator and a merchant's program for the same
 * reasons.
 */
export const programProcedure = merchantProcedure.use(async ({ next }) => {
  try {
    return await next();
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new GatewayError("conflict", { message: cause.message, cause });
  }
});

/** X-Totp-Code is a credential too, so a missing code is refused before the body is read. */
export const totpProcedure = merchantProcedure.use(({ ctx, next }) => {
  const totp_code = ctx.header("x-totp-code");
  if (!totp_code) throw new GatewayError("X-Totp-Code header is required");
  return next({ ctx: { totp_code } });
});

/** For a phone with the merchant's key or with a scanned pairing code. */
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

/** Records a refused report on its device, because most forwarder apps do not show a refusal. */
export const reportProcedure = deviceProcedure.use(async ({ ctx, next }) => {
  try {
    // `await` is needed here, because call.ts throws errors unwrapped.
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

/** Returns the reason of a refusal that the report itself caused. null: the same report can be accepted later. */
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

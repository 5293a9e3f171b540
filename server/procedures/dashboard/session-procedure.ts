import { listed, type Role } from "../../contract/dashboard/roles.ts";
import { GatewayError } from "../../contract/errors.ts";
import { isSavedFile, type OperationMeta } from "../../contract/operation.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import { DomainError } from "../../domain/base/domain-error.ts";
import type { Gateway } from "../../domain/gateway/gateway.ts";
import { actorOf, clientOf, findSession, type Client } from "../../domain/access/sessions.ts";
import type { Session } from "../../domain/access/sessions.sql.ts";
import { merchantInMode } from "../../domain/merchants/test-mode.ts";
import { procedure, takeRate, type Context } from "../trpc.ts";
import { sessionTokenOf } from "./session-cookie.ts";
import { requireSameSite } from "./same-site.ts";

/**
 * The checks before every operation of the dashboard: first the session, the rate and the requesting page, then the
 * input.
 */

/** Turns the domain's refusals into conflicts. The domain refuses operators and merchants for the same reasons. */
const withConflicts = procedure.use(async ({ next }) => {
  try {
    return await next();
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new GatewayError("conflict", { message: cause.message, reason: cause.reason, cause });
  }
});

export const sessionProcedure = withConflicts.use(async ({ ctx, meta, next }) => {
  const session = await requireSession(ctx.services.gateway, ctx.header);
  ctx.checkAgainWith(async () =>
    requireRole(meta, (await requireSession(ctx.services.gateway, ctx.header)).person.role),
  );
  await takeRate(ctx, meta, meta?.ratePerSession ? session.session_id : session.merchant_id);
  const client = clientOfCall(ctx);
  try {
    requireRole(meta, session.person.role);
    requirePage(ctx, meta);
    const actor = actorOf(session, client);
    return await reading(ctx.services, meta, (gateway) =>
      next({ ctx: { ...ctx, gateway, session, client, actor } }),
    );
  } catch (cause) {
    const reason = cause instanceof GatewayError ? cause.code : null;
    if (reason === "forbidden" || reason === "totp_not_enabled") {
      const operation = meta?.operationId ?? "";
      ctx.services.refusals.note({ session, client, operation, reason });
    }
    throw cause;
  }
});

/**
 * Runs a read-only operation on a replica, if there is one. Table files choose a replica for each of their parts.
 */
function reading<Result>(
  { gateway, replicas }: Context["services"],
  meta: OperationMeta | undefined,
  work: (gateway: Gateway) => Promise<Result>,
): Promise<Result> {
  if (!replicas || !meta?.mayReadReplica) return work(gateway);
  const readingPart: Gateway["readingPart"] = (part) =>
    replicas.read((sql) => part({ ...gateway, sql }));
  return isSavedFile(meta.envelope) ? work({ ...gateway, readingPart }) : readingPart(work);
}

/** Returns the session's merchant, or in test mode the merchant that holds the test keys. */
export const merchantOf = (
  { gateway, session }: { gateway: Gateway; session: Session },
  { is_test }: { is_test: boolean },
): Promise<string> => merchantInMode(gateway.sql, { merchant_id: session.merchant_id, is_test });

/** Serves operations that need no session. */
export const doorProcedure = withConflicts.use(async ({ ctx, meta, next }) => {
  await takeRate(ctx, meta, clientNetwork(ctx.remoteAddress));
  requirePage(ctx, meta);
  return next({ ctx: { ...ctx, gateway: ctx.services.gateway, client: clientOfCall(ctx) } });
});

/** For everyone but operators, these operations do not exist. */
export const operatorProcedure = sessionProcedure.use(({ ctx, next }) => {
  if (!ctx.session.is_operator) throw new GatewayError("not_found");
  return next({ ctx: { ...ctx, actor: { ...ctx.actor, actor: "operator" as const } } });
});

export async function requireSession(
  gateway: Gateway,
  header: Context["header"],
): Promise<Session> {
  const token = sessionTokenOf(gateway.settings.publicUrl, header);
  const session = await findSession(gateway, token);
  if (session) return session;
  throw new GatewayError("unauthorized", {
    message: "You are not signed in, or the session has ended. Sign in.",
  });
}

/** Throws if the role is not allowed. An operation without roles is closed to every role. */
export function requireRole(meta: OperationMeta | undefined, role: Role): void {
  const allowed = meta?.roles ?? [];
  if (allowed.includes(role)) return;
  throw new GatewayError("forbidden", {
    message: `Your role, ${role}, does not allow this action. Roles that allow it: ${listed(allowed) || "none"}. Ask a team owner.`,
  });
}

function requirePage({ services, header }: Context, meta: OperationMeta | undefined): void {
  if (!meta?.sameSiteOnly) return;
  requireSameSite(header, {
    method: meta.method,
    publicUrl: services.gateway.settings.publicUrl,
  });
}

const clientOfCall = (ctx: Context): Client =>
  clientOf(ctx.remoteAddress, ctx.header("user-agent"));

import { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import { limits } from "../limits.ts";
import { operation, type Envelope, type Operation, type OperationMeta } from "../operation.ts";
import { everybody, listed, type Role } from "./roles.ts";

/** The common part of the dashboard's operations. Each operation states only its differences. */

interface DashboardMeta<Kind extends Envelope> {
  operationId: string;
  method: OperationMeta["method"];
  /** The path below /dashboard/api. */
  path: `/${string}`;
  /** The roles that can call the operation. `"anybody"`: no session is needed. */
  roles: readonly Role[] | "anybody";
  tag: string;
  summary: string;
  description: string;
  envelope?: Kind;
  /** The noun for the object of the path's id. A malformed id gets the same response as an unknown id. */
  subject?: string;
  waitsForReceiver?: true;
  /**
   * Calls are counted for each session separately, so that a thief of one session cannot use up the limit of the
   * operation that ends that session.
   */
  ratePerSession?: true;
  /** True if the operation only reads, and reads enough to justify a replica. */
  mayReadReplica?: true;
  /** If two-factor authentication is on, the person must also have confirmed recently with a one-time code. */
  needsConfirmation?: true | { butFor: string };
  /** The codes of the operation's own rules, in the order of the checks. */
  errors?: readonly ErrorCode[];
}

export function dashboardOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Kind extends Envelope = "ok",
>({
  meta,
  input,
  output,
}: {
  meta: DashboardMeta<Kind>;
  input: Input;
  output: Output;
}): Operation<Input, Output, Kind> {
  const {
    path,
    envelope = "ok" as Kind,
    roles,
    needsConfirmation,
    errors: own = [],
    ...rest
  } = meta;
  const isPublic = roles === "anybody";
  const isForSome = !isPublic && roles !== everybody;
  const isChange = meta.method !== "GET";
  const takesBody = meta.method === "POST";
  const hasFields = Object.keys(input.shape).some((name) => !path.includes(`{${name}}`));
  // Without a subject, a malformed path parameter is an invalid field like any other.
  const mayBeInvalid = hasFields || (path.includes("{") && !meta.subject);
  return operation({
    meta: {
      ...rest,
      ...(!isPublic && { roles }),
      description: [
        meta.description,
        ...(needsConfirmation ? [confirmation(needsConfirmation)] : []),
        ...(isForSome ? [`Allowed roles: ${listed(roles)}. Other roles get \`forbidden\`.`] : []),
      ].join(" "),
      path: `/dashboard/api${path}`,
      envelope,
      credential: isPublic ? "none" : "session",
      rateClass: "dashboard",
      hasReasons: true,
      ...(isChange && { sameSiteOnly: true }),
      ...(takesBody && { malformedBody: "bad_request" }),
      ...(meta.subject && { malformedPath: "not_found" }),
      errors: [
        ...(isPublic ? [] : (["unauthorized"] as const)),
        "rate_limited",
        ...(isForSome ? (["forbidden"] as const) : []),
        ...(isChange ? (["bad_request"] as const) : []),
        ...(mayBeInvalid ? (["validation_error"] as const) : []),
        ...(needsConfirmation ? (["confirmation_required"] as const) : []),
        ...(meta.subject ? (["not_found"] as const) : []),
        ...own,
        "internal_error",
      ],
    },
    input,
    output,
  });
}

const headsInput = {
  language: z
    .enum(["en", "id"])
    .meta({
      description:
        "The language of the columns' names, for people. Without it, the names are those of the comma-separated values.",
    })
    .optional(),
};

/** Returns the operation for the same table as a workbook, whose columns can have names for people. */
export const asWorkbookWithHeads = <Shape extends z.ZodRawShape>(
  exported: Operation<z.ZodObject<Shape>, z.ZodString, "csv">,
) => asWorkbook({ ...exported, input: exported.input.extend(headsInput) });

/** Returns the operation for the same table as a workbook. */
export function asWorkbook<Input extends z.ZodObject>({
  meta,
  input,
}: Operation<Input, z.ZodString, "csv">) {
  const operationId = `${meta.operationId}Workbook`;
  const path = meta.path.replace(/csv$/, "xlsx") as `/${string}`;
  const summary = `${meta.summary}, for Excel`;
  const description = `The table of \`${meta.operationId}\` as a workbook (Office Open XML). Text cells have the text format, so codes and phone numbers keep their zeros and no cell is a formula. Amounts are numbers. Days and times are dates in the gateway's time zone, which the column's name states.`;
  return operation({
    meta: { ...meta, operationId, path, summary, description, envelope: "xlsx" as const },
    input,
    output: z.string().meta({ description: "The workbook.", format: "binary" }),
  });
}

function confirmation(needed: true | { butFor: string }): string {
  const exception = needed === true ? "" : `, except for ${needed.butFor}`;
  return `If two-factor authentication is on, a one-time code must have confirmed the person less than ${limits.confirmationSeconds / 60} minutes ago (\`confirmation_required\`)${exception}.`;
}

import { auditOperations as operations } from "../../contract/dashboard/audit.ts";
import { listAuditEntries } from "../../domain/access/audit.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const auditProcedures = {
  listAuditEntries: sessionProcedure
    .meta(operations.listAuditEntries.meta)
    .input(operations.listAuditEntries.input)
    .output(operations.listAuditEntries.output)
    .query(({ ctx, input }) =>
      listAuditEntries(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),
};

import { auditOperations } from "../../contract/dashboard/audit.ts";
import { listAuditEntries } from "../../domain/access/audit.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const auditProcedures = implement(sessionProcedure, auditOperations, {
  listAuditEntries: ({ ctx, input }) =>
    listAuditEntries(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
});

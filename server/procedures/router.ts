import { dashboardProcedures } from "./dashboard/router.ts";
import { developerProcedures } from "./developers.ts";
import { merchantProcedures } from "./merchant.ts";
import { mutationReasonProcedures } from "./mutation-reasons.ts";
import { router } from "./trpc.ts";
import { workerProcedures } from "./worker.ts";

/** The whole API. */
export const apiRouter = router({
  ...merchantProcedures,
  ...workerProcedures,
  ...mutationReasonProcedures,
  ...developerProcedures,
  ...dashboardProcedures,
});

import { ScheduledTask } from "@vendure/core";
import { everySeconds } from "./cron.ts";
import { TepatService } from "./service.ts";

/** Finds what no webhook has told, and what webhooks do not tell. Vendure runs it in one worker at a time. */
export const checkPayments = (seconds: number): ScheduledTask =>
  new ScheduledTask({
    id: "tepat-check-payments",
    description: "Asks Tepat about waiting payments, and notes late and second transfers.",
    schedule: everySeconds(seconds),
    execute: async ({ injector }) => await injector.get(TepatService).check(),
  });

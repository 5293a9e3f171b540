import { ScheduledTask } from "@vendure/core";
import { everySeconds } from "./cron.ts";
import { TepatService } from "./service.ts";

/**
 * Finds changes that no webhook has reported, and changes that webhooks never report. Vendure runs this task in one
 * worker at a time.
 */
export const checkPayments = (seconds: number): ScheduledTask =>
  new ScheduledTask({
    id: "tepat-check-payments",
    description: "Asks Tepat about waiting payments, and notes late and second transfers.",
    schedule: everySeconds(seconds),
    execute: async ({ injector }) => await injector.get(TepatService).check(),
  });

import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { settingsFrom } from "../../../shared/index.ts";
import { checkWaiting, noteExtraTransfers } from "../settle.ts";

/** Finds changes that no webhook has reported, and changes that webhooks never report. */
export default async function checkPayments(container: MedusaContainer): Promise<void> {
  try {
    await checkWaiting(container);
    await noteExtraTransfers(container);
  } catch (error) {
    const log = container.resolve(ContainerRegistrationKeys.LOGGER);
    log.warn(`Tepat could not check the waiting payments and tries again later. ${String(error)}`);
  }
}

export const config = {
  name: "tepat-check-payments",
  schedule: { interval: settingsFrom(process.env).checkSeconds * 1000 },
};

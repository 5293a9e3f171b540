import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { TepatProvider } from "./service.ts";

const provider: ReturnType<typeof ModuleProvider> = ModuleProvider(Modules.PAYMENT, {
  services: [TepatProvider],
});

export default provider;

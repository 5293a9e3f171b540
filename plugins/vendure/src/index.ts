/*
 * @tepat/vendure, the Tepat payment gateway in a Vendure shop.
 * This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as
 * published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.
 */

import { PluginCommonModule, VendurePlugin, type RuntimeVendureConfig } from "@vendure/core";
import { settingsFrom } from "../../shared/index.ts";
import { checkPayments } from "./check-payments.ts";
import { tepatHandler } from "./handler.ts";
import { TepatService } from "./service.ts";
import { keepRawBody, TepatController, webhookRoute } from "./webhook.ts";

/**
 * The plugin: add `plugins: [TepatPlugin]`, and a payment method with the handler "Tepat" in the
 * admin.
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  controllers: [TepatController],
  providers: [TepatService],
  compatibility: "^3.3.0",
  configuration: (config: RuntimeVendureConfig): RuntimeVendureConfig => {
    const { checkSeconds } = settingsFrom(process.env);
    config.paymentOptions.paymentMethodHandlers.push(tepatHandler);
    config.schedulerOptions.tasks?.push(checkPayments(checkSeconds));
    config.apiOptions.middleware.push({
      route: webhookRoute,
      handler: keepRawBody,
      beforeListen: true,
    });
    return config;
  },
})
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest's modules are classes whose decorators say everything
export class TepatPlugin {}

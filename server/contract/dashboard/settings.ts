import { z } from "zod";
import { color, httpsUrl, lineText, webhookUrl } from "../fields.ts";
import { dashboardOperation } from "./operation.ts";

const tag = "Settings";

const settings = z
  .object({
    merchant_name: z.string().meta({ description: "The name that customers see." }),
    logo_url: z.string().nullable().meta({ description: "Picture of the checkout page; https." }),
    accent_color: z
      .string()
      .nullable()
      .meta({ description: "Colour of the checkout page, such as `#0a7d55`." }),
    webhook_url: z
      .string()
      .nullable()
      .meta({ description: "Where webhooks go when an invoice names no address of its own." }),
    sends_expired_events: z.boolean().meta({ description: "Whether `payment.expired` is sent." }),
    sends_cancelled_events: z
      .boolean()
      .meta({ description: "Whether `payment.cancelled` is sent." }),
    sends_device_events: z
      .boolean()
      .meta({ description: "Whether `device.offline` and `device.online` are sent." }),
    refuse_offline_accounts: z.boolean().meta({
      description: "Whether invoices are refused while no phone watches the account.",
    }),
  })
  .meta({ id: "MerchantSettings", description: "The merchant's own settings." });

export type MerchantSettings = z.infer<typeof settings>;

export const settingsOperations = {
  getSettings: dashboardOperation({
    meta: {
      operationId: "getSettings",
      method: "GET",
      path: "/settings",
      tag,
      summary: "Read the settings",
      description: "The merchant's name and looks, its webhooks, and when invoices are refused.",
    },
    input: z.object({}),
    output: settings,
  }),

  changeSettings: dashboardOperation({
    meta: {
      operationId: "changeSettings",
      method: "POST",
      path: "/settings",
      tag,
      summary: "Change the settings",
      description:
        "Changes the named fields; null removes an address, a picture or a colour. A webhook address must be https and public, unless the gateway allows others.",
      needsConfirmation: {
        butFor: "what is neither `webhook_url` nor `merchant_name` nor `logo_url`",
      },
    },
    input: z
      .object({
        merchant_name: lineText().optional().meta({ description: "The name." }),
        logo_url: httpsUrl().nullish().meta({ description: "Picture of the checkout page." }),
        accent_color: color().nullish().meta({ description: "Colour of the checkout page." }),
        webhook_url: webhookUrl().nullish().meta({ description: "Default address of webhooks." }),
        sends_expired_events: z
          .boolean()
          .optional()
          .meta({ description: "Whether `payment.expired` is sent." }),
        sends_cancelled_events: z
          .boolean()
          .optional()
          .meta({ description: "Whether `payment.cancelled` is sent." }),
        sends_device_events: z
          .boolean()
          .optional()
          .meta({ description: "Whether `device.offline` and `device.online` are sent." }),
        refuse_offline_accounts: z
          .boolean()
          .optional()
          .meta({ description: "Whether invoices are refused while no phone watches." }),
      })
      .meta({ description: "What to change." }),
    output: settings,
  }),
};

import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import {
  callablePhone,
  color,
  email,
  httpsUrl,
  lineText,
  logo,
  optional,
  text,
  webhookUrl,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

const tag = "Settings";

const settings = z
  .object({
    merchant_name: z.string().meta({ description: "The name that customers see." }),
    logo_url: z.string().nullable().meta({
      description:
        "Picture of the checkout page: an https address, or a small picture as a `data:` URL.",
    }),
    accent_color: z
      .string()
      .nullable()
      .meta({ description: "Colour of the checkout page, such as `#0a7d55`." }),
    contact_address: z.string().nullable().meta({ description: "The merchant's postal address." }),
    contact_phone: z
      .string()
      .nullable()
      .meta({ description: "The merchant's phone or WhatsApp, for customers." }),
    contact_email: z
      .string()
      .nullable()
      .meta({ description: "The merchant's email address, for customers." }),
    shop_url: z
      .string()
      .nullable()
      .meta({ description: "The shop's website, for a new order; https." }),
    sale_code_pattern: z
      .string()
      .meta({ description: "The pattern for the invoice codes that the gateway assigns." }),
    sends_receipts: z.boolean().meta({
      description:
        "True if a customer with an email address gets a receipt of a paid sale. Receipts need email that the operator has set up.",
    }),
    asks_for_rest: z.boolean().meta({
      description:
        "True if the checkout page asks the customer for the missing sum after a part payment. Otherwise the page asks the customer to contact the merchant.",
    }),
    webhook_url: z
      .string()
      .nullable()
      .meta({ description: "The webhook URL for invoices without their own." }),
    sends_expired_events: z.boolean().meta({ description: "True if `payment.expired` is sent." }),
    sends_cancelled_events: z
      .boolean()
      .meta({ description: "True if `payment.cancelled` is sent." }),
    sends_device_events: z
      .boolean()
      .meta({ description: "True if `device.offline` and `device.online` are sent." }),
    sends_difference_events: z.boolean().meta({
      description:
        "True if `payment.part_received`, `payment.underpaid`, `payment.overpaid` and `payment.refunded` are sent.",
    }),
    refuse_offline_accounts: z.boolean().meta({
      description: "True if Tepat refuses invoices while no source watches the account.",
    }),
  })
  .meta({ id: "MerchantSettings", description: "The merchant's own settings." });

export type MerchantSettings = z.infer<typeof settings>;

/** The placeholders of a pattern: `{number}` exactly once, each of the others at most once. */
const patternParts = /\{(?:number|year|month|day)\}/g;

const saleCodePattern = () =>
  lineText()
    .refine(
      (value) => value.length <= limits.saleCodePatternCharacters,
      refusedAs({ code: "too_long", params: { characters: limits.saleCodePatternCharacters } }),
    )
    .refine(
      (value) => {
        const parts: readonly string[] = value.match(patternParts) ?? [];
        const isOnce = new Set(parts).size === parts.length;
        return (
          isOnce && parts.includes("{number}") && !/[{}]/.test(value.replaceAll(patternParts, ""))
        );
      },
      refusedAs({ code: "not_a_code_pattern", params: {} }),
    );

export const settingsOperations = {
  getSettings: dashboardOperation({
    meta: {
      operationId: "getSettings",
      method: "GET",
      path: "/settings",
      roles: readers,
      tag,
      summary: "Read the settings",
      description:
        "The merchant's name and design, the webhook settings, and the conditions for refusing invoices.",
    },
    input: z.object({}),
    output: settings,
  }),

  changeSettings: dashboardOperation({
    meta: {
      operationId: "changeSettings",
      method: "POST",
      path: "/settings",
      roles: ["owner", "developer"],
      tag,
      summary: "Change the settings",
      description:
        "Changes the named fields; null removes an address, a picture or a colour. A webhook URL must be http or https, and its host public unless the gateway allows private hosts.",
      needsConfirmation: {
        butFor:
          "changes that concern neither the webhook URL nor a text that customers see beside the account",
      },
    },
    input: z
      .object({
        merchant_name: lineText().optional().meta({ description: "The name." }),
        logo_url: logo().nullish().meta({
          description:
            "Picture of the checkout page: an https address, or a JPEG or PNG as a `data:` URL.",
        }),
        accent_color: color().nullish().meta({ description: "Colour of the checkout page." }),
        contact_address: optional(text({ max: limits.textCharacters })).meta({
          description: "The merchant's postal address, for the receipt.",
        }),
        contact_phone: optional(callablePhone()).meta({
          description: "The merchant's phone or WhatsApp, for customers.",
        }),
        contact_email: optional(email()).meta({
          description: "The merchant's email address, for customers.",
        }),
        shop_url: optional(httpsUrl()).meta({
          description: "The shop's website, for a new order.",
        }),
        sale_code_pattern: saleCodePattern().optional().meta({
          description:
            "The pattern for the invoice codes that the gateway assigns: any text with `{number}` once, and optionally `{year}`, `{month}` and `{day}`. The number restarts at 1 whenever the rest changes.",
        }),
        sends_receipts: z.boolean().optional().meta({
          description: "True if customers of sales get a receipt by email.",
        }),
        asks_for_rest: z.boolean().optional().meta({
          description: "True if the checkout page asks for the missing sum after a part payment.",
        }),
        webhook_url: webhookUrl().nullish().meta({ description: "Default address of webhooks." }),
        sends_expired_events: z
          .boolean()
          .optional()
          .meta({ description: "True if `payment.expired` is sent." }),
        sends_cancelled_events: z
          .boolean()
          .optional()
          .meta({ description: "True if `payment.cancelled` is sent." }),
        sends_device_events: z
          .boolean()
          .optional()
          .meta({ description: "True if `device.offline` and `device.online` are sent." }),
        sends_difference_events: z
          .boolean()
          .optional()
          .meta({ description: "True if events about parts, differences and refunds are sent." }),
        refuse_offline_accounts: z.boolean().optional().meta({
          description: "True if Tepat refuses invoices while no source watches the account.",
        }),
      })
      .meta({ description: "The settings to change." }),
    output: settings,
  }),
};

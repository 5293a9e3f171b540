import { z } from "zod";
import { account, channelType } from "../accounts.ts";
import { instructionStep } from "../channels.ts";
import {
  accountAmount,
  androidPackage,
  qrisCode,
  lineText,
  optional,
  pageInput,
  nameText,
  shortName,
  text,
  timestamp,
  uuid,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { paymentStatus } from "../payments.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

/** The merchant's receiving accounts, the customers' payment steps for each, and their day quota. */

const tag = "Accounts";

export const dashboardAccount = account
  .extend({
    channel_code: z.string().meta({ description: "The channel's code, such as `BCA`." }),
    device_id: uuid().nullable().meta({
      description:
        "The only phone whose notifications pay the account's invoices; null for any phone.",
    }),
    device_name: z.string().nullable().meta({ description: "That phone's name." }),
    can_be_read: z.boolean().meta({
      description:
        "True if Tepat can read the app's notifications. Otherwise match transfers manually.",
    }),
    emails: z.enum(["readable", "teachable", "unknown"]).meta({
      description:
        "Whether emails of the bank can report transfers: `readable`; `teachable` (signed, but a person teaches their wording first); `unknown` (Tepat does not know how the bank signs).",
    }),
    is_day_paid: z.boolean().meta({
      description:
        "True if today's unit of quota is taken, so that new invoices can use the account today even if no days are left.",
    }),
    qris_name: z
      .string()
      .nullable()
      .meta({ description: "The merchant name in the QRIS code. QRIS only." }),
    qris_city: z.string().nullable().meta({ description: "The city in the QRIS code. QRIS only." }),
    qris_id: z
      .string()
      .nullable()
      .meta({ description: "The NMID in the QRIS code. QRIS only; null if the code has none." }),
    watched_by: z
      .object({
        source_name: z
          .string()
          .meta({ description: "The phone's name, or the mailbox's address." }),
        heard_at: timestamp().nullable().meta({
          description: "The time at which Tepat last heard from the source, UTC; null if never.",
        }),
        online_count: z.int().min(0).meta({
          description:
            "The number of sources that can report transfers to the account now. With 0, no transfer pays the account's invoices.",
        }),
      })
      .nullable()
      .meta({
        id: "AccountWatch",
        description:
          "The source that watches the account and was heard last, one that is online if there is one; null without a source.",
      }),
    no_free_days: z.enum(["known_number", "one_account"]).nullable().meta({
      description:
        "The reason why the account began without free days, on a gateway that gives them. `known_number`: an account with this number existed before. `one_account`: sign-up is open here, and the merchant got free days with an earlier account. The operator can give more.",
    }),
  })
  .meta({ id: "DashboardAccount", description: "A receiving account, as its merchant sees it." });

export type DashboardAccount = z.infer<typeof dashboardAccount>;

const numberDigits = (description: string) =>
  z.int().min(1).max(limits.accountNumberDigitsMax).meta({ description });

const bankFields = {
  channel_name: shortName(limits.merchantAppNameCharacters).meta({
    description:
      "The bank's name that customers see. Tepat refuses a name that resembles that of a bank it knows.",
  }),
  number_min: numberDigits("The smallest number of digits of the bank's account numbers."),
  number_max: numberDigits("The largest number of digits of the bank's account numbers."),
};

const channelChoice = z
  .object({
    channel_id: uuid().meta({ description: "The channel." }),
    channel_code: z.string().meta({ description: "The channel's code, such as `BCA`." }),
    channel_name: z.string().meta({ description: "Bank, wallet or scheme." }),
    channel_type: channelType,
    default_package: z
      .string()
      .nullable()
      .meta({ description: "Package of the app that usually announces the channel's transfers." }),
    number_digits: z.array(z.int()).meta({
      description:
        "The usual numbers of digits of the channel's account numbers; empty if Tepat does not know them.",
    }),
    is_mobile_number: z
      .boolean()
      .meta({ description: "True if account numbers are mobile phone numbers." }),
    own: z
      .object({
        number_min: numberDigits("The smallest number of digits of the bank's account numbers."),
        number_max: numberDigits("The largest number of digits of the bank's account numbers."),
        is_used: z.boolean().meta({ description: "True if an account belongs to the bank." }),
      })
      .nullable()
      .meta({
        id: "OwnBank",
        description: "A bank that the merchant added; null for a bank that Tepat knows.",
      }),
  })
  .meta({ id: "ChannelChoice", description: "A channel that an account can belong to." });

const appChoice = z
  .object({
    app_id: uuid()
      .nullable()
      .meta({ description: "The app; null for an app that the merchant added." }),
    app_name: z.string().meta({ description: "The app's name." }),
    app_package: z.string().meta({ description: "The app's Android package." }),
    can_be_read: z.boolean().meta({
      description:
        "True if Tepat can read the app's notifications. A team member must confirm notifications from an app that the merchant named as its bank, until the team teaches a wording.",
    }),
  })
  .meta({ id: "AppChoice", description: "An app that can announce transfers." });

const seenApp = z
  .object({
    package_name: z.string().meta({ description: "The app's Android package, in lower case." }),
    app_name: z.string().nullable().meta({
      description: "The app's name on the phone. Any app can have any name.",
    }),
    has_known_name: z.boolean().meta({
      description:
        "True if the app has the name of a bank or app that Tepat knows under another package.",
    }),
    first_seen_at: timestamp().meta({
      description: "The time of the app's first notification, UTC.",
    }),
    last_seen_at: timestamp().meta({
      description: "The time of the app's last notification, UTC.",
    }),
    seen_count: z
      .int()
      .min(0)
      .meta({
        description: `The number of the app's notifications that looked like incoming money, up to ${limits.merchantAppTextsCounted}.`,
      }),
    is_refused: z
      .boolean()
      .meta({ description: "True if the merchant said that the app is not a bank's." }),
    title: z
      .string()
      .nullable()
      .meta({ description: "The title of the app's newest stored notification." }),
    body: z
      .string()
      .nullable()
      .meta({ description: "The text of the app's newest stored notification." }),
  })
  .meta({
    id: "SeenApp",
    description:
      "An unknown app that no account uses, with notifications that look like incoming money.",
  });

const accountId = uuid().meta({ description: "The account." });

const additionalStep = z
  .object({
    title: z.string().meta({ description: "The step in a few words." }),
    content: z.string().meta({ description: "The step in full." }),
  })
  .meta({ id: "AdditionalStep", description: "A step that the merchant added." });

const additionalStepInput = z.object({
  title: nameText().meta({ description: "The step in a few words." }),
  content: text({ min: 1, max: limits.instructionCharacters }).meta({
    description: "The step in full.",
  }),
});

export type AdditionalStep = z.infer<typeof additionalStep>;

const channelSteps = z
  .object({
    channel_id: uuid().meta({ description: "The channel." }),
    built_in: z.array(instructionStep).meta({ description: "The steps that every merchant has." }),
    additions: z
      .array(additionalStep)
      .meta({ description: "The merchant's own steps, after the built-in ones." }),
  })
  .meta({ id: "ChannelSteps", description: "The steps that customers see." });

export type ChannelSteps = z.infer<typeof channelSteps>;

const qrisPreview = z
  .object({
    qris_name: z.string().meta({ description: "The merchant name in the code." }),
    qris_city: z.string().meta({ description: "The city in the code." }),
    qris_id: z
      .string()
      .nullable()
      .meta({ description: "The NMID in the code; null if the code has none, which is valid." }),
    acquirer: z.string().nullable().meta({ description: "The issuer of the code." }),
    default_package: z.string().nullable().meta({
      description: "The acquirer's merchant app; null if you must name the app yourself.",
    }),
  })
  .meta({ id: "QrisPreview", description: "The contents of a static QRIS code." });

const quotaOrder = z
  .object({
    order_id: uuid().meta({ description: "The order." }),
    account_id: uuid().meta({ description: "The account that gets the days." }),
    days: z.int().min(1).meta({ description: "The number of days." }),
    ordered_at: timestamp().meta({ description: "The time of the order, UTC." }),
    credited_at: timestamp().nullable().meta({
      description:
        "The time at which the order was paid and the days were added, UTC; null before.",
    }),
    payment_status: z.enum(paymentStatus.options).meta({ description: "The invoice's state." }),
    payment_total: z
      .int()
      .min(0)
      .max(limits.paymentTotalMax)
      .meta({ format: "int64", description: "The exact amount to pay, whole rupiah." }),
    payment_checkout_url: z.url().meta({ description: "The address of the checkout page." }),
    payment_expired_at: timestamp().meta({ description: "The invoice's deadline, UTC." }),
  })
  .meta({ id: "QuotaOrder", description: "An order of days of use." });

export type QuotaOrder = z.infer<typeof quotaOrder>;

const quota = z
  .object({
    account_quota: z.int().min(0).meta({ description: "Days of use left." }),
    is_day_paid: z.boolean().meta({ description: "True if today's unit is taken." }),
    day_price: z.int().min(1).nullable().meta({
      description: "The price of a day, whole rupiah; null if this gateway sells no days.",
    }),
    can_renew: z.boolean().meta({
      description: `True if an owner can set the days to ${limits.ownGatewayQuotaDays} again.`,
    }),
    used_days: z.array(z.iso.date().meta({ pattern: undefined })).meta({
      description: `Days that took a unit, the newest first; at most ${limits.quotaDaysShown}.`,
    }),
    grants: z
      .array(
        z.object({
          days: z.int().min(1).meta({ description: "The number of days." }),
          granted_at: timestamp().meta({
            description: "The time at which the days were added, UTC.",
          }),
          order_id: uuid().nullable().meta({
            description:
              "The paid order; null if the operator granted the days or an owner renewed them.",
          }),
        }),
      )
      .meta({
        description: `Days that were added, the newest first; at most ${limits.quotaGrantsShown}.`,
      }),
  })
  .meta({ id: "Quota", description: "Day quota of an account and its history." });

export type Quota = z.infer<typeof quota>;

const accountSource = z
  .object({
    source_id: uuid().meta({ description: "The phone or mailbox." }),
    kind: z.enum(["phone", "mailbox"]).meta({ description: "The kind of source." }),
    source_name: z.string().meta({ description: "The phone's name, or the mailbox's address." }),
    state: z.enum(["working", "warning", "silent", "unheard", "paused"]).meta({
      description:
        "`working`: the source reports transfers. `warning`: the source might miss transfers. `silent`: Tepat no longer hears from the phone, or cannot read the mailbox. `unheard`: Tepat has never heard from the source. `paused`: a person paused the mailbox.",
    }),
    heard_at: timestamp().nullable().meta({
      description: "The time at which Tepat last heard from the source, UTC; null if never.",
    }),
  })
  .meta({ id: "AccountSource", description: "A phone or mailbox that watches an account." });

export type AccountSource = z.infer<typeof accountSource>;

const accountSources = z
  .object({
    is_watched: z.boolean().meta({
      description:
        "True if a source can report transfers now. Otherwise, invoices stay PENDING until their deadline, no transfer pays them, and neither the counter nor payment links offer the account.",
    }),
    statement_until: z.iso.date().nullable().meta({
      description: "The last day of the imported bank statements; null without one.",
      pattern: undefined,
    }),
    sources: z.array(accountSource).meta({
      description: `The approved phones, at most ${limits.perPageMax}, and then the mailboxes.`,
    }),
  })
  .meta({ id: "AccountSources", description: "The sources that watch an account." });

export type AccountSources = z.infer<typeof accountSources>;

const accountChoices = z
  .object({
    channels: z.array(channelChoice).meta({ description: "The channels, sorted by name." }),
    apps: z
      .array(appChoice)
      .meta({ description: "The apps, sorted by name, with the merchant's own at the end." }),
    seen_apps: z.array(seenApp).meta({
      description: `Apps that await an answer, and apps that do not belong to a bank; at most ${limits.merchantAppsPerMerchant}.`,
    }),
  })
  .meta({ id: "AccountChoices", description: "The choices for a new account." });

export type AccountChoices = z.infer<typeof accountChoices>;

export const accountPageInput = {
  ...pageInput,
  per_page: pageInput.per_page.default(limits.perPageMax),
};

export const accountOperations = {
  listAccountChoices: dashboardOperation({
    meta: {
      operationId: "listAccountChoices",
      method: "GET",
      path: "/account-choices",
      roles: readers,
      tag,
      summary: "List the choices for an account",
      description:
        "Channels, the apps whose notifications can announce transfers, and apps that might belong to a bank.",
    },
    input: z.object({}),
    output: accountChoices,
  }),

  answerForApp: dashboardOperation({
    meta: {
      operationId: "answerForApp",
      method: "POST",
      path: "/apps/{package_name}",
      roles: ["owner", "finance"],
      tag,
      summary: "Answer whether an app belongs to a bank",
      description: `Records the answer for one of the \`seen_apps\`. You can choose a bank's app for an account, and phones then report the app's notifications. None of them pays automatically until a person teaches a wording. Tepat returns \`conflict\` beyond ${limits.merchantBankAppsPerMerchant} apps, for an app that shows other people's texts, such as chats or email, and for "no" about an account's app. After "no", Tepat deletes the app's notifications and keeps no more of them.`,
      needsConfirmation: { butFor: "`is_bank: false`" },
      subject: "app",
      errors: ["conflict"],
    },
    input: z
      .object({
        package_name: androidPackage().meta({ description: "The app." }),
        is_bank: z.boolean().meta({ description: "True if the app is the merchant's bank." }),
        app_name: optional(shortName(limits.merchantAppNameCharacters)).meta({
          description: `The merchant's name for the app, at most ${limits.merchantAppNameCharacters} characters; required for a bank's app. The name of a bank or app that Tepat knows is refused.`,
        }),
      })
      .meta({ description: "The answer." }),
    output: z.null(),
  }),

  addOwnBank: dashboardOperation({
    meta: {
      operationId: "addOwnBank",
      method: "POST",
      path: "/banks",
      roles: ["owner", "finance"],
      tag,
      summary: "Add a bank",
      description: `Adds a bank that Tepat does not know, for this merchant only; at most ${limits.merchantBanksPerMerchant}. Team members must confirm the notifications of the bank's app until a person teaches a wording. Tepat returns \`conflict\` for a second bank of the same name, for a bank beyond that limit, and for an app that Tepat knows or that shows other people's texts.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        ...bankFields,
        app_package: androidPackage().meta({
          description: "The Android package of the bank's app.",
        }),
      })
      .meta({ description: "The bank." }),
    output: z.object({ channel_id: uuid().meta({ description: "The channel id of the bank." }) }),
  }),

  changeOwnBank: dashboardOperation({
    meta: {
      operationId: "changeOwnBank",
      method: "POST",
      path: "/banks/{channel_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Rename a bank",
      description:
        "Changes the name and the account numbers of a bank that the merchant added. Its accounts and invoices show the new name.",
      subject: "bank",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({ channel_id: uuid().meta({ description: "The bank." }), ...bankFields })
      .meta({ description: "The bank's new name and numbers." }),
    output: z.null(),
  }),

  removeOwnBank: dashboardOperation({
    meta: {
      operationId: "removeOwnBank",
      method: "DELETE",
      path: "/banks/{channel_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Remove a bank",
      description:
        "Removes a bank that the merchant added. Returns `conflict` while an account belongs to the bank.",
      subject: "bank",
      errors: ["conflict"],
    },
    input: z.object({ channel_id: uuid().meta({ description: "The bank." }) }),
    output: z.null(),
  }),

  listOwnAccounts: dashboardOperation({
    meta: {
      operationId: "listOwnAccounts",
      method: "GET",
      path: "/accounts",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List accounts",
      description: `The merchant's receiving accounts, oldest first, ${limits.perPageMax} per page.`,
      envelope: "page",
    },
    input: z.object(accountPageInput),
    output: z.array(dashboardAccount),
  }),

  getOwnAccount: dashboardOperation({
    meta: {
      operationId: "getOwnAccount",
      method: "GET",
      path: "/accounts/{account_id}",
      roles: readers,
      tag,
      summary: "Get an account",
      description: "One receiving account of the merchant.",
      subject: "account",
    },
    input: z.object({ account_id: uuid().meta({ description: "The account." }) }),
    output: dashboardAccount,
  }),

  getAccountSources: dashboardOperation({
    meta: {
      operationId: "getAccountSources",
      method: "GET",
      path: "/accounts/{account_id}/sources",
      roles: readers,
      tag,
      summary: "Read an account's sources",
      description:
        "The phones and mailboxes that report transfers to an account, with their state.",
      subject: "account",
    },
    input: z.object({ account_id: accountId }),
    output: accountSources,
  }),

  previewQris: dashboardOperation({
    meta: {
      operationId: "previewQris",
      method: "POST",
      path: "/qris-preview",
      roles: ["owner", "finance"],
      tag,
      summary: "Read a QRIS code",
      description:
        "Checks the text of a static QRIS code before you save it, and returns the code's owner. An invalid code returns a `validation_error` for `qris`.",
    },
    input: z
      .object({
        qris: qrisCode().meta({
          description: "The text of the static code.",
        }),
      })
      .meta({ description: "A static code." }),
    output: qrisPreview,
  }),

  createOwnAccount: dashboardOperation({
    meta: {
      operationId: "createOwnAccount",
      method: "POST",
      path: "/accounts",
      roles: ["owner", "finance"],
      tag,
      summary: "Add an account",
      description: `A bank or wallet account needs a number and a holder; a QRIS account needs its static code. The account begins with ${limits.ownGatewayQuotaDays} days of use, with ${limits.newAccountQuotaDays} if public sign-up is on, and with none if the gateway sells days. If public sign-up is on, each number (QRIS: each NMID) and each merchant gets free days once; \`no_free_days\` states why an account has none. Another merchant's device returns \`not_found\`.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["not_found", "conflict"],
    },
    input: z
      .object({
        channel_id: uuid().meta({ description: "One of the choices." }),
        account_number: optional(lineText()).meta({
          description: "The account number. For QRIS a label; default: the NMID.",
        }),
        account_name: optional(lineText()).meta({
          description: "The account holder. Default for QRIS: the name in the code.",
        }),
        qris: optional(qrisCode()).meta({
          description: "QRIS only: the text of the static code.",
        }),
        app_package: optional(androidPackage()).meta({
          description:
            "The package of the app that announces the transfers. Default: the channel's app.",
        }),
        device_id: optional(uuid()).meta({
          description:
            "The only phone whose notifications pay the account's invoices; null for any phone.",
        }),
        account_min_amount: accountAmount()
          .default(1)
          .meta({ description: "Smallest payment_amount." }),
        account_max_amount: accountAmount()
          .nullish()
          .meta({ description: "Largest payment_amount; null or absent for no limit." }),
        unusual_number: z.boolean().default(false).meta({
          description:
            "True to accept a number that is unusual for this bank. Otherwise Tepat returns a `validation_error` for this field.",
        }),
        again: z.boolean().default(false).meta({
          description:
            "True to add the account even if the merchant already has one with this number (QRIS: this NMID) on the channel. Otherwise Tepat returns a `validation_error` for this field.",
        }),
      })
      .meta({ description: "A new account." }),
    output: dashboardAccount,
  }),

  changeOwnAccount: dashboardOperation({
    meta: {
      operationId: "changeOwnAccount",
      method: "POST",
      path: "/accounts/{account_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Change an account",
      description:
        "Changes the named fields. A change of phone or app moves the account to another matching pool, and returns `conflict` while the account has PENDING invoices or quarantined totals.",
      subject: "account",
      needsConfirmation: { butFor: "`account_active` alone" },
      errors: ["conflict"],
    },
    input: z
      .object({
        account_id: accountId,
        account_active: z
          .boolean()
          .optional()
          .meta({ description: "True if new invoices can use the account." }),
        account_number: lineText().optional().meta({ description: "Account number." }),
        account_name: lineText().optional().meta({ description: "Account holder." }),
        unusual_number: z.boolean().default(false).meta({
          description:
            "True to accept a number that is unusual for this bank. Otherwise Tepat returns a `validation_error` for this field.",
        }),
        account_min_amount: accountAmount()
          .optional()
          .meta({ description: "Smallest payment_amount." }),
        account_max_amount: accountAmount()
          .nullish()
          .meta({ description: "Largest payment_amount; null for no limit." }),
        app_package: androidPackage()
          .optional()
          .meta({ description: "The package of the app that announces the transfers." }),
        device_id: uuid().nullish().meta({
          description:
            "The only phone whose notifications pay the account's invoices; null for any phone.",
        }),
      })
      .meta({ description: "The fields to change." }),
    output: dashboardAccount,
  }),

  getChannelSteps: dashboardOperation({
    meta: {
      operationId: "getChannelSteps",
      method: "GET",
      path: "/channels/{channel_id}/steps",
      roles: readers,
      tag,
      summary: "Read a channel's instructions",
      description: "The built-in payment steps of a channel, and the merchant's own steps.",
      subject: "channel",
    },
    input: z.object({
      channel_id: uuid().meta({ description: "The channel." }),
      language: z.enum(["en", "id"]).default("id").meta({
        description:
          "The language of the built-in steps. Steps that a merchant wrote stay as they are.",
      }),
    }),
    output: channelSteps,
  }),

  changeChannelSteps: dashboardOperation({
    meta: {
      operationId: "changeChannelSteps",
      method: "POST",
      path: "/channels/{channel_id}/steps",
      roles: ["owner", "finance"],
      tag,
      summary: "Set a channel's own instructions",
      description:
        "Sets the merchant's own steps, which follow the built-in ones and continue their numbers. The checkout page and responses with instructions show them. An empty list removes them.",
      subject: "channel",
      needsConfirmation: true,
    },
    input: z
      .object({
        channel_id: uuid().meta({ description: "The channel." }),
        additions: z
          .array(additionalStepInput)
          .max(limits.additionalSteps)
          .meta({ description: "All of the merchant's own steps." }),
      })
      .meta({ description: "The merchant's own steps." }),
    output: channelSteps,
  }),

  getQuota: dashboardOperation({
    meta: {
      operationId: "getQuota",
      method: "GET",
      path: "/accounts/{account_id}/quota",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read an account's day quota",
      description: "The days left, the days used, the days added, and the price of a day.",
      subject: "account",
    },
    input: z.object({ account_id: accountId }),
    output: quota,
  }),

  renewQuota: dashboardOperation({
    meta: {
      operationId: "renewQuota",
      method: "POST",
      path: "/accounts/{account_id}/quota-renewal",
      roles: ["owner"],
      tag,
      summary: "Renew the days of use",
      description: `Sets the days to ${limits.ownGatewayQuotaDays}. Returns \`conflict\` if public sign-up is on or the gateway sells days. A repeated request changes nothing.`,
      subject: "account",
      errors: ["conflict"],
    },
    input: z.object({ account_id: accountId }),
    output: quota,
  }),

  orderQuota: dashboardOperation({
    meta: {
      operationId: "orderQuota",
      method: "POST",
      path: "/accounts/{account_id}/quota-orders",
      roles: ["owner", "finance"],
      tag,
      summary: "Order days of use",
      description: `Creates an invoice on this gateway. Pay at \`payment_checkout_url\`. When the invoice becomes PAID, Tepat adds the days once, at the same moment. Returns \`conflict\` if the gateway sells no days, or if ${limits.unpaidQuotaOrders} orders of the last ${limits.quotaOrderHours} hours are unpaid.`,
      envelope: "created",
      subject: "account",
      errors: ["conflict"],
    },
    input: z
      .object({
        account_id: accountId,
        days: z
          .int()
          .min(1)
          .max(limits.quotaDaysPerOrder)
          .meta({ description: "The number of days." }),
      })
      .meta({ description: "An order of days." }),
    output: quotaOrder,
  }),

  listQuotaOrders: dashboardOperation({
    meta: {
      operationId: "listQuotaOrders",
      method: "GET",
      path: "/quota-orders",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List orders of days",
      description: "The orders of days, newest first.",
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(quotaOrder),
  }),
};

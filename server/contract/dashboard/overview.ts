import { z } from "zod";
import { rupiah } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";

const tag = "Overview";

const count = (description: string) => z.int().min(0).meta({ description });
const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const seconds = (description: string) => z.number().min(0).nullable().meta({ description });

const figures = {
  paid_count: count("Invoices that were paid."),
  paid_total: rupiah().meta({ description: "What was paid for them, whole rupiah." }),
  expired_count: count("Invoices that expired."),
  cancelled_count: count("Invoices that were cancelled."),
  conversion: share("Paid among those that ended; null when none did."),
  match_rate: share("Paid without a person's hand among the paid; null when none were."),
  median_seconds_to_pay: seconds(
    "Half of the customers paid within so many seconds, to a tenth; null when none did.",
  ),
  p90_seconds_to_pay: seconds("Nine of ten paid within so many seconds; null when none did."),
};

const dayFigures = z
  .object({
    day: z.iso.date().meta({ description: "Local day.", pattern: undefined }),
    created_count: count("Invoices that were created."),
    ...figures,
  })
  .meta({ id: "DayFigures", description: "A day in figures." });

export type DayFigures = z.infer<typeof dayFigures>;

const overview = z
  .object({
    time_zone: z.string().meta({ description: "Zone in which days begin and end." }),
    days: z.array(dayFigures).meta({ description: "Every day of the period, the oldest first." }),
    created_count: count("Invoices that were created in the period."),
    ...figures,
    waiting_count: count("Invoices that wait for their customer now."),
    devices: z
      .object({
        ok: count("Phones that are well."),
        warning: count("Phones with something to look at."),
        offline: count("Phones that have fallen silent."),
        pending: count("Phones that wait for approval."),
      })
      .meta({ description: "How the phones are doing." }),
  })
  .meta({ id: "Overview", description: "How the business is doing." });

export type Overview = z.infer<typeof overview>;

const checklist = z
  .object({
    steps: z
      .array(
        z.object({
          step: z
            .enum([
              "account",
              "device",
              "api_key_used",
              "first_payment",
              "first_paid_payment",
              "webhook_url",
              "first_webhook",
              "two_factor",
            ])
            .meta({
              description:
                "`account`: a receiving account. `device`: an approved phone. `api_key_used`: a program has used a key. `webhook_url`: a default address. `first_webhook`: one was delivered.",
            }),
          is_done: z.boolean().meta({ description: "Whether it is done." }),
        }),
      )
      .meta({ description: "In the order in which they are best done." }),
  })
  .meta({ id: "Checklist", description: "From no account to the first paid invoice." });

export type Checklist = z.infer<typeof checklist>;

export const overviewOperations = {
  getOverview: dashboardOperation({
    meta: {
      operationId: "getOverview",
      method: "GET",
      path: "/overview",
      tag,
      summary: "Figures of the last days",
      description:
        "Per local day and for the whole period. Invoices are counted on the day on which they were created, paid, expired or cancelled.",
    },
    input: z.object({
      days: z
        .int()
        .min(1)
        .max(limits.overviewDaysMax)
        .default(limits.overviewDaysDefault)
        .meta({ description: "How many days, today included." }),
    }),
    output: overview,
  }),

  getChecklist: dashboardOperation({
    meta: {
      operationId: "getChecklist",
      method: "GET",
      path: "/checklist",
      tag,
      summary: "First steps",
      description: "What a new merchant has done and has yet to do.",
    },
    input: z.object({}),
    output: checklist,
  }),
};

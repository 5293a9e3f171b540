import { z } from "zod";
import { rupiah, timestamp, uuid } from "../fields.ts";
import { mutationWithReason } from "../mutation-reasons.ts";

/** A transfer as the merchant's own people see it: with what the bank's statements say of it. */

export const person = z
  .object({
    person_id: uuid().meta({ description: "The person." }),
    name: z.string().meta({ description: "The person's name." }),
  })
  .nullable();

export const unsupportedVerdict = z.enum(["genuine", "forged", "misread"]).meta({
  id: "UnsupportedVerdict",
  description:
    "The verdict about an unsupported transfer. `genuine`: the money arrived, and the bank shows it elsewhere. `forged`: the notification was invented. `misread`: the notification was about something else.",
});

export type UnsupportedVerdict = z.infer<typeof unsupportedVerdict>;

/** The end of an alarm about a transfer without a row: the person, the time and the verdict. */
export const alarmEnd = {
  verdict: unsupportedVerdict.nullable().meta({ description: "null: not reviewed yet." }),
  note: z.string().nullable().meta({ description: "The note of the person who gave the verdict." }),
  closed_at: timestamp().nullable().meta({ description: "The time of the verdict, UTC." }),
  closed_by: person.meta({
    description: "The person who reviewed it; null if unreviewed or unknown.",
  }),
};

export const bankRecord = z
  .object({
    finding: z.enum(["proved", "settled", "recorded", "unsupported"]).meta({
      description:
        "`proved`: a row of the statement is this money. `settled`: a row pays it out with others. `recorded`: no phone told of it; a person recorded it from its row. `unsupported`: a statement covers its day and does not have it.",
    }),
    account_id: uuid().meta({ description: "The account whose statement it is." }),
    account_number: z.string().nullable().meta({ description: "The account's number." }),
    channel_name: z.string().meta({ description: "The account's bank." }),
    day: z.iso.date().meta({
      description: "The day of the row; of an unsupported transfer its own.",
      pattern: undefined,
    }),
    booked_at: timestamp()
      .nullable()
      .meta({ description: "The row's time, where the file names it, UTC." }),
    is_one_of_several: z.boolean().meta({
      description:
        "`unsupported`: there are rows of its amount, but fewer than transfers: one of them has none.",
    }),
    ...alarmEnd,
  })
  .meta({ id: "BankRecord", description: "A bank statement's record of a transfer." });

export type BankRecord = z.infer<typeof bankRecord>;

export const ownMutation = mutationWithReason
  .extend({
    bank_record: bankRecord.nullable().meta({
      description: "The bank statement's record of it; null if no statement covers it yet.",
    }),
  })
  .meta({
    id: "OwnMutation",
    description: "A mutation, why it matched or did not, and what the bank's statements say of it.",
  });

export type OwnMutation = z.infer<typeof ownMutation>;

export const transferDecision = z.enum(["tied", "not_ours", "refunded"]).meta({
  id: "TransferDecision",
  description:
    "A person's decision about a transfer that Tepat could not match. `tied`: its money is booked for an invoice. `not_ours`: it is for no invoice. `refunded`: it was refunded.",
});

const otherReport = z
  .object({
    mutation_id: uuid().meta({ description: "The other mutation." }),
    amount_parsed: rupiah().meta({ description: "The transfer's amount." }),
    sender_parsed: z.string().nullable().meta({ description: "The transfer's sender." }),
    posted_at: timestamp().meta({ description: "The transfer's own time, UTC." }),
    device_name: z.string().nullable().meta({ description: "The phone that reported it." }),
    app_name: z.string().nullable().meta({ description: "The app that announced it." }),
    is_from_statement: z.boolean().meta({
      description: "True if a person recorded it from the bank's statement.",
    }),
    decision: transferDecision.nullable().meta({ description: "The decision about it." }),
    payment_code: z.string().nullable().meta({
      description: "The invoice that it paid, or for which it is booked; null if there is none.",
    }),
  })
  .meta({
    id: "OtherReport",
    description: "Another report that Tepat takes for the same transfer.",
  });

export type OtherReport = z.infer<typeof otherReport>;

export const mutationDetail = ownMutation
  .extend({
    other_report: otherReport.nullable().meta({
      description:
        "The report that stands for the same money; of a mutation that was matched manually, another one that has paid. null if there is none, or if a person has said that there were two transfers.",
    }),
  })
  .meta({ id: "MutationDetail", description: "A mutation, with the other report of its money." });

export type MutationDetail = z.infer<typeof mutationDetail>;

/** The place of a row in the statements. */
export const statementPlace = z
  .object({
    account_id: uuid().meta({ description: "The account." }),
    day: z.iso.date().meta({ description: "The row's day.", pattern: undefined }),
  })
  .meta({ id: "StatementPlace", description: "The place of a row in the statements." });

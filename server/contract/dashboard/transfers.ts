import { z } from "zod";
import { rupiah, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { mutationWithReason } from "../mutation-reasons.ts";

/** A transfer as the merchant's team sees it, with the record of the bank statements. */

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
  verdict: unsupportedVerdict
    .nullable()
    .meta({ description: "The verdict; null if not reviewed yet." }),
  note: z.string().nullable().meta({ description: "The note of the person who gave the verdict." }),
  closed_at: timestamp().nullable().meta({ description: "The time of the verdict, UTC." }),
  closed_by: person.meta({
    description: "The person who reviewed the transfer; null if unreviewed or unknown.",
  }),
};

export const bankRecord = z
  .object({
    finding: z.enum(["proved", "settled", "recorded", "unsupported"]).meta({
      description:
        "`proved`: a row of the statement is this money. `settled`: a row pays out this money with other transfers. `recorded`: no source reported the transfer; a person recorded it from the row. `unsupported`: a statement covers the transfer's day, but has no row for it.",
    }),
    account_id: uuid().meta({ description: "The statement's account." }),
    account_number: z.string().nullable().meta({ description: "The account's number." }),
    account_name: z.string().nullable().meta({ description: "The account's holder." }),
    channel_name: z.string().meta({ description: "The account's bank." }),
    day: z.iso.date().meta({
      description: "The row's day. For an unsupported transfer, the transfer's own day.",
      pattern: undefined,
    }),
    booked_at: timestamp()
      .nullable()
      .meta({ description: "The row's time, if the file has one, UTC." }),
    is_one_of_several: z.boolean().meta({
      description:
        "For `unsupported`: true if the statement has rows of this amount, but fewer rows than transfers.",
    }),
    ...alarmEnd,
  })
  .meta({ id: "BankRecord", description: "A bank statement's record of a transfer." });

export type BankRecord = z.infer<typeof bankRecord>;

export const transferDecision = z.enum(["tied", "not_ours", "refunded"]).meta({
  id: "TransferDecision",
  description:
    "A person's decision about a transfer that Tepat could not match. `tied`: the money is booked for an invoice. `not_ours`: the transfer is for no invoice. `refunded`: the money was refunded.",
});

export const ownMutation = mutationWithReason
  .extend({
    bank_record: bankRecord.nullable().meta({
      description:
        "The bank statement's record of the transfer; null if no statement covers the transfer yet.",
    }),
    decision: transferDecision
      .nullable()
      .meta({ description: "A person's decision; null if there is none yet." }),
    tied_payment_code: z
      .string()
      .nullable()
      .meta({ description: "`tied`: the invoice for which the money is booked." }),
    is_part_payment: z.boolean().meta({
      description: "`tied`: true if the money was booked before the invoice ended.",
    }),
  })
  .meta({
    id: "OwnMutation",
    description:
      "A mutation, the reason why it matched or did not match, the bank statement's record of it, and a person's decision.",
  });

export type OwnMutation = z.infer<typeof ownMutation>;

const otherReport = z
  .object({
    mutation_id: uuid().meta({ description: "The other mutation." }),
    amount_parsed: rupiah().meta({ description: "The transfer's amount." }),
    sender_parsed: z.string().nullable().meta({ description: "The transfer's sender." }),
    posted_at: timestamp().meta({ description: "The transfer's own time, UTC." }),
    device_name: z
      .string()
      .nullable()
      .meta({ description: "The phone that reported the transfer." }),
    app_name: z.string().nullable().meta({ description: "The app that announced the transfer." }),
    is_from_statement: z.boolean().meta({
      description: "True if a person recorded the transfer from the bank's statement.",
    }),
    decision: transferDecision.nullable().meta({ description: "The decision about the transfer." }),
    payment_code: z.string().nullable().meta({
      description:
        "The invoice that the transfer paid, or for which it is booked; null if there is none.",
    }),
  })
  .meta({
    id: "OtherReport",
    description: "Another report that Tepat takes for the same transfer.",
  });

export type OtherReport = z.infer<typeof otherReport>;

export const transferProof = z
  .object({
    source_kind: z.enum(["phone", "mailbox", "statement"]).meta({
      description:
        "`phone`: a bank app's notification. `mailbox`: an email from the bank. `statement`: a row of the bank statement.",
    }),
    source_name: z
      .string()
      .nullable()
      .meta({ description: "The phone's name or the mailbox's address; null for a statement." }),
    app_name: z
      .string()
      .nullable()
      .meta({ description: "The app of the notification; null for another proof." }),
    posted_at: timestamp().nullable().meta({
      description:
        "The time of the notification, the bank's time in the email, or the statement's time, UTC; null if the statement has only the day.",
    }),
    day: z.iso.date().nullable().meta({
      description: "The statement row's day; null for another proof.",
      pattern: undefined,
    }),
  })
  .meta({ id: "TransferProof", description: "One report of a transfer, by any source." });

export type TransferProof = z.infer<typeof transferProof>;

export const transferProofs = z.array(transferProof).meta({
  description: `The reports of the same money from all sources, oldest first, statements last; at most ${limits.proofsShown}.`,
});

export const mutationDetail = ownMutation
  .extend({
    proofs: transferProofs,
    other_report: otherReport.nullable().meta({
      description:
        "The report that stands for the same money. For a manually matched mutation, another mutation that has paid. Null if there is none, or if a person has separated the two.",
    }),
  })
  .meta({
    id: "MutationDetail",
    description: "A mutation, with the other report of the same money.",
  });

export type MutationDetail = z.infer<typeof mutationDetail>;

export const statementPlace = z
  .object({
    account_id: uuid().meta({ description: "The account." }),
    day: z.iso.date().meta({ description: "The row's day.", pattern: undefined }),
  })
  .meta({ id: "StatementPlace", description: "The place of a row in the statements." });

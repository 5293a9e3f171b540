import { unmatchedMutation } from "../worker-examples.ts";

const text_id =
  "0199f5ca-0000-7000-8000-000000000003.8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4";
const rule_id = "0199f5ca-0000-4000-8000-000000000011";
const text = "Notifikasi kredit: Rp150.123 a.n. BUDI CONTOH";
const marks = [
  { part: "amount", start: 19, end: 28 },
  { part: "sender", start: 34, end: 45 },
];
const template = "Notifikasi kredit: {amount} a.n. {sender}";
const app = { package_name: "com.bsm.activity2", app_name: "BSI Mobile" };

const mail_id = "0199f5ca-0000-7000-8000-000000000021";
const bank = { package_name: "seabank_mail", app_name: "SeaBank" };
const subject = "Notifikasi Transfer Masuk";
const mailText = "Anda menerima transfer Rp150.123 dari BUDI CONTOH";
const mailMarks = [
  { part: "amount", start: 23, end: 32 },
  { part: "sender", start: 38, end: 49 },
];
const mailTemplate = "Anda menerima transfer {amount} dari {sender}";

export const readingRuleExamples = {
  listLikelyTexts: {
    data: {
      one: [
        {
          text_id,
          ...app,
          title: "BSI Mobile",
          body: text,
          posted_at: "2026-11-21T10:29:58.000Z",
          received_at: "2026-11-21T10:30:00.000Z",
          device_name: "Counter phone",
          reason: "unknown_wording",
          payments: [
            {
              payment_code: "ORDER-1001",
              payment_total: 150_123,
              customer_name: "Budi Contoh",
              created_at: "2026-11-21T10:20:00.000Z",
            },
          ],
        },
      ],
    },
  },
  confirmLikelyText: {
    parameters: { text_id },
    bodies: { confirmed: { payment_code: "ORDER-1001" } },
    data: { paid: { mutation_id: unmatchedMutation.id } },
    invalidFields: { payment_code: { code: "too_long", params: { characters: 128 } } as const },
    messages: {
      not_found:
        "This notification is no longer stored, because it was confirmed, was read by a rule or is too old. Reload the list.",
    },
  },
  refuseLikelyText: {
    parameters: { text_id },
    data: { refused: null },
    invalidFields: { text_id: { code: "too_long", params: { characters: 128 } } as const },
    messages: {
      not_found:
        "This notification is no longer stored, because it was confirmed, was read by a rule or is too old. Reload the list.",
    },
  },
  tryReadingRule: {
    bodies: { proposed: { mutation_id: unmatchedMutation.id } },
    data: {
      tried: { ...app, title: "BSI Mobile", text, marks, template, faults: [], reads: [] },
    },
    invalidFields: { mutation_id: { code: "not_a_uuid", params: {} } as const },
    messages: {
      not_found:
        "No transfer with this id was confirmed from an unread notification. Check the id.",
    },
  },
  saveReadingRule: {
    bodies: { taught: { mutation_id: unmatchedMutation.id, marks } },
    data: { saved: { rule_id } },
    invalidFields: { mutation_id: { code: "not_a_uuid", params: {} } as const },
    messages: {
      not_found:
        "No transfer with this id was confirmed from an unread notification. Check the id.",
      conflict:
        "You cannot teach this wording. The sender's name stands before the amount, so a sender could forge an amount.",
    },
  },
  tryMailRule: {
    bodies: { proposed: { mail_id } },
    data: {
      tried: {
        ...bank,
        title: subject,
        text: mailText,
        marks: mailMarks,
        template: mailTemplate,
        faults: [],
        reads: [],
      },
    },
    invalidFields: { mail_id: { code: "not_a_uuid", params: {} } as const },
    messages: { not_found: "Email not found. Check the id." },
  },
  saveMailRule: {
    bodies: { taught: { mail_id, marks: mailMarks } },
    data: { saved: { rule_id } },
    invalidFields: { mail_id: { code: "not_a_uuid", params: {} } as const },
    messages: {
      not_found: "Email not found. Check the id.",
      conflict: "Mark the amount exactly once.",
    },
  },
  listReadingRules: {
    data: {
      one: [
        {
          rule_id,
          ...app,
          title: "BSI Mobile",
          sender: null,
          template,
          is_on: true,
          fault: null,
          hits: 12,
          last_hit_at: "2026-11-21T10:30:00.000Z",
          created_at: "2026-11-20T08:00:00.000Z",
        },
      ],
    },
  },
  switchReadingRule: {
    parameters: { rule_id },
    bodies: { off: { is_on: false } },
    data: { switched: null },
    invalidFields: { is_on: { code: "wrong_type", params: { expected: "boolean" } } as const },
    messages: { not_found: "Rule not found. Check the id." },
  },
  removeReadingRule: {
    parameters: { rule_id },
    data: { removed: null },
    messages: { not_found: "Rule not found. Check the id." },
  },
  exportReadingRules: {
    data: { none: { rules_file: "[]\n", format_files: [] } },
  },
};

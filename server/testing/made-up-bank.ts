import type { Bank } from "../domain/banks/bank.ts";
import { transferSteps } from "../domain/banks/steps.ts";

/** A bank's file as in the recipe for adding a bank. */
export const nusa: Bank = {
  code: "NUSA",
  name: "Bank Nusa",
  channel_id: "00000000-0000-4000-8000-000000000001",
  number: [16],
  sentence_words: ["nusa"],
  account_words: ["nusa"],
  mark: { letters: "NUSA", ground: "#123456" },
  steps: transferSteps("Bank Nusa"),
  apps: [
    {
      app_id: "00000000-0000-4000-8000-000000000002",
      app_name: "Nusa d'Mobile",
      acquirer: "ID.CO.NUSA.WWW",
      format: {
        id: "nusa",
        name: "Nusa Mobile",
        packages: ["id.co.nusa"],
        kind: "account",
        strangers: "remarks",
        rules: [
          {
            name: "nusa_in",
            type: "CREDIT",
            body: ["Asyik! {amount} mendarat, kata {sender}"],
            samples: [{ body: "Asyik! Rp150.123 mendarat, kata BUDI CONTOH", amount: 150_123 }],
          },
        ],
        incoming_sample: { title: "Nusa", body: "Asyik! Rp{dots} mendarat, kata {sender}" },
      },
    },
  ],
  statements: {
    from: { id: "Nusa Bisnis: mutasi, CSV.", en: "Nusa Bisnis: transactions, CSV." },
    layouts: [
      {
        name: "nusa_csv",
        title: { id: "Mutasi Nusa", en: "Nusa transactions" },
        columns: { hari: "day", perihal: "description", "uang masuk": "credit" },
        needs: [["hari", "perihal", "uang masuk"]],
      },
    ],
  },
};

import { useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { limits } from "../base/limits.ts";
import { amountInWords } from "../base/numbers.ts";
import { textsOf } from "../base/texts/texts-of.ts";
import { FormDialog } from "./dialog.tsx";

const id = {
  title: (amount: string) => `${amount}, benar?`,
  hint: (words: string) => `Itu ${words} rupiah. Periksa angkanya.`,
  action: (amount: string) => `Pakai ${amount}`,
};

const en: typeof id = {
  title: (amount) => `Is ${amount} right?`,
  hint: (words) => `That is ${words} rupiah. Check the digits.`,
  action: (amount) => `Use ${amount}`,
};

const t = textsOf({ id, en });

interface Asked {
  amount: number;
  answer(isMeant: boolean): void;
}

/**
 * Asks once more about an amount that is usually a slip of the keys. Returns the question, and the dialog that asks it,
 * which stands outside the form.
 */
export function useLargeAmount(unasked: number = limits.amountUnasked) {
  const [asked, setAsked] = useState<Asked | null>(null);

  const isMeant = (amount: number) =>
    amount <= unasked ||
    new Promise<boolean>((resolve) =>
      setAsked({
        amount,
        answer(is) {
          setAsked(null);
          resolve(is);
        },
      }),
    );

  const question = asked && (
    <FormDialog
      title={t.title(formatRupiah(asked.amount))}
      action={t.action(formatRupiah(asked.amount))}
      submit={async () => asked.answer(true)}
      onClose={() => asked.answer(false)}
      staysOpen
    >
      {t.hint(amountInWords(asked.amount))}
    </FormDialog>
  );
  return { isMeant, question };
}

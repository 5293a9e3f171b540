import { pageLanguage as language } from "../../base/page-language.ts";
import { useQuery } from "../../base/use-query.ts";
import { Choice, type Values } from "../../ui/form.tsx";
import { booksTexts as t } from "./books-texts.ts";

/** The meanings that a person can give to a row without a transfer. */
export const explanations = [
  "fee",
  "tax",
  "own_transfer",
  "interest",
  "refund",
  "outgoing",
  "other",
] as const;

export type Explanation = (typeof explanations)[number];

export const bookedOn = (values: Values) => {
  const account_key = values("account_key");
  return account_key === "" ? {} : { account_key };
};

/**
 * Lets a person choose the account of the chart for a row. `chosen` is the row's current account.
 */
export function ChartChoice({ chosen = "" }: { chosen?: string }) {
  const chart = useQuery("getStatementChart", { query: { language } });
  return (
    <Choice
      name="account_key"
      label={t.books.account}
      hint={t.books.accountHint}
      // A row's standard account follows from its meaning, so only own accounts are preselected.
      chosen={chosen.startsWith("own:") ? chosen : ""}
      options={[
        ["", t.books.usual],
        ...(chart.data?.accounts ?? [])
          .filter(({ key }) => !key.startsWith("bank:"))
          .map(({ key, code, name }) => [key, `${code} ${name}`] as const),
      ]}
    />
  );
}

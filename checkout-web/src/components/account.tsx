import { groupDigits } from "../../../web-shared/src/digits.ts";
import type { CheckoutPage } from "../page.ts";
import { CopyButton } from "./copy-button.tsx";
import { Mark } from "./mark.tsx";
import { Spoken } from "./spoken.tsx";
import { useWords } from "./words.ts";

export function Account({ page }: { page: CheckoutPage }) {
  const { t } = useWords();
  const { view } = page;
  return (
    <section class="card account">
      <h2>{t.transferTo}</h2>
      <p class="bank">
        <Mark page={page} />
        {view.bank_name}
      </p>
      <dl>
        <div>
          <dt>{t.accountNumber}</dt>
          <dd class="number">
            <Spoken text={view.account_number}>
              {groupDigits(view.account_number).map((group, index) => (
                <span key={index}>{group}</span>
              ))}
            </Spoken>
          </dd>
        </div>
        <div>
          <dt>{t.holder}</dt>
          <dd>{view.account_name}</dd>
        </div>
      </dl>
      <CopyButton
        text={view.account_number}
        label={t.copyAccount}
        done={t.accountCopied(view.account_number)}
      />
    </section>
  );
}

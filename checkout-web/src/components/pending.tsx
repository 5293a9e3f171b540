import type { CheckoutPage } from "../page.ts";
import type { Connection } from "../watch-payment.ts";
import { Account } from "./account.tsx";
import { Amount } from "./amount.tsx";
import { Contact } from "./contact.tsx";
import { Countdown } from "./countdown.tsx";
import { Notice } from "./notice.tsx";
import { Order } from "./order.tsx";
import { Qris } from "./qris.tsx";
import { questionAbout } from "./question-link.ts";
import { Steps } from "./steps.tsx";
import { Waiting } from "./waiting.tsx";
import { useWords } from "./words.ts";

interface PendingProps {
  page: CheckoutPage;
  secondsLeft: number | null;
  connection: Connection;
  check(): Promise<string | undefined>;
}

export function Pending(props: PendingProps) {
  const { page, secondsLeft, connection, check } = props;
  const { t, language } = useWords();
  if (secondsLeft === 0) return <TimeIsUp {...props} />;
  const isQris = page.view.bank_type === "QRIS";
  const canPay = page.rest?.is_payable ?? true;
  return (
    <div class={isQris ? "pending by-qris" : "pending"}>
      <div class="what">
        <Amount page={page} />
        {canPay && <Countdown page={page} secondsLeft={secondsLeft} />}
      </div>
      <div class="how">
        {!canPay && <Seller page={page} />}
        {canPay && (isQris ? <Qris page={page} /> : <Account page={page} />)}
        <Waiting page={page} canPay={canPay} connection={connection} check={check} />
        {page.change_path && (
          <p class="change">
            <a href={`${page.change_path}&lang=${language}`}>{t.changeMethod}</a>
          </p>
        )}
        {canPay && <Steps page={page} />}
      </div>
      <div class="what-for">
        <Order page={page} />
        {canPay && <Seller page={page} />}
      </div>
    </div>
  );
}

function Seller({ page }: Pick<PendingProps, "page">) {
  const { t } = useWords();
  const { seller, merchant, view } = page;
  return (
    <Contact
      seller={seller}
      name={merchant.name}
      about={t.aboutInvoice(view.payment_code)}
      question={questionAbout(page, t)}
      shopText={t.toShop}
      returnUrl={view.redirect_url}
    />
  );
}

/** Tells the customer not to transfer until the server has decided whether the payment came in time. */
function TimeIsUp({ page, connection, check }: PendingProps) {
  const { t } = useWords();
  return (
    <>
      <Notice icon="clock" tone="calm" title={t.timeIsUp} isNews>
        <p>{t.timeIsUpHint}</p>
        <p class="hint">{t.alreadyPaid(page.merchant.name)}</p>
      </Notice>
      {connection !== "good" && (
        <Waiting page={page} canPay={false} connection={connection} check={check} />
      )}
      <Seller page={page} />
    </>
  );
}

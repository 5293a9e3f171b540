import type { CheckoutPage } from "../page.ts";
import type { Connection } from "../watch-payment.ts";
import { Account } from "./account.tsx";
import { Amount } from "./amount.tsx";
import { Countdown } from "./countdown.tsx";
import { Notice } from "./notice.tsx";
import { Order } from "./order.tsx";
import { Qris } from "./qris.tsx";
import { Steps } from "./steps.tsx";
import { Waiting } from "./waiting.tsx";
import { useWords } from "./words.ts";

interface PendingProps {
  page: CheckoutPage;
  secondsLeft: number | null;
  connection: Connection;
  check(): Promise<void>;
}

export function Pending(props: PendingProps) {
  const { page, secondsLeft, connection, check } = props;
  if (secondsLeft === 0) return <TimeIsUp {...props} />;
  return (
    <div class="pending">
      <div class="what">
        <Amount page={page} />
        <Countdown page={page} secondsLeft={secondsLeft} />
      </div>
      <div class="how">
        {page.view.bank_type === "QRIS" ? <Qris page={page} /> : <Account page={page} />}
        <Waiting canPay connection={connection} check={check} />
        <Steps instructions={page.view.instructions} />
      </div>
      <Order page={page} />
    </div>
  );
}

/** The server decides whether the payment came in time; until it has said so, nobody should transfer. */
function TimeIsUp({ connection, check }: PendingProps) {
  const { t } = useWords();
  return (
    <>
      <Notice icon="clock" tone="calm" title={t.timeIsUp} isNews>
        <p>{t.timeIsUpHint}</p>
      </Notice>
      {connection !== "good" && <Waiting canPay={false} connection={connection} check={check} />}
    </>
  );
}

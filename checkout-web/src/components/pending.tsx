import type { ComponentChildren } from "preact";
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

export function Pending({ page, secondsLeft, connection, check }: PendingProps) {
  const waiting = <Waiting connection={connection} check={check} />;
  if (secondsLeft === 0) return <TimeIsUp>{waiting}</TimeIsUp>;
  return (
    <div class="pending">
      <div class="what">
        <Amount page={page} />
        <Countdown expiresAt={page.view.expires_at} secondsLeft={secondsLeft} />
      </div>
      <div class="how">
        {page.view.bank_type === "QRIS" ? <Qris page={page} /> : <Account page={page} />}
        {waiting}
        <Steps instructions={page.view.instructions} />
      </div>
      <Order page={page} />
    </div>
  );
}

/** The server decides whether the payment came in time; until it has said so, nobody should transfer. */
function TimeIsUp({ children }: { children: ComponentChildren }) {
  const { t } = useWords();
  return (
    <>
      <Notice icon="clock" tone="calm" title={t.timeIsUp} isNews>
        <p>{t.timeIsUpHint}</p>
      </Notice>
      {children}
    </>
  );
}

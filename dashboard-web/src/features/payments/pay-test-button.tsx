import { useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import { paymentsTexts as t } from "./payments-texts.ts";
import { useSession } from "../../base/session.tsx";
import { RefusalNotice } from "../../ui/notice.tsx";
import { Button } from "../../ui/button.tsx";

/** Lets a simulated phone report the transfer. It needs no code, because no real money is involved. */
export function PayTestButton({ code, onDone }: { code: string; onDone(): Promise<void> }) {
  const { onRefusal } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function pay() {
    if (isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await call("payTestPayment", { path: { payment_code: code }, body: {} });
    } catch (cause) {
      setRefusal(onRefusal(cause));
    }
    await onDone();
    setBusy(false);
  }

  return (
    <>
      <Button tone="primary" aria-disabled={isBusy} onClick={() => void pay()}>
        {t.payments.payTest}
      </Button>
      {refusal && <RefusalNotice refusal={refusal} />}
    </>
  );
}

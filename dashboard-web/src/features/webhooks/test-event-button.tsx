import { useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import { useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RefusalNotice } from "../../ui/notice.tsx";
import { webhooksTexts as t } from "./webhooks-texts.ts";
import { Button } from "../../ui/button.tsx";

/** Sends one event to the default address and shows the result. */
export function TestEventButton() {
  const { go } = useRouter();
  const { onRefusal } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function send() {
    if (isBusy) return;
    setBusy(true);
    try {
      const { delivery_id } = await call("sendTestEvent", { body: {} });
      go(`/webhooks/${delivery_id}`);
    } catch (cause) {
      setRefusal(onRefusal(cause));
      setBusy(false);
    }
  }

  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => void send()}>
        {isBusy ? t.webhooks.sending : t.webhooks.test}
      </Button>
      {refusal && (
        <Dialog title={t.webhooks.test} onClose={() => setRefusal(null)}>
          <RefusalNotice refusal={refusal} />
        </Dialog>
      )}
    </>
  );
}

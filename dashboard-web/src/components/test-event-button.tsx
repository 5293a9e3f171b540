import { useState } from "preact/hooks";
import { call, type Refusal } from "../api.ts";
import { useRouter } from "../router.tsx";
import { useSession } from "../session.tsx";
import { useWords } from "../words.tsx";
import { Dialog } from "./dialog.tsx";
import { RefusalNotice } from "./notice.tsx";
import { webhooksTexts } from "../pages/webhooks-texts.ts";

/** Sends one event to the default address and shows what became of it. */
export function TestEventButton() {
  const { t } = useWords(webhooksTexts);
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
      <button type="button" class="button" aria-disabled={isBusy} onClick={() => void send()}>
        {isBusy ? t.webhooks.sending : t.webhooks.test}
      </button>
      {refusal && (
        <Dialog title={t.webhooks.test} onClose={() => setRefusal(null)}>
          <RefusalNotice refusal={refusal} />
        </Dialog>
      )}
    </>
  );
}

import { useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import type { MailTrial } from "../../base/generated/types.gen.ts";
import { useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";

/** Sends an email to the person, and shows what the mail server said. */
export function TestEmail() {
  const { onRefusal } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [trial, setTrial] = useState<MailTrial | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function send() {
    if (isBusy) return;
    setBusy(true);
    setTrial(null);
    setRefusal(null);
    try {
      setTrial(await call("testGatewayEmail", { body: {} }));
    } catch (cause) {
      setRefusal(onRefusal(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div class="actions">
        <Button aria-disabled={isBusy} onClick={() => void send()}>
          {isBusy ? t.server.testing : t.server.test}
        </Button>
      </div>
      <div role="status">{trial && <TrialResult trial={trial} />}</div>
      {refusal && <RefusalNotice refusal={refusal} />}
    </>
  );
}

const TrialResult = ({ trial: { sent_to, problem, server_response } }: { trial: MailTrial }) =>
  problem === null ? (
    <Notice tone="good">{t.server.sent(sent_to)}</Notice>
  ) : (
    <Notice tone="warning">
      <p>{t.server.mailProblems[problem]}</p>
      {server_response !== null && <p class="hint">{t.server.answered(server_response)}</p>}
    </Notice>
  );

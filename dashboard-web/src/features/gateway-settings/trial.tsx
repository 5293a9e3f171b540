import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../../base/api.ts";
import { useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";

interface TrialProps<Result> {
  /** The text of the button. */
  action: string;
  /** Whether the test also runs without a press of the button. */
  startsAtOnce?: boolean;
  run(): Promise<Result>;
  /** Renders the result. */
  children(result: Result): ComponentChildren;
}

/** Tests a setting and shows the other server's response. */
export function Trial<Result>({ action, startsAtOnce = false, run, children }: TrialProps<Result>) {
  const { onRefusal } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function start() {
    if (isBusy) return;
    setBusy(true);
    setResult(null);
    setRefusal(null);
    try {
      setResult(await run());
    } catch (cause) {
      setRefusal(onRefusal(cause));
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => {
    if (startsAtOnce) void start();
  }, []);

  return (
    <>
      <div class="actions">
        <Button aria-disabled={isBusy} onClick={() => void start()}>
          {isBusy ? t.server.testing : action}
        </Button>
      </div>
      <div role="status">{result && children(result)}</div>
      {refusal && <RefusalNotice refusal={refusal} />}
    </>
  );
}

/** Shows the problem and the other server's own words. */
export const TrialProblem = ({ problem, words }: { problem: string; words: string | null }) => (
  <Notice tone="warning">
    <p>{problem}</p>
    {words !== null && <p class="hint">{t.server.answered(words)}</p>}
  </Notice>
);

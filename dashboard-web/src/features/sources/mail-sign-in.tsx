import { useEffect, useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import type { MailboxTrial } from "../../base/generated/types.gen.ts";
import { useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Loading, Page } from "../../ui/page.tsx";
import { TrialNotice } from "./mailbox-form.tsx";
import { mailboxTexts as t } from "./mailbox-texts.ts";

/** The page to which a mail provider redirects the browser. It connects the mailbox and returns to the sources. */
export function MailSignIn() {
  const { query, go } = useRouter();
  const { onRefusal } = useSession();
  const [{ state, code }] = useState(() => ({
    state: query.get("state"),
    code: query.get("code"),
  }));
  const [trial, setTrial] = useState<MailboxTrial | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    // Remove the code from the browser's history, and from an address that a person might copy.
    history.replaceState(null, "", location.pathname);
    if (state === null || code === null) return;
    call("completeMailSignIn", { body: { state, code } }).then(
      (result) => (result.mailbox ? go("/devices", { replace: true }) : setTrial(result)),
      (cause: unknown) => setRefusal(onRefusal(cause)),
    );
  }, []);
  return (
    <Page title={t.mailbox.signInTitle} back={{ to: "/devices", text: t.mailbox.backToSources }}>
      {code === null ? (
        <Notice tone="warning">{t.mailbox.signInRefused}</Notice>
      ) : refusal ? (
        <RefusalNotice refusal={refusal} />
      ) : trial ? (
        <TrialNotice trial={trial} />
      ) : (
        <Loading />
      )}
      {(code === null || refusal || trial) && (
        <div class="actions">
          <Button to="/devices" tone="primary">
            {t.mailbox.beginAgain}
          </Button>
        </div>
      )}
    </Page>
  );
}

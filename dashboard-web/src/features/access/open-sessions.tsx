import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { browserName } from "../../base/browser-name.ts";
import type { OpenSession } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Answered, Card } from "../../ui/page.tsx";
import { securityTexts as t } from "./security-texts.ts";
import { Button } from "../../ui/button.tsx";

/** The merchant's sessions, each of which can be ended here. */
export function OpenSessions() {
  const sessions = useQuery("listSessions", {});
  const [ending, setEnding] = useState<OpenSession | "others" | null>(null);

  async function end() {
    if (ending === "others") await call("endOtherSessions", {});
    else if (ending) await call("endSession", { path: { session_id: ending.session_id } });
    await sessions.reload();
  }

  return (
    <Card title={t.security.sessions}>
      <Answered query={sessions}>
        {(data) => (
          <>
            <ul class="rows plain">
              {data.map((session) => (
                <SessionRow
                  key={session.session_id}
                  session={session}
                  onEnd={() => setEnding(session)}
                />
              ))}
            </ul>
            {data.length > 1 && (
              <Button tone="danger-text" onClick={() => setEnding("others")}>
                {t.security.endOthers}
              </Button>
            )}
          </>
        )}
      </Answered>
      {ending && (
        <ConfirmDialog
          title={ending === "others" ? t.security.endOthersTitle : t.security.endSessionTitle}
          action={ending === "others" ? t.security.endOthers : t.security.endSession}
          submit={end}
          onClose={() => setEnding(null)}
        >
          {t.security.endSessionHint}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd(): void }) {
  return (
    <li class="row">
      <div class="row-title">
        <strong>{browserName(session.user_agent) ?? t.security.unknownBrowser}</strong>
        <span class="hint">{session.client_address}</span>
      </div>
      <dl>
        <Fact name={t.common.lastUsed} at={session.last_used_at} />
      </dl>
      {session.is_current ? (
        <span class="tag good">{t.security.thisBrowser}</span>
      ) : (
        <Button tone="danger-text" onClick={onEnd}>
          {t.security.endSession}
        </Button>
      )}
    </li>
  );
}

import { call } from "../../base/api.ts";
import { browserName } from "../../base/browser-name.ts";
import type { OpenSession } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { QueryResult, Card } from "../../ui/page.tsx";
import { securityTexts as t } from "./security-texts.ts";

/** Lists the person's own sessions. Each other session can be ended here. */
export function OpenSessions() {
  const sessions = useQuery("listSessions", {});

  return (
    <Card title={t.security.sessions}>
      <QueryResult query={sessions}>
        {(data) => (
          <>
            <ul class="rows plain">
              {data.map((session) => (
                <SessionRow key={session.session_id} session={session} onEnded={sessions.reload} />
              ))}
            </ul>
            {data.length > 1 && (
              <ConfirmButton
                title={t.security.endOthersTitle}
                action={t.security.endOthers}
                submit={() => call("endOtherSessions", {}).then(sessions.reload)}
              >
                {t.security.endSessionHint}
              </ConfirmButton>
            )}
          </>
        )}
      </QueryResult>
    </Card>
  );
}

const SessionRow = ({ session, onEnded }: { session: OpenSession; onEnded(): Promise<void> }) => (
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
      <ConfirmButton
        title={t.security.endSessionTitle}
        action={t.security.endSession}
        submit={() =>
          call("endSession", { path: { session_id: session.session_id } }).then(onEnded)
        }
      >
        {t.security.endSessionHint}
      </ConfirmButton>
    )}
  </li>
);

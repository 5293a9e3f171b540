import { useQuery } from "../../../base/use-query.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { mutationsTexts as t } from "../mutations-texts.ts";

/** Lists unreadable notifications. Each might be an unknown transfer. Hidden if there are none. */
export function UnreadTexts() {
  const texts = useQuery("listUnreadTexts", {}).data ?? [];
  if (texts.length === 0) return null;
  return (
    <Card title={t.mutations.unread}>
      <p class="hint">{t.mutations.unreadHint}</p>
      <ul class="attempts">
        {texts.map(({ posted_at, app_name, device_name, title, body }) => (
          <li key={`${posted_at} ${body}`}>
            <div class="attempt-head">
              <span class="hint">
                {app_name}, {device_name}
              </span>
              <Moment at={posted_at} />
            </div>
            <blockquote>
              {title && <strong>{title}</strong>}
              <p>{body}</p>
            </blockquote>
          </li>
        ))}
      </ul>
    </Card>
  );
}

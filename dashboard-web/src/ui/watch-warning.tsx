import { useAttention } from "../base/attention.tsx";
import type { CounterAccount } from "../base/generated/types.gen.ts";
import { useMay } from "../base/session.tsx";
import { sharedObstacle } from "../base/shared-obstacle.ts";
import { useQuery } from "../base/use-query.ts";
import { Notice } from "./notice.tsx";
import { watchWarningTexts as t } from "./watch-warning-texts.ts";
import { Button } from "./button.tsx";

/** Warns, before a person sends a link or an invoice, that no account can take its payment now. */
export function WatchWarning() {
  return useMay()("getCounter") ? <Asked /> : null;
}

/** A customer can choose only an account that a source watches. */
const obstacleToChoice = ({ obstacle, is_watched }: CounterAccount) =>
  obstacle ?? (is_watched ? null : "account_not_watched");

function Asked() {
  const { data } = useQuery("getCounter", {});
  const may = useMay();
  const silent = useAttention()?.data?.items.find(({ kind }) => kind === "phone_silent");
  if (!data) return null;
  const obstacles = data.accounts.map(obstacleToChoice);
  if (obstacles.includes(null)) return null;
  const seen = may("listOwnDevices");
  const toAccounts = seen && <Button to="/accounts">{t.watch.toAccounts}</Button>;
  if (data.accounts.length === 0) {
    return (
      <Notice tone="warning">
        <p>{t.watch.noAccount}</p>
        {toAccounts}
      </Notice>
    );
  }
  const reason = sharedObstacle(obstacles);
  if (reason !== "account_not_watched") {
    return (
      <Notice tone="warning">
        <p>
          {reason === null ? t.watch.noneUsable : t.watch.noDays} {t.watch.noChoice}
        </p>
        {toAccounts}
      </Notice>
    );
  }
  const phone = silent?.name ?? null;
  return (
    <Notice tone="warning">
      <p>
        {phone === null ? t.watch.noSource : t.watch.offline(phone)} {t.watch.noChoice}
      </p>
      {seen && (
        <Button to="/devices">{phone === null ? t.watch.toSources : t.watch.toPhone}</Button>
      )}
    </Notice>
  );
}

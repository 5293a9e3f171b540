import { useAttention } from "../base/attention.tsx";
import type { CounterAccount } from "../base/generated/types.gen.ts";
import { Link } from "../base/router.tsx";
import { useMay } from "../base/session.tsx";
import { sharedObstacle } from "../base/shared-obstacle.ts";
import { useQuery } from "../base/use-query.ts";
import { Notice } from "./notice.tsx";
import { watchWarningTexts as t } from "./watch-warning-texts.ts";

interface WatchWarningProps {
  /** Whether an account is chosen for the payment, so that the customer has no choice. */
  hasAccount?: boolean;
}

/** Warns, before a person sends a link or an invoice, that no account can take its payment now. */
export function WatchWarning(props: WatchWarningProps) {
  return useMay()("getCounter") ? <Asked {...props} /> : null;
}

/** A customer can choose only an account that a source watches. */
export const canBeChosen = (account: CounterAccount): boolean => obstacleToChoice(account) === null;

const obstacleToChoice = ({ obstacle, is_watched }: CounterAccount) =>
  obstacle ?? (is_watched ? null : "account_not_watched");

function Asked({ hasAccount = false }: WatchWarningProps) {
  const { data } = useQuery("getCounter", {});
  const may = useMay();
  const silent = useAttention()?.data?.items.find(({ kind }) => kind === "phone_silent");
  if (!data) return null;
  const obstacles = data.accounts.map(obstacleToChoice);
  if (obstacles.includes(null)) return null;
  const seen = may("listOwnDevices");
  const noChoice = hasAccount ? "" : `${t.watch.noChoice} `;
  const toAccounts = seen && <Link to="/accounts">{t.watch.toAccounts}</Link>;
  if (data.accounts.length === 0) {
    return (
      <Notice tone="warning">
        <p>
          {t.watch.noAccount} {toAccounts}
        </p>
      </Notice>
    );
  }
  const reason = sharedObstacle(obstacles);
  if (reason !== "account_not_watched") {
    return (
      <Notice tone="warning">
        <p>
          {reason === null ? t.watch.noneUsable : t.watch.noDays} {noChoice}
          {toAccounts}
        </p>
      </Notice>
    );
  }
  const phone = silent?.name ?? null;
  return (
    <Notice tone="warning">
      <p>
        {phone === null ? t.watch.noSource : t.watch.offline(phone)} {noChoice}
        {seen && <Link to="/devices">{phone === null ? t.watch.toSources : t.watch.toPhone}</Link>}
      </p>
    </Notice>
  );
}

import { Checklist } from "../components/checklist.tsx";
import { Page } from "../components/page.tsx";
import { useMerchant } from "../session.tsx";
import { useWords } from "../words.tsx";

export function Overview() {
  const { t } = useWords();
  const { merchant_name } = useMerchant();
  return (
    <Page title={t.menu.overview} hint={t.overview.hint(merchant_name)}>
      <Checklist />
    </Page>
  );
}

import { useState } from "preact/hooks";
import { Checklist } from "../components/checklist.tsx";
import { DayCharts } from "../components/day-charts.tsx";
import { Figures } from "../components/figures.tsx";
import { Filter } from "../components/filter.tsx";
import { Answered, Page } from "../components/page.tsx";
import { useMerchant } from "../session.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { overviewTexts } from "./overview-texts.ts";

const periods = ["7", "90"] as const;
type Period = (typeof periods)[number];

const defaultDays = 30;

export function Overview() {
  const { t } = useWords(overviewTexts);
  const { merchant_name } = useMerchant();
  const [period, setPeriod] = useState<Period | "">("");
  const overview = useQuery("getOverview", { query: { days: Number(period) || defaultDays } });
  return (
    <Page
      title={t.menu.overview}
      hint={t.overview.hint(merchant_name)}
      actions={
        <Filter<Period>
          label={t.overview.period}
          all={t.overview.lastDays(defaultDays)}
          value={period}
          choices={periods.map((each) => [each, t.overview.lastDays(Number(each))] as const)}
          onChange={setPeriod}
        />
      }
    >
      <Answered query={overview}>
        {(data) =>
          // Figures come first as soon as there are any.
          data.created_count === 0 ? (
            <>
              <Checklist />
              <Figures overview={data} />
            </>
          ) : (
            <>
              <Figures overview={data} />
              <DayCharts days={data.days} timeZone={data.time_zone} />
              <Checklist />
            </>
          )
        }
      </Answered>
    </Page>
  );
}

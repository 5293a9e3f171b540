import { useMerchant } from "../base/session.tsx";
import { dayOf } from "../base/zone-days.ts";
import { Button } from "./button.tsx";

export interface DownloadsProps {
  /** The label before "Excel" and "CSV". */
  label: string;
  workbook: string;
  csv: string;
  /** The file's name without its ending, in the person's language. */
  name: string;
  /** Whether the name has the period of the records. Other names get the day. */
  hasPeriod?: boolean;
}

/** Offers the same table as a workbook for spreadsheets and as text for programs. */
export function Downloads({ label, workbook, csv, name, hasPeriod = false }: DownloadsProps) {
  const { time_zone } = useMerchant();
  const file = hasPeriod ? name : `${name} ${dayOf(new Date(), time_zone)}`;
  return (
    <span class="downloads">
      <Button icon="download" href={workbook} download={`${file}.xlsx`}>
        <span>
          <span class="downloads-label">{label} </span>Excel
        </span>
      </Button>
      <Button href={csv} download={`${file}.csv`}>
        <span>
          <span class="downloads-label">{label} </span>CSV
        </span>
      </Button>
    </span>
  );
}

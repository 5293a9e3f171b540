import { Button } from "./button.tsx";

export interface DownloadsProps {
  /** The label before "Excel" and "CSV". */
  label: string;
  workbook: string;
  csv: string;
  /** The file's name without its ending, in the person's language. */
  name: string;
}

/** Offers the same table as a workbook for spreadsheets and as text for programs. */
export function Downloads({ label, workbook, csv, name }: DownloadsProps) {
  return (
    <span class="downloads">
      <Button icon="download" href={workbook} download={`${name}.xlsx`}>
        <span>
          <span class="downloads-label">{label} </span>Excel
        </span>
      </Button>
      <Button href={csv} download={`${name}.csv`}>
        <span>
          <span class="downloads-label">{label} </span>CSV
        </span>
      </Button>
    </span>
  );
}

import { Button } from "./button.tsx";

interface DownloadsProps {
  /** The label before "Excel" and "CSV". */
  label: string;
  workbook: string;
  csv: string;
  /** Without the ending; where there is none, the address's last part names the file. */
  name?: string;
}

/** The same table as a workbook, which opens right in any spreadsheet, and as text for programs. */
export function Downloads({ label, workbook, csv, name }: DownloadsProps) {
  const named = (ending: string) => (name === undefined ? true : `${name}.${ending}`);
  return (
    <span class="downloads">
      <Button icon="download" href={workbook} download={named("xlsx")}>
        <span>
          <span class="downloads-label">{label} </span>Excel
        </span>
      </Button>
      <Button href={csv} download={named("csv")} aria-label={`${label} CSV`}>
        CSV
      </Button>
    </span>
  );
}

import { Button } from "./button.tsx";

export interface DownloadsProps {
  /** The label before "Excel" and "CSV". */
  label: string;
  workbook: string;
  csv: string;
  /**
   * The file's name without its ending. Without it, the last part of the address names the file.
   */
  name?: string;
}

/** Offers the same table as a workbook for spreadsheets and as text for programs. */
export function Downloads({ label, workbook, csv, name }: DownloadsProps) {
  const named = (ending: string) => (name === undefined ? true : `${name}.${ending}`);
  return (
    <span class="downloads">
      <Button icon="download" href={workbook} download={named("xlsx")}>
        <span>
          <span class="downloads-label">{label} </span>Excel
        </span>
      </Button>
      <Button href={csv} download={named("csv")}>
        <span>
          <span class="downloads-label">{label} </span>CSV
        </span>
      </Button>
    </span>
  );
}

import { useState } from "preact/hooks";
import { limits } from "../../base/limits.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { Icon } from "../../ui/icon.tsx";
import { FileButton } from "../../ui/file-button.tsx";

/** Takes one file, chosen or dropped. */
export function FileDrop({ onFile }: { onFile(file: File): void }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      class="drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (file) onFile(file);
      }}
    >
      <Icon name="upload" />
      <p class="with-mouse">{t.statements.drop}</p>
      <FileButton
        tone="primary"
        label={t.statements.choose}
        accept=".csv,.txt,.xls,.xlsx,.sta,.mt940,.940,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFile={onFile}
      />
      <p class="hint">{t.statements.fileHint(limits.statementMegabytes)}</p>
    </div>
  );
}

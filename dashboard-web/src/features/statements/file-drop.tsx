import { useRef, useState } from "preact/hooks";
import { limits } from "../../base/limits.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/button.tsx";

/** Takes one file, chosen or dropped. */
export function FileDrop({ onFile }: { onFile(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
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
      <p>{t.statements.drop}</p>
      <Button tone="primary" onClick={() => input.current?.click()}>
        {t.statements.choose}
      </Button>
      <p class="hint">{t.statements.fileHint(limits.statementMegabytes)}</p>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.txt,.xls,.xlsx,.sta,.mt940,.940,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={t.statements.choose}
        onChange={(event) => {
          const field = event.currentTarget;
          const [file] = field.files ?? [];
          field.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

import { useRef } from "preact/hooks";
import { Button } from "./button.tsx";

interface FileButtonProps {
  label: string;
  /** The accepted kinds of files, in the format of the input's `accept` attribute. */
  accept: string;
  tone?: "primary";
  onFile(file: File): void;
}

/** Opens the browser's file dialog. A person can choose the same file again. */
export function FileButton({ label, accept, tone, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button tone={tone} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const field = event.currentTarget;
          const [file] = field.files ?? [];
          field.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}

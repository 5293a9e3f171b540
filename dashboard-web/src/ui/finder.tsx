import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

export interface FinderOption {
  /** Differs for each option of a finder. */
  key: string;
  text: string;
  /** The second line. */
  under?: string;
  beside: ComponentChildren;
}

interface FinderProps {
  label: string;
  /** Whether the label stands above the field. Otherwise only screen readers have it. */
  isLabelShown?: boolean;
  placeholder: string;
  text: string;
  onText(text: string): void;
  /** The options below the field, each group with its name. */
  groups: readonly (readonly [name: string, options: readonly FinderOption[]])[];
  /** Whether the options belong to the text. If Enter comes earlier, the first option is chosen when they arrive. */
  isFound: boolean;
  /** Whether Enter can choose the first option. */
  mayChoose: boolean;
  field?: RefObject<HTMLInputElement | null>;
  onFocus?(): void;
  onChoose(option: FinderOption): void;
  /** The announcement about the options. */
  children: ComponentChildren;
}

/** A field with its results below. The arrow keys and Enter, a mouse or a finger choose a result. */
export function Finder(props: FinderProps) {
  const { label, isLabelShown = false, placeholder, text, groups, isFound, mayChoose } = props;
  const { onText, onChoose, onFocus, field, children } = props;
  /** The option that a person chose with the arrow keys. null: the first. */
  const [marked, setMarked] = useState<string | null>(null);
  const [choosesFirst, setChoosesFirst] = useState(false);
  const ids = useId();
  const options = groups.flatMap(([, each]) => each);
  const first = mayChoose ? options[0] : undefined;
  const current = options.findIndex(({ key }) => key === (marked ?? first?.key));

  // The person pressed Enter before the response arrived.
  useEffect(() => {
    if (!choosesFirst || !isFound) return;
    setChoosesFirst(false);
    if (first) onChoose(first);
  }, [choosesFirst, isFound]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = current < 0 && step < 0 ? -1 : current + step;
      setMarked(options.at(next % options.length)?.key ?? null);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const option = options[current] ?? first;
      if (option) onChoose(option);
      else if (!isFound) setChoosesFirst(true);
    }
  }

  let number = -1;
  return (
    <>
      {isLabelShown && <label for={`${ids}-field`}>{label}</label>}
      <input
        {...(field && { ref: field })}
        id={`${ids}-field`}
        type="text"
        enterKeyHint="go"
        {...({ role: "combobox" } as object)}
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={`${ids}-results`}
        aria-autocomplete="list"
        aria-activedescendant={current >= 0 ? `${ids}-${current}` : undefined}
        placeholder={placeholder}
        autocomplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          setMarked(null);
          setChoosesFirst(false);
        }}
        onKeyDown={press}
        {...(onFocus && { onFocus })}
      />
      <div class="finder-results" id={`${ids}-results`} role="listbox" aria-label={label}>
        {groups
          .filter(([, each]) => each.length > 0)
          .map(([name, each]) => (
            <div key={name} role="group" aria-label={name}>
              <p class="finder-group" aria-hidden="true">
                {name}
              </p>
              {each.map((option) => {
                number += 1;
                return (
                  <div
                    key={option.key}
                    id={`${ids}-${number}`}
                    class="finder-option"
                    role="option"
                    aria-selected={number === current}
                    onClick={() => onChoose(option)}
                  >
                    <span class="finder-text">
                      <span>{option.text}</span> {option.under && <code>{option.under}</code>}
                    </span>
                    <span class="amount">{option.beside}</span>
                  </div>
                );
              })}
            </div>
          ))}
      </div>
      <p class="hint" role="status">
        {children}
      </p>
    </>
  );
}

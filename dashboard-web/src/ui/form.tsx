import {
  createContext,
  Fragment,
  type ComponentChildren,
  type InputHTMLAttributes,
  type PartialSelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { May, useSession } from "../base/session.tsx";
import type { OperationName, Refusal } from "../base/api.ts";
import { useAnnounce } from "../base/announce.tsx";
import { useConfirmation } from "../base/confirmation.ts";
import type { Problem } from "../base/generated/types.gen.ts";
import { sentenceOf, type TextsFor } from "../base/texts/texts-for.ts";
import { RefusalNotice } from "./notice.tsx";
import { formTexts as t } from "./form-texts.ts";

/** Returns a field's text including spaces, or "" if the form does not have the field. */
export type Values = (name: string) => string;

interface FormState {
  refusal: Refusal | null;
  isBusy: boolean;
  /** The number of successful submissions. */
  sends: number;
  /** The values that the server refused. */
  refused?: FormData;
  /** The values after a change since then. */
  changed?: FormData;
  /** The texts for the problems of the fields. Without them, a field says only that its value cannot be used. */
  sentences?: TextsFor<Problem> | undefined;
}

const FormContext = createContext<FormState & Pick<FormProps, "said" | "initial">>({
  refusal: null,
  isBusy: false,
  sends: 0,
});

interface FormProps {
  /**
   * Sends the values. A field inside a list has its path as a name, for example `items.0.name`. If the server
   * asks for a code, the form calls this function again with the same values. False: the person decided not to send.
   */
  submit(values: Values): Promise<unknown>;
  /** Receives refusals that the form's owner shows in its own way. */
  onRefusal?(refusal: Refusal): void;
  /**
   * Whether `unauthorized` means a wrong input. In other forms, it means that the session has
   * ended.
   */
  isSignIn?: boolean;
  label?: string;
  /** The announcement after a submission, also the text of `Done`. */
  said?: string;
  /** The initial values of the fields, by name. */
  initial?: Readonly<Record<string, unknown>> | null;
  children: ComponentChildren;
}

/**
 * A form that sends its fields with `submit`, shows a refusal, and marks the fields that the server
 * names.
 */
export function Form({
  submit,
  onRefusal,
  isSignIn = false,
  label,
  said,
  initial = null,
  children,
}: FormProps) {
  const session = useSession();
  const confirmed = useConfirmation();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<FormState>({ refusal: null, isBusy: false, sends: 0 });
  const announce = useAnnounce();

  async function send() {
    if (state.isBusy || !form.current) return;
    const data = new FormData(form.current);
    setState(({ sends }) => ({ refusal: null, isBusy: true, sends }));
    try {
      const isSent = (await confirmed(() => submit((name) => textOf(data.get(name))))) !== false;
      setState(({ sends }) => ({ refusal: null, isBusy: false, sends: sends + (isSent ? 1 : 0) }));
      if (isSent && said !== undefined) announce(said);
    } catch (cause) {
      const refusal = isSignIn ? (cause as Refusal) : session.onRefusal(cause);
      const sentences = refusal.problems.length > 0 ? await loadSentences() : undefined;
      setState(({ sends }) => ({ refusal, isBusy: false, sends, refused: data, sentences }));
      onRefusal?.(refusal);
    }
  }

  useEffect(() => {
    if (!state.refusal) return;
    form.current
      ?.querySelectorAll<HTMLDetailsElement>("details:has([aria-invalid=true])")
      .forEach((folded) => (folded.open = true));
    // Scroll to the notice or the first invalid field. On a phone, both can be far above the
    // button.
    const place = form.current?.querySelector<HTMLElement>(
      state.refusal.problems.length ? "[aria-invalid=true]" : ".notice",
    );
    place?.focus();
    place?.scrollIntoView({ block: "nearest" });
  }, [state.refusal]);

  return (
    <FormContext.Provider value={{ ...state, initial, ...(said !== undefined && { said }) }}>
      <form
        ref={form}
        noValidate
        class="form"
        aria-label={label}
        onInput={({ currentTarget }) => {
          if (!state.refused) return;
          const changed = new FormData(currentTarget);
          setState((before) => ({ ...before, changed }));
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {state.refusal && <RefusalNotice refusal={state.refusal} isSignIn={isSignIn} />}
        {children}
      </form>
    </FormContext.Provider>
  );
}

const loadSentences = async () =>
  (await import("./problem-texts.ts").catch(() => undefined))?.problemTexts.problems;

/** Returns the text of a form field, or "" for a file. */
export const textOf = (value: FormDataEntryValue | null) =>
  typeof value === "string" ? value : "";

interface FieldProps {
  name: string;
  label: string;
  /** Whether the field can be left empty. Only the labels of such fields have a remark. */
  isOptional?: boolean | undefined;
  hint?: ComponentChildren;
  type?: "text" | "color" | "email" | "password" | "date" | "search" | "tel" | "time";
  class?: string;
  defaultValue?: string | number;
  placeholder?: string;
  autoComplete?:
    | "off"
    | "username"
    | "current-password"
    | "new-password"
    | "one-time-code"
    | "organization"
    | "name"
    | "email"
    | "tel";
  autoCapitalize?: "none" | "words" | "sentences" | "characters";
  inputMode?: "none" | "text" | "numeric" | "url";
  maxLength?: number;
  autoFocus?: boolean;
  /** The value of a controlled field. */
  value?: string | undefined;
  onInput?(text: string, event: InputEvent): void;
  /** The problem that the page itself finds in the value. */
  problem?: string | undefined;
}

/** An input with its label, its hint and the server's error. */
export function Field({ name, label, isOptional, hint, onInput, problem, ...input }: FieldProps) {
  const { value } = input;
  const { error, ids, described, initial } = useField({ name, label, hint, problem, value });
  // Browsers obey the attribute only when a document or a dialog opens, and not on the dashboard's next pages.
  useEffect(() => {
    if (input.autoFocus) document.getElementById(ids.input)?.focus();
  }, []);
  return (
    <div class="field">
      <label for={ids.input}>
        <LabelText {...{ label, isOptional }} />
      </label>
      <input
        id={ids.input}
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={described}
        autoCapitalize="none"
        spellcheck={false}
        {...(value === undefined && { defaultValue: initial })}
        {...(onInput && { onInput: (event) => onInput(event.currentTarget.value, event) })}
        {...(input as InputHTMLAttributes)}
      />
      <Remarks ids={ids} hint={hint} error={error} />
    </div>
  );
}

/** A label, also of a field that is built from other parts. */
export const LabelText = ({
  label,
  isOptional = false,
}: Pick<FieldProps, "label" | "isOptional">) => (
  <>
    {label}
    {isOptional && <span class="optional"> {t.form.optional}</span>}
  </>
);

type AreaProps = Omit<TextareaHTMLAttributes, "name" | "label" | "role"> &
  Pick<FieldProps, "name" | "label" | "isOptional" | "hint">;

export function Area({ name, label, isOptional, hint, ...area }: AreaProps) {
  const { error, ids, described, initial } = useField({ name, label, hint });
  return (
    <div class="field">
      <label for={ids.input}>
        <LabelText {...{ label, isOptional }} />
      </label>
      <textarea
        id={ids.input}
        name={name}
        rows={3}
        defaultValue={initial}
        aria-invalid={error !== undefined}
        aria-describedby={described}
        {...area}
      />
      <Remarks ids={ids} hint={hint} error={error} />
    </div>
  );
}

type Options<Value> = readonly (readonly [value: Value, text: string, isDisabled?: boolean])[];

type ChoiceProps = Omit<PartialSelectHTMLAttributes<HTMLSelectElement>, "name" | "label" | "role"> &
  Pick<FieldProps, "name" | "label" | "hint"> & {
    options: Options<string | number>;
    /** The initially chosen option. */
    chosen?: string | number | null | undefined;
  };

export function Choice({ name, label, hint, options, chosen, ...select }: ChoiceProps) {
  const { error, ids, described } = useField({ name, label, hint, isChosen: true });
  return (
    <div class="field">
      <label for={ids.input}>{label}</label>
      <select
        id={ids.input}
        name={name}
        aria-invalid={error !== undefined}
        aria-describedby={described}
        {...select}
      >
        {options.map(([value, text, isDisabled]) => (
          <option key={value} value={value} selected={value === chosen} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
      <Remarks ids={ids} hint={hint} error={error} />
    </div>
  );
}

interface RadiosProps<Value> {
  legend: string;
  name: string;
  chosen: Value | null;
  options: Options<Value>;
  onChoose(value: Value): void;
}

/** Radio buttons for a few choices, all visible. */
export const Radios = <Value extends string | boolean>(props: RadiosProps<Value>) => (
  <fieldset>
    <legend>{props.legend}</legend>
    {props.options.map(([value, text]) => (
      <label class="option" key={String(value)}>
        <input
          type="radio"
          name={props.name}
          value={String(value)}
          checked={props.chosen === value}
          onChange={() => props.onChoose(value)}
        />
        {text}
      </label>
    ))}
  </fieldset>
);

interface TickProps extends Pick<FieldProps, "name" | "label" | "hint"> {
  isTicked?: boolean;
  isDisabled?: boolean;
  /** The error that this box answers. After the refusal, the box takes the focus. */
  describedBy?: string | undefined;
}

/** A checkbox. `values(name)` is "on" if it is ticked. */
export function Tick({ name, label, hint, isTicked, isDisabled = false, describedBy }: TickProps) {
  const { initial } = useContext(FormContext);
  const id = useId();
  return (
    <div>
      <label class="option">
        <input
          type="checkbox"
          name={name}
          defaultChecked={isTicked ?? initial?.[name] === true}
          disabled={isDisabled}
          {...(hint !== undefined && { "aria-describedby": id })}
          {...(describedBy !== undefined && {
            "aria-describedby": describedBy,
            "aria-invalid": true,
          })}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p class="hint of-option" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * A checkbox that appears if the server finds an input suspicious. Ticking it confirms the input.
 */
export function Warned({ name, label }: Pick<TickProps, "name" | "label">) {
  const { error, ids } = useField({ name, label });
  if (error === undefined) return null;
  return (
    <div class="field doubted">
      <Remarks ids={ids} hint={undefined} error={error} />
      <Tick name={name} label={label} describedBy={ids.error} />
    </div>
  );
}

interface UsedField extends Pick<FieldProps, "name" | "label" | "hint" | "problem" | "value"> {
  /** Whether a person chooses the value from a list. */
  isChosen?: boolean;
}

function useField({ name, label, hint, problem, value, isChosen = false }: UsedField) {
  const { refusal, initial: all, refused, changed, sentences } = useContext(FormContext);
  const id = useId();
  const initial = all?.[name];
  // A refusal concerns only the refused value. A box's problem stays, because the box answers it.
  const was = refused?.get(name);
  const isChanged = typeof was === "string" && was !== (value ?? (changed ?? refused)?.get(name));
  const found = refusal?.problems.find(
    ({ path }) =>
      !isChanged &&
      // The fields of a refund can be nested in a decision.
      [String(path[0]), path.join("."), path.join(".").replace(/^refund\./u, "")].includes(name),
  );
  const code = found?.problem.code;
  // An empty number is sent as one that is too small, and an empty address is not an address.
  const isEmpty = /^(?:too_s|not_an_email)/u.test(code ?? "") && refused?.get(name) === "";
  const error =
    problem ??
    (code === "required" || code === "empty" || isEmpty
      ? t.form.missing(label, isChosen)
      : found && (sentences ? sentenceOf(sentences, found.problem) : t.form.invalid));
  // An error replaces a hint, which often says the same. A hint with more than text can hold a link, and stays.
  const hasHint = hint !== undefined && (error === undefined || typeof hint !== "string");
  const ids = {
    input: id,
    hint: hasHint ? `${id}-hint` : undefined,
    error: error && `${id}-error`,
  };
  const described = [ids.hint, ids.error].filter(Boolean).join(" ");
  return {
    error,
    ids,
    described: described || undefined,
    initial: typeof initial === "number" || typeof initial === "string" ? initial : "",
  };
}

interface RemarksProps {
  ids: { hint: string | undefined; error: string | undefined };
  hint: ComponentChildren;
  error: string | undefined;
}

const Remarks = ({ ids, hint, error }: RemarksProps) => (
  <>
    {ids.hint && (
      <p class="hint" id={ids.hint}>
        {hint}
      </p>
    )}
    {error !== undefined && (
      <p class="field-error" id={ids.error}>
        {error}
      </p>
    )}
  </>
);

/** The digits of a code of an authenticator app, by RFC 6238. */
const codeDigits = 6;

/**
 * The field for the six digits of the authenticator app. Phones offer the code above the keyboard. The field takes
 * `123 456` as well, because apps show the code in two groups.
 */
export const CodeField = ({ autoFocus = false, hint }: { autoFocus?: boolean; hint?: string }) => (
  <div
    class="code-field"
    onInput={({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      // A `maxLength` would cut `12 34 56` before its spaces are removed.
      const code = target.value.replaceAll(/\D/gu, "").slice(0, codeDigits);
      if (code !== target.value) target.value = code;
    }}
  >
    <Field
      name="totp_code"
      label={t.form.code}
      hint={hint ?? t.form.codeHint}
      class="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
    />
  </div>
);

/**
 * Confirms that the form was sent. Hidden while the form is being sent again, beside a refusal, and if `isOver`.
 */
export function Done({
  isOver = false,
  children,
}: {
  isOver?: boolean;
  children?: ComponentChildren;
}) {
  const { refusal, isBusy, sends, said } = useContext(FormContext);
  return refusal || isBusy || isOver || sends === 0 ? null : <p class="done">{children ?? said}</p>;
}

/** Re-creates the fields after each successful submission, so that they show the stored values. */
export function Renewed({ children }: { children: ComponentChildren }) {
  return <Fragment key={useContext(FormContext).sends}>{children}</Fragment>;
}

interface SubmitProps {
  children: ComponentChildren;
  tone?: "primary" | "danger" | "plain" | undefined;
  /** Shows the button only to roles that can call the operation. */
  needs?: OperationName;
  /** Whether the form cannot be sent yet. */
  isDisabled?: boolean | undefined;
}

/** The button that sends the form. It has no effect while the form is being sent. */
export function Submit({ children, tone = "primary", needs, isDisabled = false }: SubmitProps) {
  const { isBusy } = useContext(FormContext);
  const button = (
    <button
      type="submit"
      class={`button ${tone}`}
      disabled={isDisabled}
      aria-disabled={isBusy}
      data-busy={isBusy}
      // Ignore the second click of a double click, because the first might have put another button
      // here.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    >
      {children}
    </button>
  );
  return needs ? <May call={needs}>{button}</May> : button;
}

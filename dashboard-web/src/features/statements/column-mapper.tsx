import { useState } from "preact/hooks";
import type { Refusal } from "../../base/api.ts";
import type { StatementMapping, StatementPreview } from "../../base/generated/types.gen.ts";
import {
  columnRoles,
  guessHeaderRow,
  guessRoles,
  mappingOf,
  problemOf,
  rolesOfMapping,
  type ColumnRole,
  type Roles,
} from "./guess-columns.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { Choice, Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { Button } from "../../ui/button.tsx";

interface ColumnMapperProps {
  preview: StatementPreview;
  /** The choice that the server refused, or null at first. */
  chosen: StatementMapping | null;
  refusal: Refusal | null;
  onMapped(mapping: StatementMapping): void;
  onOther(): void;
}

const samplesShown = 3;

/** Lets a person name the columns of a file with an unknown layout. */
export function ColumnMapper({ preview, chosen, refusal, onMapped, onOther }: ColumnMapperProps) {
  const { lines } = preview;
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const remembered = chosen ?? preview.mapping;
  const [headerRow, setHeaderRow] = useState(() => remembered?.header_row ?? guessHeaderRow(lines));
  const [roles, setRoles] = useState<Roles>(() =>
    remembered ? rolesOfMapping(remembered, width) : guessRoles(lines, headerRow),
  );
  const [isTried, setTried] = useState(false);
  const problem = problemOf(roles);
  const header = lines.find(({ row }) => row === headerRow)?.cells ?? [];
  const rows = lines.filter(({ row }) => row > headerRow);
  const samplesOf = (index: number) =>
    rows
      .map(({ cells }) => cells[index] ?? "")
      .filter((cell) => cell.trim() !== "")
      .slice(0, samplesShown);
  const asksForPeriod = refusal?.reason?.code === "statement_days_needed";

  const leftOut = chosen?.left_out_rows ?? [];
  const refused = chosen && rowThatIsNoBooking(refusal);

  return (
    <Card title={t.statements.unknown}>
      {refused && (
        <Button onClick={() => onMapped({ ...chosen, left_out_rows: [...leftOut, refused] })}>
          {t.statements.leaveOut(refused)}
        </Button>
      )}
      <p class="hint">{t.statements.unknownHint}</p>
      {preview.mapping && !chosen && <p>{t.statements.remembered}</p>}
      <Form
        label={t.statements.columns}
        submit={async (values) => {
          setTried(true);
          if (problem !== null) return;
          onMapped(
            mappingOf(headerRow, roles, {
              day_order: orNull(values("day_order")) as "DMY" | "MDY" | null,
              decimal_mark: orNull(values("decimal_mark")) as "comma" | "point" | null,
              first_day: orNull(values("first_day")),
              last_day: orNull(values("last_day")),
              left_out_rows: rowsIn(values("left_out_rows")),
            }),
          );
        }}
      >
        <Choice
          name="header_row"
          label={t.statements.headerRow}
          options={[
            [0, t.statements.noHeader],
            ...lines.map(({ row, cells }) => {
              const words = cells.filter(Boolean).join(" | ").slice(0, 60);
              return [row, t.statements.headerChoice(row, words)] as const;
            }),
          ]}
          value={headerRow}
          onChange={(event) => {
            const row = Number(event.currentTarget.value);
            setHeaderRow(row);
            setRoles(guessRoles(lines, row));
          }}
        />
        <fieldset>
          <legend>{t.statements.columns}</legend>
          <ul class="columns">
            {Array.from({ length: width }, (_, index) => (
              <li key={index}>
                <label for={`column-${index}`}>
                  {t.statements.column(index + 1, (header[index] ?? "").trim())}
                </label>
                <p class="hint">{samplesOf(index).join(" · ") || t.statements.emptyCells}</p>
                <select
                  id={`column-${index}`}
                  value={roles[index] ?? ""}
                  onChange={(event) => {
                    const role = (event.currentTarget.value || null) as ColumnRole | null;
                    setRoles(roles.map((each, place) => (place === index ? role : each)));
                  }}
                >
                  <option value="">{t.statements.ignored}</option>
                  {columnRoles.map((role) => (
                    <option key={role} value={role}>
                      {t.statements.columnRoles[role]}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        </fieldset>
        <details open={asksForPeriod || leftOut.length > 0}>
          <summary>{t.statements.helps}</summary>
          <div class="thirds">
            <Choice
              name="day_order"
              label={t.statements.dayOrder}
              chosen={remembered?.day_order ?? ""}
              options={[["", t.statements.findOut], ...Object.entries(t.statements.dayOrders)]}
            />
            <Choice
              name="decimal_mark"
              label={t.statements.decimalMark}
              chosen={remembered?.decimal_mark ?? ""}
              options={[["", t.statements.findOut], ...Object.entries(t.statements.decimalMarks)]}
            />
            <Field
              name="first_day"
              type="date"
              label={t.statements.firstDay}
              isOptional={!asksForPeriod}
              defaultValue={chosen?.first_day ?? ""}
            />
            <Field
              name="last_day"
              type="date"
              label={t.statements.lastDay}
              isOptional={!asksForPeriod}
              defaultValue={chosen?.last_day ?? ""}
            />
            <Field
              name="left_out_rows"
              label={t.statements.leftOut}
              isOptional
              hint={t.statements.leftOutHint}
              inputMode="numeric"
              defaultValue={leftOut.join(", ")}
            />
          </div>
        </details>
        {isTried && problem !== null && (
          <Notice tone="bad">{t.statements.missingRoles[problem]}</Notice>
        )}
        <div class="actions">
          <Submit>{t.statements.check}</Submit>
          <Button onClick={onOther}>{t.statements.otherFile}</Button>
        </div>
      </Form>
    </Card>
  );
}

/** Returns the refused row that a person can mark as not a transaction, or null. */
function rowThatIsNoBooking(refusal: Refusal | null): number | null {
  const { code, params } = refusal?.reason ?? {};
  const isOfOneRow =
    code === "statement_not_a_day" ||
    code === "statement_not_an_amount" ||
    code === "statement_no_amount" ||
    code === "statement_out_of_order" ||
    code === "statement_balance_broken";
  return isOfOneRow && params && "row" in params ? params.row : null;
}

const rowsIn = (text: string): number[] => [
  ...new Set([...text.matchAll(/\d+/gu)].map(([row]) => Number(row)).filter((row) => row > 0)),
];

const orNull = (text: string): string | null => (text === "" ? null : text);

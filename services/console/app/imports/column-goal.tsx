import type { Schemas } from "../api.ts";
import { RESERVED_NAMES } from "../data/columns/reserved-names.ts";
import type { Column } from "../data/tables.ts";
import { NamedSelect } from "../parts/select.tsx";
import { MAPPING } from "../words/imports.ts";
import {
  newColumn,
  takenIn,
  typesFor,
  type ImportColumn,
  type NewType,
  type Part,
  type To,
} from "./mapping.ts";
import { MoreOfColumn } from "./more-of-column.tsx";
import { Question } from "./question.tsx";

type ColumnPatch = Schemas["ImportColumnPatch"];

interface ColumnGoalOf {
  part: Part;
  column: ImportColumn;
  columns: readonly Column[];
  onChange: (patch: ColumnPatch) => void;
}

/** Names of choices beside the columns, whose names begin with a letter. */
const OUT = "-out";
const NEW = "-new";
const ID = "-id";

/** Chooses the goal of a column: none, a column of the table, or a new one of a type; and asks what its values mean. */
export function ColumnGoal({ part, column, columns, onChange }: ColumnGoalOf) {
  const { index, to, question } = column;
  const go = (goal: To | null) => onChange({ index, to: goal });
  const toNew = (type: NewType) => go(newColumn(column, type, settingsOf(part, columns)));
  return (
    <div className="goal">
      {part.target?.kind === "new_table" ? (
        <NewTableType {...{ column, toNew }} onOut={() => go(null)} />
      ) : (
        <TableGoal {...{ column, columns, go, toNew }} />
      )}
      {to !== null && question !== null && <Question column={column} onChange={onChange} />}
      {to !== null && <MoreOfColumn {...{ part, column, columns, onChange }} />}
    </div>
  );
}

const CURRENCY = "EUR";

const settingsOf = (part: Part, columns: readonly Column[]) => ({
  taken: takenIn(part, RESERVED_NAMES, columns),
  currency: CURRENCY,
  nameless: MAPPING.nameless,
});

interface NewTableTypeOf {
  column: ImportColumn;
  toNew: (type: NewType) => void;
  onOut: () => void;
}

function NewTableType({ column, toNew, onOut }: NewTableTypeOf) {
  const types = Object.fromEntries(typesFor(column).map((type) => [type, MAPPING.types[type]] as const));
  return (
    <NamedSelect<string>
      label={MAPPING.typeOf(column.header)}
      of={{ ...types, [OUT]: MAPPING.leaveOut }}
      is={column.to?.new?.type ?? OUT}
      onChange={(chosen) => (chosen === OUT ? onOut() : toNew(chosen as NewType))}
    />
  );
}

interface TableGoalOf extends Pick<ColumnGoalOf, "column" | "columns"> {
  go: (to: To | null) => void;
  toNew: (type: NewType) => void;
}

function TableGoal({ column, columns, go, toNew }: TableGoalOf) {
  const { to, header, guess } = column;
  const choices = {
    [OUT]: MAPPING.leaveOut,
    ...Object.fromEntries(columns.map(({ name, display_name: title }) => [name, title] as const)),
    [NEW]: MAPPING.newColumn,
    [ID]: MAPPING.ofRow,
  };
  const onChoose = (chosen: string) => {
    if (chosen === OUT) go(null);
    else if (chosen === NEW) toNew(guess.type as NewType);
    else go(chosen === ID ? { field: "id" } : { column: chosen });
  };
  return (
    <>
      <NamedSelect<string> label={MAPPING.goesOf(header)} of={choices} is={goalOf(to)} onChange={onChoose} />
      {to?.new !== undefined && (
        <NamedSelect<string>
          label={MAPPING.typeOf(header)}
          of={Object.fromEntries(typesFor(column).map((type) => [type, MAPPING.types[type]] as const))}
          is={to.new.type}
          onChange={(type) => toNew(type as NewType)}
        />
      )}
    </>
  );
}

function goalOf(to: To | null): string {
  if (to === null) return OUT;
  if (to.new !== undefined) return NEW;
  return to.column ?? ID;
}

/** Says where a column went, once that cannot be changed. */
export function goalText({ to }: ImportColumn, columns: readonly Column[]): string {
  if (to === null) return MAPPING.leftOut;
  if (to.new !== undefined) return MAPPING.types[to.new.type];
  if (to.field !== undefined) return MAPPING.ofRow;
  return columns.find(({ name }) => name === to.column)?.display_name ?? to.column ?? "";
}

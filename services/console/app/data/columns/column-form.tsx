import { ProblemError } from "@jst/client";
import { useState } from "react";
import type { AnyField } from "../../parts/fields.ts";
import { Select } from "../../parts/select.tsx";
import { WriteForm } from "../../parts/write-form.tsx";
import { useWriting } from "../../parts/writing.ts";
import { useSession } from "../../session/session.ts";
import { COLUMN_TYPES, COLUMNS } from "../../words/columns.ts";
import { PARTS } from "../../words/parts.ts";
import { isReference } from "../cells.ts";
import { shownSample } from "../column-choices.ts";
import type { Column, Table } from "../tables.ts";
import { editorOf } from "../writing-kinds.ts";
import { addColumn, changeColumn } from "./changing.ts";
import { useChoiceFaults, type ChoiceFaults } from "./choice-faults.ts";
import { changesOf, consented, newColumn, type WrittenColumn } from "./column-body.ts";
import { draftOf, type ColumnDraft, type ColumnType } from "./column-draft.ts";
import { beginsWith } from "./default-cell.ts";
import { useDefaultNames } from "./default-names.ts";
import { byProgramNames } from "./formula-names.ts";
import { TypeSettings } from "./type-settings.tsx";
import { Uses, usesIn } from "./uses.tsx";

interface ColumnFormOf {
  table: Table;
  /** The column that is changed; of a new one undefined. */
  column?: Column;
  /** How a new one is added; behind the others by default. */
  add?: ReturnType<typeof addColumn>;
  onDone: (done: WrittenAnswer) => void;
}

/** The column as it was written, or its proposal. */
type WrittenAnswer = Awaited<ReturnType<ReturnType<typeof addColumn>>>;

const { fields: labels } = COLUMNS;

/** A column is written: what it is called, its type, and what it has by its type. */
export function ColumnForm({ table, column: shown, add = addColumn(table), onDone }: ColumnFormOf) {
  const [column] = useState(shown);
  const [draft, setDraft] = useState(() => draftOf(column));
  const { timezone } = useSession().team;
  const writing = useWriting<WrittenColumn, WrittenAnswer>({
    send: column === undefined ? add : changeColumn(table, column),
    touches: [["table"], ["rows", table.id]],
    onDone,
  });
  const { faults, beside, setSent } = useChoiceFaults(writing.error, draft);
  const names = useDefaultNames(column);
  const begins = beginsWith(draft, { label: labels.default, was: column?.default, timezone, names });
  // A change of the type carries the default over.
  const isAsked = column === undefined || column.type === draft.type;
  const fields = [
    ...named,
    typeField({ draft, column, setDraft, faults }),
    ...(draft.type === "formula" ? [formula] : []),
    ...(isFilled(draft.type) ? [] : [required, unique]),
    ...(isAsked ? begins.fields : []),
    description,
    ...(column === undefined ? [name] : forcing(writing.error, column)),
  ];
  return (
    <WriteForm<WrittenColumn, WrittenAnswer>
      fields={fields}
      {...(column === undefined ? {} : { was: { ...membersOf(column), ...begins.was } })}
      beside={beside}
      complete={(written) => {
        setSent(draft);
        const members = withProgramNames(begins.membersOf(written), table);
        if (column === undefined) return newColumn(table, draft, members);
        return consented(changesOf(column, draft, members), writing.variables);
      }}
      does={column === undefined ? COLUMNS.does : PARTS.save}
      writing={writing}
    />
  );
}

/** Writes the columns of a formula by their names for programs, as it is stored. */
function withProgramNames(members: WrittenColumn, { columns = [] }: Table): WrittenColumn {
  const { formula: text } = members;
  return typeof text === "string" ? { ...members, formula: byProgramNames(text, columns) } : members;
}

/** Reads the members that the form's fields write. The type and its settings are written beside them. */
function membersOf({ display_name, required, unique, description, formula }: Column): WrittenColumn {
  return { display_name, required, unique, description, formula };
}

const named: readonly AnyField[] = [
  { name: "display_name", kind: "text", label: labels.display_name, isRequired: true },
];
const formula: AnyField = {
  ...{ name: "formula", kind: "long", label: labels.formula, isRequired: true },
  help: COLUMNS.formulaHelp,
};
const required: AnyField = { name: "required", kind: "check", label: labels.required };
const unique: AnyField = { name: "unique", kind: "check", label: labels.unique };
const description: AnyField = { name: "description", kind: "text", label: labels.description };
const name: AnyField = { name: "name", kind: "text", label: labels.name, help: COLUMNS.nameHelp };

interface TypeFieldOf {
  draft: ColumnDraft;
  column: Column | undefined;
  setDraft: (draft: ColumnDraft) => void;
  faults: ChoiceFaults;
}

/** The type of a column and what it has by it. */
function typeField({ draft, column, setDraft, faults }: TypeFieldOf): AnyField {
  const types = Object.entries(COLUMN_TYPES) as [ColumnType, string][];
  const offered = types.filter(([type]) => column === undefined || mayBecome(column.type, type));
  const onChange = (change: Partial<ColumnDraft>) => setDraft({ ...draft, ...change });
  return {
    ...{ name: "type", kind: "own", label: labels.type },
    shows: () => (
      <>
        <Select
          label={labels.type}
          of={Object.fromEntries(offered)}
          is={draft.type}
          onChange={(type) => onChange({ type })}
        />
        <TypeSettings {...{ draft, faults, onChange }} isNew={column === undefined} />
      </>
    ),
  };
}

const isFilled = (type: ColumnType) => editorOf({ type }) === undefined;

/** Whether cells can be carried over: not to or from what the platform fills, nor to what names something. */
const mayBecome = (from: ColumnType, to: ColumnType) =>
  from === to || !(isFilled(from) || isFilled(to) || isReference({ type: to }));

/** Adds the question to force a change that was refused because it loses data. */
function forcing(error: Error | null, column: Column): AnyField[] {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const uses = usesIn(error);
  if (uses.length > 0)
    return [
      { name: "uses", kind: "own", label: COLUMNS.uses, shows: () => <Uses of={uses} /> },
      { name: "force", kind: "check", label: COLUMNS.breaks },
    ];
  if (problem?.code !== "type_mismatch") return [];
  const { count, samples } = problem as { count?: number; samples?: { value: unknown }[] };
  const such = COLUMNS.such((samples ?? []).map(({ value }) => shownSample(column, value)).join("; "));
  return [{ name: "force", kind: "check", label: `${COLUMNS.empties(count ?? 1)}, ${such}` }];
}

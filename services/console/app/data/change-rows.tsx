import { useState } from "react";
import { Button, Form } from "react-aria-components";
import type { ChosenRow } from "../grid/choice.ts";
import { writtenOf } from "../parts/fields.ts";
import { FormField } from "../parts/form-field.tsx";
import { Select } from "../parts/select.tsx";
import { useSession } from "../session/session.ts";
import { CHOICE } from "../words/choice.ts";
import { cellsOf, rowFields, type WrittenRow } from "./row-fields.tsx";
import type { RowAct } from "./row-requests.ts";
import type { Table } from "./tables.ts";
import { editorOf } from "./writing-kinds.ts";

interface ChangeRowsOf {
  table: Table;
  rows: readonly ChosenRow[];
  onAct: (act: RowAct) => void;
  onClose: () => void;
}

/** Form of one column and its value for all chosen rows. */
export function ChangeRows({ table, rows, onAct, onClose }: ChangeRowsOf) {
  const { timezone } = useSession().team;
  // The rows stay as they were when the form was opened.
  const columns = (table.columns ?? []).filter(
    (column) => editorOf(column) !== undefined && (!column.unique || rows.length === 1),
  );
  const [name, setName] = useState(columns[0]?.name ?? "");
  const column = columns.find((one) => one.name === name);
  if (column === undefined) return null;
  const form = { columns: [column], timezone, names: {} };
  const fields = rowFields(form);
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        const written = writtenOf<WrittenRow>(new FormData(event.currentTarget), fields, {});
        // A field that stays as it begins is empty.
        onAct({ kind: "change", data: { [name]: null, ...cellsOf(form, written) } });
        onClose();
      }}
    >
      <Select
        label={CHOICE.column}
        of={Object.fromEntries(columns.map((one) => [one.name, one.display_name]))}
        is={name}
        onChange={setName}
      />
      {fields.map((field) => (
        <FormField key={`${name} ${field.name}`} field={field} isFaulty={false} />
      ))}
      {!column.required && column.type !== "boolean" && <p className="aside">{CHOICE.empties}</p>}
      <Button type="submit" className="main">
        {CHOICE.changes(rows.length)}
      </Button>
    </Form>
  );
}

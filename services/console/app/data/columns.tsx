import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import type { Field } from "../parts/fields.ts";
import { New } from "../parts/new.tsx";
import { Opening } from "../parts/opening.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownValue } from "../parts/values.ts";
import { mayDo, useSession } from "../session/session.ts";
import { COLUMN_TYPES, COLUMNS } from "../words/tables.ts";
import type { Column, Table } from "./tables.ts";

/** What people write of a column; the choices of a select column become its options. */
type Written = Pick<Schemas["NewColumn"], "name" | "display_name" | "type" | "required" | "formula"> & {
  choices?: string[];
};

const { fields: labels, heads } = COLUMNS;

const fields: readonly Field<Written>[] = [
  { name: "name", kind: "text", label: labels.name, isRequired: true },
  { name: "display_name", kind: "text", label: labels.display_name },
  { name: "type", kind: "choice", label: labels.type, choices: COLUMN_TYPES, isRequired: true },
  { name: "required", kind: "check", label: labels.required },
  { name: "choices", kind: "words", label: labels.choices },
  { name: "formula", kind: "text", label: labels.formula, help: COLUMNS.formulaHelp },
];

/** The body of a column that was written. */
function bodyOf({ choices = [], ...column }: Written): Schemas["NewColumn"] {
  const hasChoices = column.type === "select" || column.type === "multi_select";
  return hasChoices ? { ...column, options: { options: choices.map((value) => ({ value })) } } : column;
}

/** The columns of a table with what computes them, and what adds and removes one. */
export function Columns({ table }: { table: Table }) {
  const session = useSession();
  const path = { table_id: table.id };
  const touches = [["table"], ["rows", table.id]];
  return (
    <>
      {mayDo(session, "tables", "write") && (
        <New
          words={{ opens: COLUMNS.newOpens, does: COLUMNS.does }}
          fields={fields}
          touches={touches}
          send={(written: Written, header) => {
            const params = { path, header };
            return answered(
              api.POST("/api/v1/data/tables/{table_id}/columns", { params, body: bodyOf(written) }),
            );
          }}
        />
      )}
      <Opening opens={COLUMNS.opens}>{() => <List table={table} />}</Opening>
    </>
  );
}

function List({ table }: { table: Table }) {
  const mayRemove = mayDo(useSession(), "tables", "delete");
  return (
    <ThingsTable
      name={COLUMNS.list}
      things={table.columns ?? []}
      columns={{
        [heads.name]: ({ display_name: title, name }) => (title === name ? name : `${title} (${name})`),
        [heads.type]: ({ type }) => type.replaceAll("_", " "),
        [heads.required]: ({ required }) => shownValue(required),
        [heads.formula]: ({ formula }) => typeof formula === "string" && <code>{formula}</code>,
        [heads.remove]: (column) => mayRemove && <Remove table={table} column={column} />,
      }}
    />
  );
}

function Remove({ table, column }: { table: Table; column: Column }) {
  const path = { table_id: table.id, column_id: column.id };
  return (
    <Act
      words={COLUMNS.remove(column.display_name)}
      of={column}
      isDangerous
      touches={[["table"], ["rows", table.id]]}
      send={(header) =>
        answered(
          api.DELETE("/api/v1/data/tables/{table_id}/columns/{column_id}", { params: { path, header } }),
        )
      }
    />
  );
}

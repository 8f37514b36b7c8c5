import { AppError, type FieldError, validationFailed } from "@jst/errors";
import type { ImportPart, OpenTarget, Targets } from "@jst/importing";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { ColumnSchema, TableSchema } from "../engine/schema/schema.ts";
import { schemaOfTable, withTable } from "../engine/schema/with-table.ts";
import { makeColumns, makeTable } from "./make-target.ts";
import { partColumns, type OpenPart } from "./part-columns.ts";
import { stampOf } from "./stamps.ts";
import { judgeNewRows, judgeRows, writeRows } from "./table-pages.ts";

/** Targets of imports into tables (imports.import). */
export const tableTargets: Targets<Deps> = {
  features: { presets: [], isQuietable: false },
  open: async (call, part, at) => {
    if (part.target?.kind === "contacts") throw validationFailed([otherKind(`${at}.target.kind`)]);
    return part.target?.kind === "table" ? openTable(call, part, at) : openNew(call, part, at);
  },
};

const otherKind = (field: string): FieldError => ({
  field,
  code: "invalid_value",
  message: "This import goes into tables. Import contacts with POST /api/v1/contacts/imports.",
});

async function openTable(call: Call<Deps>, part: ImportPart, at: string): Promise<OpenTarget> {
  const schema = await presentSchema(call, part.target?.table_id ?? "", `${at}.target.table_id`);
  const errors: FieldError[] = [];
  const columns = partColumns(part, schema.columns, at, errors);
  checkMatch(part, schema.columns, at, errors);
  if (errors.length > 0) throw unfit(errors);
  const open: OpenPart = { call, part, columns, stamp: stampOf(schema, columns.names) };
  return {
    columns: columns.targets,
    stamp: open.stamp,
    judge: (rows, store) => judgeRows(open, schema.id, rows, store),
    ...(columns.drafts.length > 0 && { make: (store) => makeColumns(open, schema.id, store) }),
    write: (rows, store) => writeRows(open, schema.id, rows, store),
  };
}

/** Reads the schema of a table as it is now; what this process remembers of it may be out of date. */
async function presentSchema(call: Call<Deps>, table: string, field: string): Promise<TableSchema> {
  call.deps.schemas.drop(call.caller.team_id, table);
  try {
    return await withTable(call, table, (schema) => schemaOfTable(call, schema.id));
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    const message = "The team does not have this table. Check the id.";
    throw validationFailed([{ field, code: "not_found", message }]);
  }
}

function openNew(call: Call<Deps>, part: ImportPart, at: string): Promise<OpenTarget> {
  const errors: FieldError[] = [];
  const columns = partColumns(part, new Map(), at, errors);
  checkMatch(part, new Map(), at, errors);
  if (errors.length > 0) throw unfit(errors);
  const open: OpenPart = { call, part, columns, stamp: "new" };
  return Promise.resolve({
    columns: columns.targets,
    stamp: open.stamp,
    judge: (rows, store) => judgeNewRows(open, rows, store),
    make: (store) => makeTable(open, store),
    write: () => Promise.reject(new Error("a table is made before its rows are written")),
  });
}

/** An unknown column has a code of its own (tables.write); the other faults are listed with it. */
function unfit(errors: FieldError[]): AppError {
  if (!errors.some(({ code }) => code === "unknown_column")) return validationFailed(errors);
  const detail = "The table does not have a column to which the import goes. Check the names.";
  return new AppError("unknown_column", detail, { errors });
}

function checkMatch(
  { match, columns }: ImportPart,
  known: ReadonlyMap<string, ColumnSchema>,
  at: string,
  errors: FieldError[],
): void {
  const hasId = columns.some(({ to }) => to?.field === "id");
  if (hasId && match?.by !== "id") {
    const message = "A column goes to the id of the row. Send match by id, or leave the column out.";
    errors.push({ field: `${at}.match.by`, code: "conflict", message });
  }
  if (match === null || match.by === "id") return;
  const column = known.get(match.by);
  if (column?.unique === true) return;
  const [code, message] =
    column === undefined
      ? ["unknown_column", "The table does not have this column. Read the table to see its columns."]
      : ["not_unique", "Rows are found by a unique column. Choose another column, or id."];
  errors.push({ field: `${at}.match.by`, code, message });
}

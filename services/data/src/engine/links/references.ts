import type { Directory, Kind, Reference } from "@jst/directory";
import type { FieldError } from "@jst/errors";
import { type Call, isUuid } from "@jst/rpc";
import type { NewColumn } from "../../../gen/rpc.ts";
import { type ColumnType, columnTypes } from "../types/types.ts";
import type { TableSchema } from "../schema/schema.ts";

/** What a call has that writes ids of members and contacts. */
export interface ReferenceDeps {
  /** Knows what cells may name outside this service. */
  directory: Pick<Directory, "requireKnown" | "faultsOf">;
}

/** The faults of cells, each row's at its place, that name a member or contact whom the team does not have. */
export function unknownCells(
  call: Call<ReferenceDeps>,
  schema: TableSchema,
  rows: readonly { cells: Record<string, unknown>; at: string }[],
): Promise<FieldError[]> {
  const columns = [...schema.columns.values()].filter(({ type }) => keptElsewhere(type));
  const references = rows.flatMap(({ cells, at }) =>
    columns.flatMap(({ name, type }) =>
      Object.hasOwn(cells, name) ? referenceOf(type, cells[name], `${at}.${name}`) : [],
    ),
  );
  return call.deps.directory.faultsOf(call.caller.team_id, references, call.hop);
}

/** Refuses defaults that name whom the team does not have; `at` is the place of a column, such as `columns.0.`. */
export async function requireKnownDefaults(
  call: Call<ReferenceDeps>,
  columns: readonly { column: Pick<NewColumn, "type" | "default">; at: string }[],
): Promise<void> {
  const references = columns.flatMap(({ column, at }) =>
    referenceOf(column.type, column.default, `${at}default`),
  );
  await call.deps.directory.requireKnown(call, ...references);
}

/** The same of a new default for one column of the table. */
export async function requireKnownDefault(
  call: Call<ReferenceDeps>,
  schema: TableSchema,
  columnId: string,
  value: unknown,
): Promise<void> {
  const column = [...schema.columns.values()].find(({ id }) => id === columnId.toLowerCase());
  if (column !== undefined)
    await requireKnownDefaults(call, [{ column: { type: column.type, default: value }, at: "" }]);
}

/** None for what is no id: the type of the column refuses that. */
function referenceOf(type: ColumnType, value: unknown, field: string): Reference[] {
  const kind = keptElsewhere(type);
  if (kind === undefined || typeof value !== "string" || !isUuid(value)) return [];
  return [{ field, kind, id: value }];
}

function keptElsewhere(type: ColumnType): Kind | undefined {
  const { refersTo } = columnTypes[type];
  return refersTo === "row" ? undefined : refersTo;
}

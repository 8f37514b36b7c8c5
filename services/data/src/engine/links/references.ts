import { requireReach, type Right } from "@jst/caller";
import type { Directory, Kind, Reference } from "@jst/directory";
import { type FieldError, validationFailed } from "@jst/errors";
import { type Call, isUuid } from "@jst/rpc";
import type { ColumnCreate } from "../../../gen/rpc.ts";
import { FILES_MAX } from "../types/file-type.ts";
import { type ColumnType, columnTypes } from "../types/types.ts";
import type { TableSchema } from "../schema/schema.ts";

/** Dependencies of calls that write ids of members, contacts and files. */
export interface ReferenceDeps {
  /** Knows what cells may name outside this service. */
  directory: Pick<Directory, "faultsOf">;
}

/**
 * The faults of cells, each row's at its place, that name a member, contact or file that the team does not have; one
 * for a cell, however many of its list it is.
 */
export async function unknownCells(
  call: Call<ReferenceDeps>,
  schema: TableSchema,
  rows: readonly { cells: Record<string, unknown>; at: string }[],
): Promise<FieldError[]> {
  const columns = [...schema.columns.values()].filter(({ type }) => keptElsewhere(type));
  const references = rows.flatMap(({ cells, at }) =>
    columns.flatMap(({ name, type }) =>
      Object.hasOwn(cells, name) ? referencesOf(type, cells[name], `${at}.${name}`) : [],
    ),
  );
  return unknownIn(call, references);
}

/** Rights without which no cell names what another service has (tables.cell-rights). */
const rights: Partial<Record<Kind, Right>> = {
  contact: { resource: "contacts", action: "read" },
  file: { resource: "files", action: "read" },
};

/** The faults of references, one a field; throws 403 before anybody is asked for what the caller may not name. */
async function unknownIn(call: Call<ReferenceDeps>, references: readonly Reference[]): Promise<FieldError[]> {
  for (const { kind, field } of references) {
    const right = rights[kind];
    if (right !== undefined) requireReach(call.caller, right, field);
  }
  return perField(await call.deps.directory.faultsOf(call.caller.team_id, references, call.hop));
}

function perField(faults: readonly FieldError[]): FieldError[] {
  return [...new Map(faults.map((fault) => [fault.field, fault])).values()];
}

/** Refuses defaults that name whom the team does not have; `at` is the place of a column, such as `columns.0.`. */
export async function requireKnownDefaults(
  call: Call<ReferenceDeps>,
  columns: readonly { column: Pick<ColumnCreate, "type" | "default">; at: string }[],
): Promise<void> {
  const references = columns.flatMap(({ column, at }) =>
    referencesOf(column.type, column.default, `${at}default`),
  );
  const faults = await unknownIn(call, references);
  if (faults.length > 0) throw validationFailed(faults);
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

/**
 * Lists the references of a value, at most as many as a cell may have. Values that are not ids are left to the type of
 * the column.
 */
function referencesOf(type: ColumnType, value: unknown, field: string): Reference[] {
  const kind = keptElsewhere(type);
  if (kind === undefined) return [];
  const named = kind === "file" && Array.isArray(value) ? (value as unknown[]).slice(0, FILES_MAX) : [value];
  return named.flatMap((id) => (typeof id === "string" && isUuid(id) ? [{ field, kind, id }] : []));
}

function keptElsewhere(type: ColumnType): Kind | undefined {
  const { refersTo } = columnTypes[type];
  return refersTo === "row" ? undefined : refersTo;
}

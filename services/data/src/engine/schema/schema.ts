import { FormulaSet } from "@jst/formula";
import { fieldsOf, type Field, type Fields } from "@jst/query";
import { assignee, ASSETS } from "../types/assignee.ts";
import type { ColumnOptions } from "../types/definition.ts";
import { formulasOf } from "./formulas.ts";
import { type ColumnType, columnTypes } from "../types/types.ts";
import { systemFields } from "../sql/list-fields.ts";
import { objectSql } from "../sql/json-sql.ts";
import { indexed, type Storage, storageOf } from "../storage/storage.ts";

/** Members of a column that handlers need. */
export interface ColumnSchema {
  id: string;
  name: string;
  type: ColumnType;
  required: boolean;
  unique: boolean;
  default: unknown;
  options: ColumnOptions;
}

/** A relation column of some table, seen from the table it points to. */
export interface IncomingColumn {
  table_id: string;
  name: string;
  cardinality: "one" | "many";
}

/** Schema of a table, as handlers need it to check, list and show rows. Remembered per process; see SchemaCache. */
export interface TableSchema {
  id: string;
  name: string;
  /** True for a table that the platform made. */
  isSystem: boolean;
  /** The version of the columns this was made from. */
  version: number;
  columns: ReadonlyMap<string, ColumnSchema>;
  /** JSON of a row without cells: every column null. */
  blank: string;
  /** The names of its members, as PostgreSQL writes an array. */
  blankNames: string;
  /**
   * SQL for a JSON object of the cells that are read from the row itself or stand for something else, over alias `r`;
   * empty without such columns.
   */
  rowColumns: string;
  /** Columns whose cells may stand for something else than what they name (contacts.merged-references). */
  aliased: readonly AliasedColumn[];
  /** Ids and names of the columns that number rows. */
  numbered: readonly Pick<ColumnSchema, "id" | "name">[];
  /** Formulas that computed=1 evaluates; undefined without formula columns. */
  formulas: FormulaSet | undefined;
  /** Columns whose cells name rows. */
  relations: readonly RelationColumn[];
  /** Columns, of any table, from whose cells the id of a deleted row of this table is taken. */
  clearedBy: readonly IncomingColumn[];
  /** Names under which deleted rows have cells of no present column, oldest first (ADR 0045). */
  setAside: readonly NameSetAside[];
  /** Where its rows are. */
  storage: Storage;
  /** Fields a list may sort and filter by. */
  fields: Fields;
}

/** A column of which a cell may read as another id than it names, and SQL for that, a jsonb over alias `r`. */
export interface AliasedColumn {
  name: string;
  shown: string;
}

/** A name of cells in the rows that were deleted until an instant, which is exact as PostgreSQL writes it. */
export interface NameSetAside {
  name: string;
  until: string;
}

/** A table's schema as its statement answers it. */
export interface SchemaRow extends Record<string, unknown> {
  id: string;
  name: string;
  is_system: boolean;
  schema_version: number;
  columns: ColumnSchema[];
  cleared_by: IncomingColumn[];
  set_aside: NameSetAside[];
  /** True once the team has merged a contact. */
  has_merges: boolean;
  /** Name of its own physical table; null while its rows are in the shared one. */
  relation: string | null;
}

/** A relation column as the writes of its rows need it. */
export interface RelationColumn {
  name: string;
  /** The table it points to. */
  tableId: string;
  /** True when a row's deletion takes its id out of the cells. */
  isCleared: boolean;
}

/** Builds the schema once, so that no request does per-column work that does not depend on it. */
export function schemaOf(row: SchemaRow): TableSchema {
  const stored = row.columns.filter((column) => column.type !== "formula");
  const { formulas, plain } = formulasOf(row.columns);
  const aliased = row.has_merges ? aliasedColumns(row) : [];
  return {
    id: row.id,
    name: row.name,
    isSystem: row.is_system,
    version: row.schema_version,
    columns: new Map(row.columns.map((column) => [column.name, column])),
    blank: JSON.stringify(Object.fromEntries(stored.map((column) => [column.name, null]))),
    blankNames: `{${stored.map(({ name }) => JSON.stringify(name)).join(",")}}`,
    rowColumns: rowColumns(row.columns, aliased),
    aliased,
    numbered: row.columns.filter((column) => columnTypes[column.type].filledBy === "service"),
    formulas: formulas.size === 0 ? undefined : FormulaSet.of(formulas, plain),
    relations: row.columns.flatMap(({ name, options: { relation } }) =>
      relation === undefined
        ? []
        : [{ name, tableId: relation.table_id, isCleared: relation.on_target_delete === "clear" }],
    ),
    clearedBy: row.cleared_by,
    setAside: row.set_aside,
    storage: storageOf(row.relation),
    fields: rowFields(row.columns, storageOf(row.relation), row.has_merges),
  };
}

/** Fields of a table's rows, as their storage can serve them; `hasMerges` once the team has merged a contact. */
export function rowFields(
  columns: readonly Pick<ColumnSchema, "name" | "type" | "options">[],
  storage: Storage,
  hasMerges: boolean,
): Fields {
  const fieldOf = ({ name, type, options }: (typeof columns)[number]): Field => {
    const { field, standsFor } = columnTypes[type];
    const own = indexed({ name, ...field(name, options) }, storage);
    if (!hasMerges || standsFor === undefined) return own;
    return { ...own, sort: `(${standsFor.live(name)})::text`, alike: standsFor.alike };
  };
  return fieldsOf(...columns.map(fieldOf), ...systemFields("r"));
}

function aliasedColumns({ name: table, is_system: isSystem, columns }: SchemaRow): AliasedColumn[] {
  const contacts = columns.flatMap(({ name, type }) => {
    const { standsFor } = columnTypes[type];
    return standsFor === undefined ? [] : [{ name, shown: `to_jsonb(${standsFor.live(name)})` }];
  });
  return isSystem && table === ASSETS ? [...contacts, assignee] : contacts;
}

/** SQL for a JSON object of the columns that are not read as they are stored in the cells; empty without any. */
function rowColumns(columns: readonly ColumnSchema[], aliased: readonly AliasedColumn[]): string {
  const filled = columns.flatMap(({ name, type }) => {
    const { filledBy } = columnTypes[type];
    return typeof filledBy === "object" ? [`'${name}', ${filledBy.sql}`] : [];
  });
  return objectSql([...filled, ...aliased.map(({ name, shown }) => `'${name}', ${shown}`)]);
}

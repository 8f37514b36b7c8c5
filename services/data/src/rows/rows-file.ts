import type { Call, FileShape, RpcHandler } from "@jst/rpc";
import { cellText, type CellKind, type Column, labelOf, valueAt } from "@jst/tabular";
import type { ListRowsQuery } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import type { ColumnSchema, TableSchema } from "../engine/schema/schema.ts";
import { readTable, schemaOfTable } from "../engine/schema/with-table.ts";
import type { ColumnType } from "../engine/types/types.ts";
import { loadView, type ViewQuery, viewQuery, visibleFields } from "../engine/views/view-query.ts";

/** Columns that one reply expands at most (tables.expand). */
const EXPANDED_MAX = 10;

const KINDS: Partial<Record<ColumnType, CellKind>> = {
  ...{ number: "number", integer: "number", percent: "percent", rating: "number", autonumber: "number" },
  ...{ currency: "money", duration: "duration", boolean: "boolean", date: "date", datetime: "instant" },
  ...{ created_at: "instant", updated_at: "instant", multi_select: "list", json: "json" },
  ...{ created_by: "json", updated_by: "json" },
};

/** Members of a row besides its cells. */
const OF_ROW: Readonly<Record<string, CellKind>> = {
  created_at: "instant",
  updated_at: "instant",
  deleted_at: "instant",
  version: "number",
  "created_by.type": "text",
  "created_by.id": "text",
};

type FileShapeOf = NonNullable<RpcHandler<{ table_id: string }, ListRowsQuery, undefined, Deps>["fileShape"]>;

/**
 * Makes the columns of the file of a table's rows: its columns by position, or as the view shows them, formulas if they
 * are computed. For people a relation shows the display column of its rows, and a file its name (moving.row-columns).
 */
export const rowsFile: FileShapeOf = ({ path, query }, call, headers) =>
  readTable(call, path.table_id, async (schema, call): Promise<FileShape> => {
    const view =
      query.view_id === undefined
        ? undefined
        : viewQuery(await loadView(call, schema, query.view_id), schema);
    const names = await displayNames(schema, call);
    const shown = shownColumns(schema, query, view);
    const named = headers === "label" ? shown.filter(isReference).slice(0, EXPANDED_MAX) : [];
    const displays = new Map<string, Column["shown"]>();
    for (const column of named) {
      const { relation } = column.options;
      const target = relation === undefined ? undefined : await targetOf(relation.table_id);
      displays.set(column.name, nameOf(target?.columns.get(relation?.display_column ?? "")));
    }
    const cells = shown.map((column) => ({
      ...cellColumn(column, names.get(column.name) ?? column.name),
      ...(displays.has(column.name) ? { shown: displays.get(column.name) } : {}),
    }));
    const expand = [...new Set([...(query.expand?.split(",") ?? []), ...displays.keys()])].join(",");
    return {
      name: schema.name,
      columns: besideRow(cells),
      ...(displays.size === 0 ? {} : { query: { expand } }),
    };

    function targetOf(tableId: string): Promise<TableSchema> {
      return tableId === schema.id ? Promise.resolve(schema) : schemaOfTable(call, tableId);
    }
  });

/** The names for people of a table's columns. */
async function displayNames({ id }: TableSchema, call: Call<Deps>): Promise<Map<string, string>> {
  const rows = await call.read<{ name: string; display_name: string }>({
    name: "data.file_columns",
    text: "select c.name, c.display_name from data.columns c where c.team_id = $1 and c.table_id = $2",
    values: [call.caller.team_id, id],
  });
  return new Map(rows.map(({ name, display_name: shown }) => [name, shown]));
}

/** The columns that the file shows, in their order; the order of a view names columns first, others follow. */
function shownColumns(
  schema: TableSchema,
  query: ListRowsQuery,
  view: ViewQuery | undefined,
): ColumnSchema[] {
  const visible = view === undefined ? undefined : visibleFields(view, schema)?.split(",");
  const all = [...schema.columns.values()].filter(
    ({ name, type }) =>
      (visible === undefined || visible.includes(name)) && (type !== "formula" || query.computed === true),
  );
  const order = view?.settings.column_order ?? [];
  const place = ({ name }: ColumnSchema) => (order.includes(name) ? order.indexOf(name) : order.length);
  return all.toSorted((one, other) => place(one) - place(other));
}

const isReference = ({ type, options }: ColumnSchema): boolean =>
  type === "file" || (options.relation?.display_column ?? null) !== null;

function cellColumn({ name, type, options }: ColumnSchema, label: string): Column {
  const { currency } = options;
  const isMany = options.multiple === true || options.relation?.cardinality === "many";
  const choices = [...(options.options ?? []), ...(options.states ?? [])];
  return {
    key: name,
    label,
    kind: type === "formula" ? formulaKind(options.result_type) : (KINDS[type] ?? (isMany ? "list" : "text")),
    path: [type === "formula" ? "computed" : "data", name],
    ...(currency === undefined ? {} : { currency }),
    ...(choices.length === 0 ? {} : { names: new Map(choices.map(({ value, label }) => [value, label])) }),
  };
}

function formulaKind(result: ColumnSchema["options"]["result_type"]): CellKind {
  if (result === "number" || result === "boolean" || result === "date") return result;
  return result === "datetime" ? "instant" : "text";
}

/** Shows a row or file that stands in place of its id by its name. */
function nameOf(display: ColumnSchema | undefined): (value: unknown) => unknown {
  const one = (target: unknown): unknown => {
    if (typeof target !== "object" || target === null) return target;
    const { id, name } = target as { id?: string; name?: string };
    if (display === undefined) return name ?? id;
    const column = cellColumn(display, "");
    const value = valueAt(target, column.path);
    const currency = typeof column.currency === "string" ? column.currency : undefined;
    return value === null || value === undefined ? id : cellText(value, column, currency);
  };
  return (value) => (Array.isArray(value) ? value.map(one) : one(value));
}

/** Adds the members of the row: its id in front, the others behind; a column of the same name stands for its own. */
function besideRow(cells: readonly Column[]): Column[] {
  const taken = new Set(cells.map(({ key }) => key));
  const member = ([key, kind]: readonly [string, CellKind]): Column => ({
    key,
    kind,
    label: labelOf(key),
    path: key.split("."),
  });
  const others = Object.entries(OF_ROW).filter(([key]) => !taken.has(key));
  return [member(["id", "text"]), ...cells.filter(({ key }) => key !== "id"), ...others.map(member)];
}

import { uuidv7 } from "@jst/db";
import type { FieldError } from "@jst/errors";
import type { ImportColumn, ImportPart, ImportPlan, NewRelation } from "@jst/importing";
import type { Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import type { ColumnSchema, TableSchema } from "../engine/schema/schema.ts";
import { columnTypes } from "../engine/types/types.ts";
import type { ColumnType } from "../engine/types/types.ts";
import { presentSchema } from "./present-schema.ts";

/** Column of a part whose cells name rows. */
export interface LinkColumn {
  index: number;
  isMany: boolean;
  /** Table of the rows as keys of its values name it. */
  place: string;
  /** The table; undefined if the run makes it. */
  table: TableSchema | undefined;
  /** Column whose values name the rows; undefined for their ids. */
  by: ColumnSchema | undefined;
  /** True if rows of the import have the values. */
  isFilled: boolean;
  makesRows: boolean;
  /** Rows of the table by their folded names, of the page that is read. */
  found: Map<string, string>;
}

/** Column that links, before its table is known. */
export interface Linking {
  column: ImportColumn;
  relation: NewRelation;
}

/** Finds the tables to which columns link, and the columns by which their rows are found; faults go to `errors`. */
export async function linkColumns(
  call: Call<Deps>,
  linkings: readonly Linking[],
  plan: ImportPlan,
  at: string,
  errors: FieldError[],
): Promise<LinkColumn[]> {
  const links: LinkColumn[] = [];
  for (const { column, relation } of linkings) {
    const place = `${at}.columns.${column.index}`;
    const goal = await goalOf(call, relation, plan, `${place}.to.new.relation`, errors);
    if (goal === undefined) continue;
    const by = byOf(goal, column.link_by ?? defaultBy(goal, relation), place, errors);
    if (by === "absent") continue;
    checkMaking(goal, by, column, `${place}.on_unknown`, errors);
    links.push({
      index: column.index,
      isMany: relation.cardinality === "many",
      ...{ place: goal.place, table: goal.table, by },
      isFilled:
        by !== undefined && goal.fillers.some((part) => part.columns.some((one) => goesTo(one, by.name))),
      makesRows: column.on_unknown === "create",
      found: new Map(),
    });
  }
  return links;
}

interface Goal {
  place: string;
  table: TableSchema | undefined;
  /** Parts whose rows go to the table. */
  fillers: readonly ImportPart[];
}

const goesTo = ({ to }: ImportColumn, name: string): boolean => (to?.column ?? to?.new?.name) === name;

async function goalOf(
  call: Call<Deps>,
  { table_id: id, part: index }: NewRelation,
  { parts }: ImportPlan,
  at: string,
  errors: FieldError[],
): Promise<Goal | undefined> {
  const part = index === undefined ? undefined : parts[index];
  const table = id ?? (part?.target?.kind === "table" ? part.target.table_id : undefined);
  if (table !== undefined) {
    const schema = await presentSchema(call, table, `${at}.${id === undefined ? "part" : "table_id"}`);
    const names = new Set([schema.id, schema.name]);
    const fillers = parts.filter(
      ({ target }) => target?.kind === "table" && names.has(target.table_id?.toLowerCase() ?? ""),
    );
    return { place: schema.id, table: schema, fillers };
  }
  if (part?.target?.kind === "new_table")
    return { place: placeOfPart(part), table: undefined, fillers: [part] };
  const message = "A relation needs a table of the team, or a part that has a target. Send table_id or part.";
  errors.push({ field: at, code: "not_found", message });
  return undefined;
}

/** Names the table that a run makes for a part. */
export const placeOfPart = ({ index }: Pick<ImportPart, "index">): string => `part ${index}`;

/** The column by which rows are shown if it is unique, else the first unique one of a new table, else their ids. */
function defaultBy(goal: Goal, { display_column: shown }: NewRelation): string {
  if (shown !== undefined && columnOf(goal, shown)?.unique === true) return shown;
  if (goal.table !== undefined) return "id";
  const [part] = goal.fillers;
  return part?.columns.find(({ to }) => to?.new?.unique === true)?.to?.new?.name ?? "id";
}

/** Finds a column of a table, or one that the run adds to it. */
function columnOf({ table, fillers }: Goal, name: string): ColumnSchema | undefined {
  const known = table?.columns.get(name);
  if (known !== undefined) return known;
  const made = fillers.flatMap(({ columns }) => columns.flatMap(({ to }) => to?.new ?? []));
  const found = made.find((column) => column.name === name);
  if (found === undefined) return undefined;
  const { type, unique = false, options = {} } = found;
  return {
    ...{ id: uuidv7(), name, type: type as ColumnType, unique, required: false, default: null },
    options,
  };
}

function byOf(
  goal: Goal,
  name: string,
  at: string,
  errors: FieldError[],
): ColumnSchema | undefined | "absent" {
  const fault = (code: string, message: string) => {
    errors.push({ field: `${at}.link_by`, code, message });
    return "absent" as const;
  };
  if (name === "id")
    return goal.table === undefined
      ? fault("required", "The table of the part has no unique column. Make one of its columns unique.")
      : undefined;
  const column = columnOf(goal, name);
  if (column === undefined)
    return fault(
      "unknown_column",
      "The table of the relation does not have this column. Read the table to see its columns.",
    );
  if (!column.unique)
    return fault("not_unique", "Links find rows by a unique column. Choose another column, or id.");
  return column;
}

/** Refuses to make rows that a name alone does not fill. */
function checkMaking(
  { table }: Goal,
  by: ColumnSchema | undefined,
  { on_unknown: way }: ImportColumn,
  field: string,
  errors: FieldError[],
): void {
  if (way !== "create") return;
  if (by === undefined) {
    const message = "A row cannot be made from an id. Send link_by, or another on_unknown.";
    errors.push({ field, code: "conflict", message });
  }
  const needed = [...(table?.columns.values() ?? [])].find(
    ({ name, required, type, options, default: value }) =>
      required &&
      value === null &&
      name !== by?.name &&
      columnTypes[type].filledBy === undefined &&
      columnTypes[type].initial?.(options) === undefined,
  );
  if (needed === undefined) return;
  const message = `A row of this table needs a value of ${needed.name}, so none is made from its name alone. Send another on_unknown.`;
  errors.push({ field, code: "conflict", message });
}

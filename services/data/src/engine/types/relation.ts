import type { FieldError } from "@jst/errors";
import type { ColumnCreate } from "../../../gen/rpc.ts";

/** Settings of a relation column as they are stored and shown (tables.relation). */
export interface RelationOptions {
  /** Id of the table whose rows the cells name. */
  table_id: string;
  /** Column of that table by which its rows are known. */
  display_column: string | null;
  /** A cell is the id of one row, or a list of ids. */
  cardinality: "one" | "many";
  /** Whether a row's deletion takes its id out of the cells. */
  on_target_delete: "keep" | "clear";
}

/** The settings as they are sent, with what was left out; the table may still be named by its name. */
export function sentRelation(column: Pick<ColumnCreate, "relation">): RelationOptions | undefined {
  const { relation } = column;
  if (relation === undefined || relation === null) return undefined;
  return {
    table_id: relation.table_id,
    display_column: relation.display_column ?? null,
    cardinality: relation.cardinality ?? "one",
    on_target_delete: relation.on_target_delete ?? "keep",
  };
}

/** Adds the faults of a relation column that has no settings, or of members that do not go together. */
export function checkRelationMembers(column: ColumnCreate, at: string, errors: FieldError[]): void {
  const relation = sentRelation(column);
  const fault = (member: string, code: string, message: string) =>
    errors.push({ field: `${at}${member}`, code, message });
  if (column.type !== "relation") {
    if (relation !== undefined)
      fault(
        "relation",
        "invalid_value",
        'Only a relation column can have a relation. Remove the field relation, or set type to "relation".',
      );
    return;
  }
  if (relation === undefined)
    fault(
      "relation",
      "required",
      "A relation column needs the table that it links to. Send relation.table_id.",
    );
  if ((column.default ?? null) !== null)
    fault("default", "invalid_value", "A relation column cannot have a default. Remove default.");
  if (column.unique === true && relation?.cardinality === "many")
    fault("unique", "invalid_value", "A relation to many rows cannot be unique. Remove unique.");
  if (column.required === true && relation?.on_target_delete === "clear")
    fault(
      "required",
      "invalid_value",
      "A relation with on_target_delete=clear cannot be required. Remove required, or choose another on_target_delete.",
    );
}

/** SQL for the ids in a cell of a relation, as an array of texts. */
export function idsIn(cell: string, cardinality: RelationOptions["cardinality"]): string {
  return cardinality === "one"
    ? `array[${cell} #>> '{}']`
    : `array(select jsonb_array_elements_text(${cell}))`;
}

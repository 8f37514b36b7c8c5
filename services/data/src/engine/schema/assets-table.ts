import { isDeepStrictEqual } from "node:util";
import { assignee, ASSETS } from "../types/assignee.ts";
import { type ColumnDraft, newColumns } from "./new-columns.ts";
import type { TableDraft } from "./stored-tables.ts";
import type { TableSchema } from "./schema.ts";

/**
 * The system table assets (tables.assets): what a team lends out. A thing is checked out when it is available, and
 * comes back as available or to be repaired; what was retired may be taken into use again. A change here reaches the
 * teams that are there, see upgradeAssets.
 */
export const assetsTable: TableDraft = {
  name: ASSETS,
  display_name: "Assets",
  description: "Things the team lends out.",
  icon: null,
  is_system: true,
  columns: newColumns([
    { name: "name", display_name: "Name", type: "text", required: true },
    { name: "asset_tag", display_name: "Asset tag", type: "text", unique: true },
    {
      name: "status",
      display_name: "Status",
      type: "state",
      required: true,
      options: {
        states: [
          { value: "available", label: "Available" },
          { value: "checked_out", label: "Checked out" },
          { value: "maintenance", label: "Maintenance" },
          { value: "retired", label: "Retired" },
        ],
        initial: "available",
        transitions: {
          available: ["checked_out", "maintenance", "retired"],
          checked_out: ["available", "maintenance", "retired"],
          maintenance: ["available", "retired"],
          retired: ["available"],
        },
      },
    },
    { name: assignee.name, display_name: "Assignee", type: "json" },
    { name: "due_at", display_name: "Due", type: "datetime" },
    { name: "condition", display_name: "Condition", type: "text" },
    { name: "note", display_name: "Note", type: "text" },
  ]),
};

/** Tests whether this is the table of assets, which provisioning makes. A team's own table of that name is not. */
export function isAssets({ name, isSystem }: Pick<TableSchema, "name" | "isSystem">): boolean {
  return isSystem && name === assetsTable.name;
}

/** Members of a column that the platform relies on. */
type Relied = Pick<ColumnDraft, "name" | "type" | "options" | "is_required" | "is_unique" | "default_value">;

/** The columns of assets that are not there, or not as the platform needs them by now. */
export function outdatedColumns(stored: readonly Relied[]): ColumnDraft[] {
  const relied = ({ type, options, is_required, is_unique, default_value }: Relied) => ({
    type,
    options,
    is_required,
    is_unique,
    default_value,
  });
  return assetsTable.columns.filter((wanted) => {
    const found = stored.find((column) => column.name === wanted.name);
    return found === undefined || !isDeepStrictEqual(relied(found), relied(wanted));
  });
}

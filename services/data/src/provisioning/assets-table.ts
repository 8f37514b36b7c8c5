import { newColumns } from "../tables/new-columns.ts";
import type { TableDraft } from "../tables/queries.ts";

/** The system table of contract 20: what a team lends out. */
export const assetsTable: TableDraft = {
  name: "assets",
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
      type: "select",
      required: true,
      default: "available",
      options: {
        options: [
          { value: "available", label: "Available" },
          { value: "checked_out", label: "Checked out" },
          { value: "maintenance", label: "Maintenance" },
          { value: "retired", label: "Retired" },
        ],
      },
    },
    { name: "assignee", display_name: "Assignee", type: "json" },
    { name: "due_at", display_name: "Due", type: "date" },
  ]),
};

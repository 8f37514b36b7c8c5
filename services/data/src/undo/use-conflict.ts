import type { Conflict } from "@jst/changes";
import type { ColumnUse } from "../../gen/rpc.ts";

/** What has come to use something since, such as "The view Open uses the column size.", as a conflict. */
export function useConflict(
  { kind, id, name }: Pick<ColumnUse, "kind" | "id" | "name">,
  does: string,
): Conflict {
  const resource = kind === "view" ? "views" : "columns";
  return { resource, id, fields: [], reason: `The ${kind} ${name} ${does}.` };
}

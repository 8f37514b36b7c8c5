import type { SearchSources } from "@jst/search";
import { blocksSource } from "./blocks-source.ts";
import { rowsSource } from "./rows-source.ts";

/** Objects of data that search finds (context.searched). */
export const searchSources: SearchSources = {
  schema: "data",
  sources: [rowsSource, blocksSource],
  // The entry of a row also depends on its table: the name, the columns and their choices.
  causes: [
    { resource: "tables", kind: "rows" },
    { resource: "columns", kind: "rows", parentMember: "table_id" },
  ],
  everything: `select t.team_id, 'rows', t.id from data.tables t
    union all select b.team_id, 'blocks', b.id from data.bases b`,
};

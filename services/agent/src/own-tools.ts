import { listChangesetsTool, type ChangesetListParts } from "./changesets/list-changesets.ts";
import { searchContextTool } from "./context/search-context.ts";
import type { Searcher } from "./context/searcher.ts";
import { importDataTool, type ImportDataParts } from "./imports/import-data.ts";
import type { LocalRpcs } from "./tools/local-rpcs.ts";

/** Tools that this service answers itself. */
export const localRpcs = (
  parts: ImportDataParts & ChangesetListParts & { searcher: Searcher },
): LocalRpcs => ({
  ImportData: importDataTool(parts),
  ListChangesets: listChangesetsTool(parts),
  SearchContext: searchContextTool(parts.searcher),
});

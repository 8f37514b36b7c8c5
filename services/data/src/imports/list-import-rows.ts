import { importRowsFile, listImportRows as list } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Lists the rows of an import with their verdicts. */
export const listImportRows: Handler<"ListImportRows"> = ({ path, query }, call) =>
  list(path.import_id, query, call, "data.v1.Imports/ListImportRows");

listImportRows.fileShape = ({ path, query }, call) => importRowsFile(path.import_id, query, call);

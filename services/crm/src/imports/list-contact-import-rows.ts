import { importRowsFile, listImportRows as list } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Lists the rows of an import of contacts with their verdicts. */
export const listContactImportRows: Handler<"ListContactImportRows"> = ({ path, query }, call) =>
  list(path.contact_import_id, query, call, "crm.v1.ContactImports/ListContactImportRows");

listContactImportRows.fileShape = ({ path, query }, call) =>
  importRowsFile(path.contact_import_id, query, call);

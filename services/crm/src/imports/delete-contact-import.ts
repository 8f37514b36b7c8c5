import { deleteImport as remove } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Removes an import of contacts with its source and its verdicts. */
export const deleteContactImport: Handler<"DeleteContactImport"> = ({ path }, call) =>
  remove(path.contact_import_id, call);

import { updateImport as update } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Merges changes into the mapping of an import of contacts. */
export const updateContactImport: Handler<"UpdateContactImport"> = ({ path, body }, call) =>
  update(path.contact_import_id, body, call);

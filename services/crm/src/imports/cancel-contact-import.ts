import { cancelImport as cancel } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Stops an import of contacts after the page that is being written. */
export const cancelContactImport: Handler<"CancelContactImport"> = ({ path }, call) =>
  cancel(path.contact_import_id, call);

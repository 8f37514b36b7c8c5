import { cancelImport as cancel } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Stops an import after the page that is being written. */
export const cancelImport: Handler<"CancelImport"> = ({ path }, call) => cancel(path.import_id, call);

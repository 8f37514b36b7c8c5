import { deleteImport as remove } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Removes an import with its source and its verdicts. */
export const deleteImport: Handler<"DeleteImport"> = ({ path }, call) => remove(path.import_id, call);

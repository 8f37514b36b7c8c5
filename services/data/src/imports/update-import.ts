import { updateImport as update } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Merges changes into the mapping of an import. */
export const updateImport: Handler<"UpdateImport"> = ({ path, body }, call) =>
  update(path.import_id, body, call);

import { runImport as run } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Begins to write the rows of an import of contacts. */
export const runContactImport: Handler<"RunContactImport"> = ({ path, body }, call) =>
  run(path.contact_import_id, body, call);

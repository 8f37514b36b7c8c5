import { checkImport as check } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Begins to judge every row of an import of contacts. */
export const checkContactImport: Handler<"CheckContactImport"> = ({ path }, call) =>
  check(path.contact_import_id, call);

import { checkImport as check } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Begins to judge every row of an import. */
export const checkImport: Handler<"CheckImport"> = async ({ path }, call) => {
  await call.deps.teams.ensure(call);
  return check(path.import_id, call);
};

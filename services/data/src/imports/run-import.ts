import { runImport as run } from "@jst/importing";
import type { Handler } from "../../gen/rpc.ts";

/** Begins to write the rows of an import. */
export const runImport: Handler<"RunImport"> = async ({ path, body }, call) => {
  await call.deps.teams.ensure(call);
  return run(path.import_id, body, call);
};

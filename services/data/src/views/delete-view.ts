import type { Handler } from "../../gen/rpc.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { lockView, removeView } from "../engine/views/stored-views.ts";

/** Deletes a view for good; an undo record holds it. */
export const deleteView: Handler<"DeleteView"> = async ({ path }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) =>
    call.write(async (tx) => {
      const view = await lockView(tx, schema, path.view_id, call.ifMatch);
      await removeView(tx, view.id);
      return { body: { id: view.id, deleted: true } };
    }),
  );
};

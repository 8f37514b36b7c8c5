import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { StaleSchema, withTable } from "../engine/schema/with-table.ts";
import { checkedSettings } from "../engine/views/checked-settings.ts";
import { noSettings, sentSettings } from "../engine/views/settings.ts";
import { countViews, insertView, shownView, VIEWS_MAX } from "../engine/views/stored-views.ts";

/** Saves a view whose every column is one of the table, or nothing. */
export const createView: Handler<"CreateView"> = async ({ path, body }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) => {
    const settings = { ...noSettings, ...sentSettings(body) };
    const draft = {
      name: body.name,
      kind: body.kind ?? "grid",
      favorite: body.favorite ?? false,
      settings: checkedSettings(settings, schema, call.caller.team.timezone),
    };
    return call.write(async (tx) => {
      if ((await countViews(tx, schema)) >= VIEWS_MAX)
        throw new AppError(
          "limit_reached",
          `The table already has ${VIEWS_MAX} views, which is the maximum. Delete one that you no longer need.`,
        );
      const view = await insertView(tx, schema, draft);
      if (view === undefined) throw new StaleSchema();
      const location = `${call.baseUrl}/api/v1/data/tables/${schema.id}/views/${view.id}`;
      return { body: { ...shownView(view, schema) }, headers: { etag: `"${view.version}"`, location } };
    });
  });
};

import { isDeepStrictEqual } from "node:util";
import type { Handler } from "../../gen/rpc.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { checkedSettings } from "../engine/views/checked-settings.ts";
import { noSettings, sentSettings, type ViewSettings } from "../engine/views/settings.ts";
import {
  lockView,
  saveView,
  shownView,
  type StoredView,
  type ViewDraft,
} from "../engine/views/stored-views.ts";

/** Replaces the members sent; a change without an effect writes nothing. */
export const updateView: Handler<"UpdateView"> = async ({ path, body }, call) => {
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) => {
    // Members that were sent are judged before the view is looked up (conventions.refusal-order); the others stay.
    const sent = sentSettings(body);
    const checked = checkedSettings({ ...noSettings, ...sent }, schema, call.caller.team.timezone);
    const reply = (view: StoredView) => ({
      body: { ...shownView(view, schema) },
      headers: { etag: `"${view.version}"` },
    });
    return call.write(async (tx) => {
      const view = await lockView(tx, schema, path.view_id, call.ifMatch);
      const { name, kind, favorite, settings } = view;
      const draft: ViewDraft = {
        name: body.name ?? name,
        kind: body.kind ?? kind,
        favorite: body.favorite ?? favorite,
        settings: { ...settings, ...picked(checked, Object.keys(sent)) },
      };
      if (isDeepStrictEqual(draft, { name, kind, favorite, settings }))
        return { ...reply(view), isUnchanged: true };
      return reply(await saveView(tx, view.id, draft));
    });
  });
};

function picked(settings: ViewSettings, names: readonly string[]): Partial<ViewSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}

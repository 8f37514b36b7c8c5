import { AppError, notFound } from "@jst/errors";
import { isUuid } from "@jst/rpc";
import type { GetViewQuery, Handler } from "../../gen/rpc.ts";
import { requireQuery, rowPage } from "../engine/lists/row-page.ts";
import { readTable } from "../engine/schema/with-table.ts";
import { followsColumns } from "../engine/views/shown-settings.ts";
import { shownView } from "../engine/views/stored-views.ts";
import { loadView, viewQuery, visibleFields } from "../engine/views/view-query.ts";

/** One view; with rows=true its rows as well, which then decide the answer's freshness: no ETag. */
export const getView: Handler<"GetView"> = ({ path, query }, call) => {
  requireRows(query);
  return readTable(call, path.table_id, async (schema, call) => {
    requireQuery(query, schema, call);
    if (!isUuid(path.view_id)) throw notFound();
    const view = await loadView(call, schema, path.view_id);
    if (query.rows === true) {
      const asked = viewQuery(view, schema);
      const fields = visibleFields(asked, schema);
      const [opening, ...page] = await rowPage(
        call,
        schema,
        { ...query, ...(fields === undefined ? {} : { fields }) },
        asked,
      );
      // The page's members follow the view's own in one object.
      const members = Buffer.from(`${JSON.stringify(shownView(view, schema)).slice(0, -1)},`);
      return { body: [members, opening.subarray(1), ...page] };
    }
    const headers = { etag: `"${view.version}"` };
    const shown = shownView(view, schema);
    // A change of columns leaves the view its version.
    return call.isKnown(view.version) && !(view.is_older && followsColumns(view.settings, shown))
      ? { body: "", status: 304, headers }
      : { body: { ...shown }, headers };
  });
};

/** A parameter that would do nothing is refused, never ignored. */
function requireRows({ rows, ...others }: GetViewQuery): void {
  const names = Object.keys(others);
  if (rows === true || names.length === 0) return;
  throw new AppError(
    "invalid_parameter",
    `These parameters can be used only with rows=true: ${names.join(", ")}. Add rows=true, or remove them.`,
    {
      errors: names.map((field) => ({
        field,
        code: "invalid_parameter",
        message: "This parameter can be used only with rows=true. Add rows=true, or remove the parameter.",
      })),
    },
  );
}

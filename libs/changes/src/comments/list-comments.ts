import {
  fieldsOf,
  type ListRow,
  listStatement,
  pageJson,
  Params,
  parseLimit,
  parseSort,
  readPage,
} from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid } from "../access.ts";
import { readChangeset } from "../reading.ts";
import { COMMENT_JSON } from "./queries.ts";

const fields = fieldsOf({ name: "id", kind: "number", sql: "m.place", notNull: true });

/** Answers the comments on a changeset that the caller may read, oldest first. */
export const listComments: Handler<"ListComments"> = async ({ path, query }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  await readChangeset(call, uuid);
  const { cursors } = call.deps;
  const { team_id: teamId } = call.caller;
  const sort = parseSort(undefined, fields, "id:asc");
  const scope = { teamId, route: `changes.v1.Comments/ListComments:${uuid}`, sort: sort.text, filter: "" };
  const after = query.cursor === undefined ? undefined : cursors.decode(scope, query.cursor, 1);
  const page = await readPage({ limit: parseLimit(query.limit) }, (size) => {
    const params = new Params();
    const where = [
      `m.team_id = ${params.add(teamId, "uuid")}`,
      `m.changeset_id = ${params.add(uuid, "uuid")}`,
    ];
    const list = { from: "changeset_comments m", where, item: COMMENT_JSON, sort, after, size, extra: {} };
    return call.read<ListRow>(listStatement(list, params));
  });
  return { body: pageJson("comments", page, { codec: cursors, scope }) };
};

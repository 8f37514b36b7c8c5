import { resourcePage } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { CHANGESET, listOfChangeset } from "./changeset-comments.ts";
import { comments, LISTED } from "./comment.ts";

/** Answers one page of the comments on a thing that the caller may read, oldest first. */
export const listThingComments: Handler<"ListThingComments"> = async ({ query }, call) => {
  const thing = await call.deps.things.require(query, call);
  if (query.resource === CHANGESET) return listOfChangeset(thing, query, call);
  const { team_id: teamId } = call.caller;
  const list = {
    ...comments.listOf(teamId, query),
    order: "created_at:asc",
    where: (params: Parameters<ReturnType<typeof comments.listOf>["where"]>[0]) => [
      `t.team_id = ${params.add(teamId, "uuid")}`,
      `t.resource = ${params.add(thing.resource, "text")}`,
      `t.resource_id = ${params.add(thing.resource_id, "text")}`,
      `t.table_id is not distinct from ${params.add(thing.table_id, "text")}`,
      LISTED,
    ],
  };
  return { body: await resourcePage(list, query, call) };
};

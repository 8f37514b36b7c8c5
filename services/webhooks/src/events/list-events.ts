import { notFound } from "@jst/errors";
import { parseLimit } from "@jst/query";
import type { Handler } from "../../gen/rpc.ts";
import { feedPage, type FeedRow } from "./queries.ts";
import { readSince, sinceAfter } from "./since.ts";

const head = Buffer.from('{"events":[');

/**
 * Reads the team's deliveries in the order of their commits, newest last. Rows only ever join at the end, so a walk
 * along next_cursor misses none and repeats none, whoever writes meanwhile.
 */
export const listEvents: Handler<"ListEvents"> = async ({ query }, call) => {
  const { caller, deps } = call;
  const endpoint = query.endpoint?.toLowerCase();
  const scope = {
    teamId: caller.team_id,
    route: "webhooks.v1.Events/ListEvents",
    sort: "created_at:asc",
    filter: endpoint ?? "",
  };
  const after = readSince(query.since, scope, deps.cursors);
  const statement = feedPage(caller.team_id, after, endpoint, parseLimit(query.limit));
  const [page] = await call.read<FeedRow>(statement, "custom");
  if (page === undefined) throw new Error("The feed's statement answers one row.");
  if (!page.is_known) throw notFound();
  const next = sinceAfter(page.last ?? after, scope, deps.cursors);
  const tail = Buffer.from(`],"next_cursor":"${next}","has_more":${page.has_more}}`);
  return { body: [head, page.items, tail] };
};

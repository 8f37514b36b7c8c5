import { AppError } from "@jst/errors";
import type { HttpList } from "@jst/http";
import { parseLimit, readInstant, type CursorCodec, type KeyValues } from "@jst/query";
import type { ChangesetList, ListChangesetsQuery } from "../../gen/rpc.ts";
import { contextOf } from "../call-context.ts";
import type { CallContext } from "../tools/tool-call.ts";
import { localReply, type LocalRpc } from "../tools/local-rpcs.ts";
import { isAtEnd, type Places } from "./places.ts";
import { mergedPage, placesAfter } from "./merged-page.ts";
import type { ChangesetSources } from "./sources.ts";

/** Longest time the services together may take; the gateway waits a little longer (limits.time). */
const TIME_MS = 29_500;

/** Options of the list. */
export interface ChangesetListParts {
  changesets: ChangesetSources;
  cursors: CursorCodec;
}

/** GET /api/v1/changesets: a page of the changesets of every service. One of a file lacks none (moving.items). */
export function listChangesets(parts: ChangesetListParts): HttpList["page"] {
  return async (query, request, response, isOfFile) => {
    const page = await changesetPage(parts, query, contextOf(request, response));
    if (!isOfFile || page.incomplete === undefined) return page;
    const detail = `These services did not answer, so the file would lack changesets: ${page.incomplete.join(", ")}.`;
    throw new AppError("unavailable", `${detail} Try again later.`);
  };
}

/** The same as a tool. */
export function listChangesetsTool(parts: ChangesetListParts): LocalRpc {
  return { answer: async (values, context) => localReply(await changesetPage(parts, values, context)) };
}

/**
 * One page of the changesets of every service, newest first. Each service judges what the caller may see. A service
 * that does not answer, or not soon after another, is named in `incomplete`; the cursor keeps its place, so pages
 * neither repeat nor miss any.
 */
async function changesetPage(
  { changesets, cursors }: ChangesetListParts,
  query: ListChangesetsQuery,
  context: Pick<CallContext, "caller" | "callerToken" | "requestId" | "traceparent" | "departure">,
): Promise<ChangesetList> {
  const { status, decidable = false, set } = query;
  const record = recordOf(query);
  const since = query.since === undefined ? undefined : readInstant(query.since);
  const limit = parseLimit(query.limit);
  const scope = {
    teamId: context.caller.team_id,
    route: "agent.v1.Changesets/ListChangesets",
    sort: "id:desc by service",
    filter: JSON.stringify([
      status ?? null,
      since ?? null,
      ...(decidable ? ["decidable"] : []),
      ...Object.values(record),
      ...(set === undefined ? [] : ["set", set]),
    ]),
  };
  const places = query.cursor === undefined ? {} : placesIn(cursors.decode(scope, query.cursor, 1));
  const wanted = {
    limit: limit + 1,
    ...(status === undefined ? {} : { status }),
    ...(since === undefined ? {} : { since }),
    ...(decidable ? { decidable } : {}),
    ...record,
    ...(set === undefined ? {} : { set }),
  };
  const { requestId, traceparent, callerToken } = context;
  const departure = () => context.departure;
  const hop = { requestId, traceparent, callerToken, deadline: Date.now() + TIME_MS, departure };
  const { answered, missing } = await changesets.ask(wanted, places, hop);
  const page = mergedPage(answered, limit);
  const after = placesAfter(places, answered, page, limit);
  const hasMore = missing.length > 0 || answered.some(({ service }) => !isAtEnd(after[service]));
  return {
    changesets: page,
    next_cursor: hasMore ? cursors.encode(scope, [JSON.stringify(after)]) : null,
    has_more: hasMore,
    ...(missing.length === 0 ? {} : { incomplete: missing }),
  };
}

/** Returns the record whose changesets are wanted; throws invalid_parameter if half of it is given. */
function recordOf({ resource, resource_id }: ListChangesetsQuery) {
  if (resource === undefined && resource_id === undefined) return {};
  if (resource !== undefined && resource_id !== undefined) return { resource, resource_id };
  const missing = resource === undefined ? "resource" : "resource_id";
  throw new AppError(
    "invalid_parameter",
    `The parameter ${missing} is missing. Send resource and resource_id together, or neither.`,
  );
}

function placesIn([places]: KeyValues): Places {
  return JSON.parse(String(places)) as Places;
}

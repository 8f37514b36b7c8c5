import { AppError } from "@jst/errors";
import { PAGE_BYTES_MAX, parseLimit, parseTimestamp, type CursorCodec } from "@jst/query";
import type { RequestHandler } from "express";
import type { Changeset, ChangesetList, ListChangesetsQuery } from "../../gen/rpc.ts";
import { contextOf } from "../call-context.ts";
import type { CallContext } from "../tools/call-tool.ts";
import { localReply, type LocalRpc } from "../tools/local-rpcs.ts";
import { uuidOf, type ChangesetSources } from "./sources.ts";

/** Longest time the services together may take; the gateway waits a little longer (limits.time). */
const TIME_MS = 29_500;

/** What the list is made of. */
export interface ChangesetListParts {
  changesets: ChangesetSources;
  cursors: CursorCodec;
}

/** GET /api/v1/changesets: one page of the changesets of every service. */
export function listChangesets(parts: ChangesetListParts): RequestHandler {
  return async (request, response) => {
    const { query } = response.locals as { query: ListChangesetsQuery };
    response.json(await changesetPage(parts, query, contextOf(request, response)));
  };
}

/** The same as a tool. */
export function listChangesetsTool(parts: ChangesetListParts): LocalRpc {
  return async (values, context) => localReply(await changesetPage(parts, values, context));
}

/**
 * One page of the changesets of every service, newest first. Each service judges what the caller may see; the cursor is
 * the uuid of the page's last changeset, so pages neither repeat nor miss one.
 */
async function changesetPage(
  { changesets, cursors }: ChangesetListParts,
  query: ListChangesetsQuery,
  context: Pick<CallContext, "caller" | "callerToken" | "requestId" | "traceparent" | "departure">,
): Promise<ChangesetList> {
  const { status } = query;
  const since = query.since === undefined ? undefined : sinceOf(query.since);
  const limit = parseLimit(query.limit);
  const scope = {
    teamId: context.caller.team_id,
    route: "agent.v1.Changesets/ListChangesets",
    sort: "id:desc",
    filter: JSON.stringify([status ?? null, since ?? null]),
  };
  const [before] = query.cursor === undefined ? [] : cursors.decode(scope, query.cursor, 1);
  const wanted = {
    limit: limit + 1,
    ...(status === undefined ? {} : { status }),
    ...(since === undefined ? {} : { since }),
    ...(before == null ? {} : { before }),
  };
  const { requestId, traceparent, callerToken } = context;
  const departure = () => context.departure;
  const hop = { requestId, traceparent, callerToken, deadline: Date.now() + TIME_MS, departure };
  const found = await changesets.newest(wanted, hop);
  const page = fitting(found.changesets.slice(0, limit));
  const last = found.has_more || page.length < found.changesets.length ? page.at(-1) : undefined;
  return {
    changesets: page,
    next_cursor: last === undefined ? null : cursors.encode(scope, [uuidOf(last)]),
    has_more: last !== undefined,
  };
}

/** As many of the first as a page holds in bytes, one at least. */
function fitting(changesets: readonly Changeset[]): Changeset[] {
  let bytes = 0;
  return changesets.filter((changeset, index) => {
    bytes += Buffer.byteLength(JSON.stringify(changeset));
    return index === 0 || bytes <= PAGE_BYTES_MAX;
  });
}

/** The schema lets a leap second through, which names no instant of PostgreSQL. */
function sinceOf(text: string): string {
  const since = parseTimestamp(text);
  if (since !== undefined) return since;
  throw new AppError("invalid_parameter", "since is an RFC 3339 timestamp, as created_at is.", {
    errors: [{ field: "since", code: "invalid_format", message: "An RFC 3339 timestamp." }],
  });
}

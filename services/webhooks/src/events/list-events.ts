import type { PlanMode } from "@jst/db";
import { notFound } from "@jst/errors";
import { eventTypes, type EventType } from "@jst/events";
import { parseLimit, type CursorScope } from "@jst/query";
import type { Call, Reply } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { unreadTypes } from "../unread-types.ts";
import { feedPage, feedState, versionMax, type AskedPage, type FeedRow, type FeedState } from "./queries.ts";
import type { ReadPage } from "./read-pages.ts";
import { readSince, sinceAfter, type FeedKey } from "./since.ts";

const head = Buffer.from('{"events":[');

/**
 * Reads the team's deliveries in the order of their commits, newest last. Rows only join at the end, so a walk along
 * next_cursor misses none and repeats none while others write. The ETag changes with any row of the page. An event that
 * the caller may not read stands in its place without its data.
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
  const hidden = unreadTypes(caller);
  const asked = { teamId: caller.team_id, after, endpoint, limit: parseLimit(query.limit), hidden };
  const { version, body } = (await readAgain(asked, call)) ?? (await readPage(asked, scope, call));
  return replyOf({ version: versionFor(version, hidden), body }, call);
};

/** The version of the page as this caller sees it: with other rights the same rows are another page. */
function versionFor(version: number, hidden: readonly EventType[]): number {
  return hidden.reduce(
    (seen, type) => (seen * 2 + Object.keys(eventTypes).indexOf(type)) % versionMax,
    version,
  );
}

function replyOf({ version, body }: ReadPage, call: Call<Deps>): Reply {
  const headers = { etag: `"${version}"` };
  return call.isKnown(version) ? { status: 304, headers, body: "" } : { headers, body };
}

/** One plan is best for whole feeds; the number of one endpoint's deliveries varies. */
const planOf = ({ endpoint }: AskedPage): PlanMode => (endpoint === undefined ? "generic" : "custom");

/** The page as it was read before, when it is still the same. */
async function readAgain(asked: AskedPage, call: Call<Deps>): Promise<ReadPage | undefined> {
  const page = call.deps.readPages.get(asked);
  if (page === undefined) return undefined;
  const [state] = await call.read<FeedState>(feedState(asked), planOf(asked));
  return state?.is_known === true && Number(state.version) === page.version ? page : undefined;
}

async function readPage(asked: AskedPage, scope: CursorScope, call: Call<Deps>): Promise<ReadPage> {
  const [found] = await call.read<FeedRow>(feedPage(asked), planOf(asked));
  if (found === undefined) return emptyPage(asked, scope, call);
  const { joined, page } = found;
  const tail = tailOf(page.last, page.has_more, scope, call);
  const read = { version: page.version, body: [head, ...joined, tail] };
  call.deps.readPages.set(asked, read);
  return read;
}

/** Nothing has come behind the key; where one endpoint's deliveries are asked for, it must be the team's. */
async function emptyPage(asked: AskedPage, scope: CursorScope, call: Call<Deps>): Promise<ReadPage> {
  if (asked.endpoint !== undefined) {
    const [state] = await call.read<FeedState>(feedState(asked), planOf(asked));
    if (state?.is_known !== true) throw notFound();
  }
  return { version: 0, body: [head, tailOf(asked.after, false, scope, call)] };
}

function tailOf(last: FeedKey, hasMore: boolean, scope: CursorScope, { deps }: Call<Deps>): Buffer {
  return Buffer.from(`],"next_cursor":"${sinceAfter(last, scope, deps.cursors)}","has_more":${hasMore}}`);
}

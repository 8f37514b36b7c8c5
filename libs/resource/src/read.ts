import { resourcePage, type ListParameters, type ResourceList } from "@jst/query";
import type { Call, Input, Reply } from "@jst/rpc";
import type { CommonMembers } from "./declaration.ts";
import { replyOf, type Kit, type ListDeps } from "./kit.ts";
import { listOf } from "./list.ts";
import type { Path } from "./options.ts";
import { readVersion, revisionsOf, type RevisionsQuery } from "./revisions.ts";
import { jsonOf, partsOf } from "./sql.ts";
import type { StoredRow } from "./store.ts";

/** Makes the handlers that read: one, a page of them, and the revisions of one. */
export function reading<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
>(kit: Kit<Item, Values, Query, Deps>) {
  const { declaration, options, store } = kit;
  const listed = declaration.members.filter(({ isDetail }) => isDetail !== true);
  const json = jsonOf({ ...partsOf(declaration, options), members: listed });
  const list: (teamId: string, query: Query) => ResourceList<Query> = listOf(declaration, json, options);

  /**
   * Answers one, also an ended one, or as the version of the query left it; 304 if the caller has that version already.
   */
  async function read({ path, query }: Input<Path, unknown, unknown>, call: Call<Deps>): Promise<Reply> {
    const [now, { version }] = [await kit.found(path, call), (query ?? {}) as { version?: number }];
    const row = version === undefined ? now : await former(now.id, version, call);
    const reply = replyOf(row);
    return call.isKnown(row.version) ? { ...reply, status: 304 } : reply;
  }

  /** Answers one page of the team's; its JSON is PostgreSQL's, passed through. */
  async function page({ query }: Input<unknown, Query, unknown>, call: Call<Deps>): Promise<Reply> {
    return { body: await resourcePage(list(call.caller.team_id, query), query, call) };
  }

  /** Answers the revisions of one, or one as a version left it (conventions.revisions). */
  async function revisions(
    { path, query }: Input<Path, RevisionsQuery, unknown>,
    call: Call<Deps>,
  ): Promise<Reply> {
    const { id } = await kit.found(path, call);
    const { version } = query;
    if (version !== undefined) return { body: (await former(id, version, call)).body };
    return { body: await resourcePage(revisionsOf(declaration, call.caller.team_id, id), query, call) };
  }

  /** Reads one as a version left it; throws not_found for a version that it never had. */
  function former(id: string, version: number, call: Call<Deps>): Promise<StoredRow> {
    const of = { teamId: call.caller.team_id, id, version };
    return readVersion(declaration, store.texts.json, of, (statement) => call.read(statement));
  }

  return { read, page, revisions, listOf: list };
}

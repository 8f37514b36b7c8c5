import { one, instant, type Row } from "@jst/db";
import { COUNTED_MAX, counted, type Fault } from "@jst/faults";
import type { Query } from "./source.ts";

/** Age at which waiting work counts as late (context.index promises seconds). */
const LATE = "interval '1 minute'";
const COMPONENT = "context";

interface State extends Row {
  walks: number;
  walks_since: string | null;
  waiting: number;
  waiting_since: string | null;
  is_failing: boolean;
}

/**
 * Lists the parts of a team's data that cannot be found in their present state, and why (operation.team-status). `what`
 * begins a sentence.
 */
export async function indexFaults(
  query: Query,
  { schema, what }: { schema: string; what: string },
  teamId: string,
): Promise<Fault[]> {
  const state = one(await query<State>(stateOf(schema, teamId)));
  const { walks, walks_since, waiting, waiting_since, is_failing } = state;
  const faults: Fault[] = [];
  if (walks > 0)
    faults.push({
      component: COMPONENT,
      state: "behind",
      reason: `${what} are not all in the search index yet; left: ${counted(walks)}.`,
      remedy:
        "It catches up automatically. If it does not, ask your administrator to run jst context status.",
      since: walks_since,
      path: null,
    });
  if (waiting_since !== null)
    faults.push({
      component: COMPONENT,
      ...(is_failing ? failing(what, waiting) : behind(what, waiting)),
      since: waiting_since,
      path: null,
    });
  return faults;
}

const failing = (what: string, waiting: number) => ({
  state: "failing" as const,
  reason: `${what} are found by their words alone, because the embedding service fails. Texts that wait for it: ${counted(waiting)}.`,
  remedy:
    "Check that the address answers, and context.embeddings.url, .model and .key of this team, which jst config set writes. Waiting texts are sent again automatically, at most five minutes apart.",
});

const behind = (what: string, waiting: number) => ({
  state: "behind" as const,
  reason: `${what} are not all found by their meaning yet. Texts that wait for their vectors: ${counted(waiting)}.`,
  remedy: "Wait: this continues automatically.",
});

/** A text that waits at an address that fails is late at once; any other one after a while. */
const stateOf = (schema: string, teamId: string) => ({
  name: `${schema}.search.faults`,
  text: `select walks.n as walks, walks.since as walks_since, waiting.n as waiting,
      case when waiting.oldest < clock_timestamp() - ${LATE} or embeddings.is_failing then waiting.since end as waiting_since,
      coalesce(embeddings.is_failing, false) as is_failing
    from (select count(*)::int as n, ${instant("min(w.asked_at)")} as since
        from (select w.asked_at from ${schema}.search_walks w
          where w.team_id = $1 and w.asked_at < clock_timestamp() - ${LATE} limit ${COUNTED_MAX}) w) walks
      cross join (select count(*)::int as n, min(u.asked_at) as oldest, ${instant("min(u.asked_at)")} as since
        from (select u.asked_at from ${schema}.search_unembedded u
          where u.team_id = $1 order by u.kind, u.parent_id, u.id limit ${COUNTED_MAX}) u) waiting
      left join (select e.failed_at is not null as is_failing from ${schema}.search_embeddings e where e.team_id = $1) embeddings on true`,
  values: [teamId],
});

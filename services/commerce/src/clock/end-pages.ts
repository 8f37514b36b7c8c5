import type { Row } from "@jst/db";
import { dueTeams, type ClockParts, type ClockTeam } from "./due-teams.ts";

/** Teams whose pages are ended at once, and pages of each: all at the same time, so that nothing else waits long. */
const TEAMS = 10;
const PAGES = 10;

/**
 * Ends pages of providers on which nothing is owed any more (commerce.stripe). What the provider does not answer is
 * tried again until the page has ended by itself.
 */
export async function endPages(parts: ClockParts): Promise<void> {
  const teams = (await dueTeams(parts, "session_ends")).slice(0, TEAMS);
  await Promise.all(
    teams.map((team) =>
      endPagesOf(parts, team).catch((error: unknown) => parts.onFault(error, team.context.teamId)),
    ),
  );
}

async function endPagesOf({ database, providers }: ClockParts, { context }: ClockTeam): Promise<void> {
  const { teamId } = context;
  // A worker that fails or is killed now tries again later.
  const { result } = await database.write(context, (tx) =>
    tx.query<{ reference: string; isOver: boolean } & Row>({
      name: "commerce.session_ends.take",
      text: `update commerce.session_ends e set due_at = clock_timestamp() + interval '1 minute'
where e.team_id = $1 and e.reference = any(array(select s.reference from commerce.session_ends s
  where s.team_id = $1 and s.due_at <= clock_timestamp() order by s.due_at limit $2 for update skip locked))
returning e.reference, e.ends_at <= clock_timestamp() as "isOver"`,
      values: [teamId, PAGES],
    }),
  );
  const ended = await Promise.all(
    result.map(async ({ reference, isOver }) =>
      isOver || (await providers.endPage(context, reference)) ? [reference] : [],
    ),
  );
  await database.write(context, async (tx) => {
    await tx.query({
      name: "commerce.session_ends.done",
      text: "delete from commerce.session_ends e where e.team_id = $1 and e.reference = any($2::text[])",
      values: [teamId, ended.flat()],
    });
  });
}

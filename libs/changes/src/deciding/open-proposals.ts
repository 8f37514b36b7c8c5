import type { Caller } from "@jst/caller";
import { changesetOf, type ChangesetRow, type StoredChangeset } from "../queries.ts";
import type { DecidingCall } from "./decision-rule.ts";
import { queuedPage } from "./queued.ts";
import type { Standing } from "./standing.ts";
import { standingsFor } from "./standings.ts";

/** Proposals that are judged at once. */
const BATCH = 500;

/** Tests a proposal by how it is decided on. */
type Test = (caller: Caller, stored: StoredChangeset, standing: Standing | undefined) => boolean;

/** Answers the uuids of the newest open proposals of the team that pass the test, at most `limit`. */
export async function openProposals(
  call: DecidingCall,
  test: Test,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<string[]> {
  const { caller, read } = call;
  const found: string[] = [];
  let behind = before;
  for (;;) {
    const rows = await read<ChangesetRow>(queuedPage(caller.team_id, behind, BATCH));
    const page = rows.flatMap((row) => changesetOf([row]) ?? []);
    const standingOf = await standingsFor(call, page);
    const passing = page.filter((stored) => test(caller, stored, standingOf(stored)));
    found.push(...passing.map(({ id }) => id));
    behind = page.at(-1)?.id;
    if (found.length >= limit || page.length < BATCH) return found.slice(0, limit);
  }
}

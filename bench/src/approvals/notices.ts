import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { approvalsTeam, type ApprovalsBench } from "./team.ts";

const PROPOSALS = 1_000;
const APPROVERS = 20;
const P99_MAX_MS = 5_000;
const EVERY_MS = 100;
const LIMIT_MS = 300_000;
const WARM = 50;

/** Measures from the reply to each proposal until every approver has the notice of it (notifications.proposals). */
export async function runNotices({ fleet, progress, print }: ApprovalsBench): Promise<Verdict[]> {
  const { id: teamId, propose } = await progress.step("making a team of approvers", () =>
    approvalsTeam(fleet, "notices", APPROVERS),
  );
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    await propose(WARM);
    await noticed(client, teamId, WARM);
    const began = performance.now();
    const proposing = propose(PROPOSALS).then((proposed) => ({
      proposed,
      seconds: (performance.now() - began) / 1_000,
    }));
    const [{ proposed, seconds }, at] = await progress.step(`noticing ${PROPOSALS} proposals`, () =>
      Promise.all([proposing, noticed(client, teamId, WARM + PROPOSALS)]),
    );
    const waits = [...proposed].map(([id, replied]) => Math.max(0, (at.get(id) ?? NaN) - replied));
    waits.sort((left, right) => left - right);
    const share = (part: number): number => waits[Math.ceil(waits.length * part) - 1] ?? NaN;
    const text =
      `${PROPOSALS} proposals at ${(PROPOSALS / seconds).toFixed(0)} a second, noticed by all ${APPROVERS} approvers: ` +
      `p50 ${share(0.5).toFixed(0)} ms, p99 ${share(0.99).toFixed(0)} ms`;
    print(`\n${text}`);
    return [verdict(share(0.99) <= P99_MAX_MS, `${text}, asked for <= ${P99_MAX_MS} ms`)];
  } finally {
    await client.end();
  }
}

/** Waits until so many proposals are noticed, and returns the time when each was first seen to be, by its id. */
async function noticed(client: Client, teamId: string, count: number): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const end = Date.now() + LIMIT_MS;
  while (seen.size < count) {
    if (Date.now() > end)
      throw new Error(`${seen.size} of ${count} proposals were noticed by all approvers.`);
    await delay(EVERY_MS);
    const noticedIds = await completeSubjects(client, teamId);
    for (const id of noticedIds.filter((one) => !seen.has(one))) seen.set(id, Date.now());
  }
  return seen;
}

/** Ids of the proposals that every approver has a notice of. */
async function completeSubjects(client: Client, teamId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select subject_id as id from comms.notifications where team_id = $1 and kind = 'proposal_waits'
      group by subject_id having count(*) >= $2`,
    [teamId, APPROVERS],
  );
  return rows.map(({ id }) => id);
}

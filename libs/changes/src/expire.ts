import type { NoticePublisher } from "@jst/events";
import { LeasedSession, systemContext, type Database, type TeamContext, type TeamTx } from "@jst/db";
import { recordAct } from "./audit.ts";
import { endWaiting, noticeWaiting } from "./notices.ts";
import { isDue, remindQueued } from "./reminders.ts";
import type { Resources } from "./resource.ts";

/** Parts of a service that expire its proposals. */
export interface ExpiryParts {
  service: NoticePublisher;
  resources: Resources;
  database: Database;
  /** Connection of role `<service>_relay`, which sees the deadlines of all teams. */
  relayUrl: string;
}

/** Longest time one statement may take. */
const timeoutMs = 30_000;
/** Proposals that one transaction ends. */
const BATCH = 200;

/**
 * Stores of every proposal whose time had passed at `now` that it has expired, with an audit entry each, in
 * transactions of its team; answers how many. Notifies the deciders of proposals that expire soon. An approval at the
 * same moment wins or finds it expired. Answers 0 at once while another process is at it.
 */
export async function expireChangesets(parts: ExpiryParts, now: Date = new Date()): Promise<number> {
  const { service, relayUrl: connectionString } = parts;
  const options = { connectionString, applicationName: `${service}-expiry`, timeoutMs };
  const session = await LeasedSession.open({ ...options, lease: `${service} expired changesets` });
  try {
    if (!(await session.take())) return 0;
    const teams = await session.query<{ team_id: string }>({
      text: `select distinct c.team_id from changesets c
        where c.status = 'queued' and (c.expires_at <= $1 or ${isDue("c", "$1::timestamptz")})`,
      values: [now.toISOString()],
    });
    let count = 0;
    for (const { team_id: teamId } of teams) {
      count += await inBatches(parts, teamId, (tx, context) => expireBatch(tx, parts, context, now));
      await inBatches(parts, teamId, (tx) => remindBatch(tx, parts, now));
    }
    return count;
  } finally {
    await session.close();
  }
}

/** Runs the work in a transaction of the team each time until it does less than a batch; returns how much it did. */
async function inBatches(
  { service, database }: ExpiryParts,
  teamId: string,
  work: (tx: TeamTx, context: TeamContext) => Promise<number>,
): Promise<number> {
  const context = systemContext(teamId, { requestId: `${service}-expiry`, timeoutMs });
  let count = 0;
  for (;;) {
    const { result } = await database.write(context, (tx) => work(tx, context));
    count += result;
    if (result < BATCH) return count;
  }
}

/** Marks up to `limit` queued changesets of the team expired whose time had passed at `now`; answers their uuids. */
async function expireQueued(tx: TeamTx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "changeset_expire",
    text: `update changesets c set status = 'expired'
      where c.team_id = $1 and c.status = 'queued' and c.id in (
        select w.id from changesets w where w.team_id = $1 and w.status = 'queued' and w.expires_at <= $2
        order by w.id limit $3 for update)
      returning c.id`,
    values: [tx.context.teamId, now.toISOString(), limit],
  });
  return rows.map(({ id }) => id);
}

async function expireBatch(tx: TeamTx, parts: ExpiryParts, context: TeamContext, now: Date): Promise<number> {
  const uuids = await expireQueued(tx, now, BATCH);
  for (const id of uuids) {
    recordAct(tx, context, { act: "expire", id: `${parts.service}_${id}` });
    endWaiting(tx, parts, { id });
  }
  return uuids.length;
}

async function remindBatch(tx: TeamTx, parts: ExpiryParts, now: Date): Promise<number> {
  const expiring = await remindQueued(tx, now, BATCH);
  for (const one of expiring) noticeWaiting(tx, parts, one, "proposal_expires");
  return expiring.length;
}

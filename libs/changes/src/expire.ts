import type { NoticePublisher } from "@jst/events";
import {
  LeasedSession,
  systemContext,
  type Database,
  type Row,
  type TeamContext,
  type TeamTx,
} from "@jst/db";
import { recordAct } from "./audit.ts";
import { endWaiting, noticeDecided, noticeWaiting, type NoticedChangeset } from "./notices.ts";
import { TIMEOUT_REASON } from "./queries.ts";
import { isDue, NOTICED, remindQueued } from "./reminders.ts";
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
 * Ends every proposal whose time had passed at `now`: it is expired, or rejected by its rule. Each has an audit entry,
 * in a transaction of its team. Answers how many. Notifies the deciders of proposals that expire
 * soon. An approval at the same moment wins or finds it expired. Answers 0 at once while another process is at it.
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

/** Proposal whose time had passed, as a notice needs it. */
interface OverdueChangeset extends Row, NoticedChangeset {
  status: "expired" | "rejected";
  reason: string | null;
}

/**
 * Ends up to `limit` queued changesets of the team whose time had passed at `now`: those of a rule are rejected, the
 * others expire (rules.timeout).
 */
function endOverdue(tx: TeamTx, now: Date, limit: number): Promise<OverdueChangeset[]> {
  return tx.query<OverdueChangeset>({
    name: "changeset_expire",
    text: `update changesets c set status = case when c.timeout_rule is null then 'expired' else 'rejected' end,
        decided_by_type = case when c.timeout_rule is not null then 'system' end,
        decided_at = case when c.timeout_rule is not null then c.expires_at end,
        reason = case when c.timeout_rule is not null then ${TIMEOUT_REASON} end
      where c.team_id = $1 and c.status = 'queued' and c.id in (
        select w.id from changesets w where w.team_id = $1 and w.status = 'queued' and w.expires_at <= $2
        order by w.id limit $3 for update)
      returning ${NOTICED}, c.status, c.reason`,
    values: [tx.context.teamId, now.toISOString(), limit],
  });
}

async function expireBatch(tx: TeamTx, parts: ExpiryParts, context: TeamContext, now: Date): Promise<number> {
  const ended = await endOverdue(tx, now, BATCH);
  for (const { status, reason, ...one } of ended) {
    const id = `${parts.service}_${one.id}`;
    if (status === "expired") {
      recordAct(tx, context, { act: "expire", id });
      endWaiting(tx, parts, one);
    } else {
      recordAct(tx, context, { act: "reject", id, reason: reason ?? undefined });
      noticeDecided(tx, parts, one, { status, by: { type: "system", id: null } });
    }
  }
  return ended.length;
}

async function remindBatch(tx: TeamTx, parts: ExpiryParts, now: Date): Promise<number> {
  const expiring = await remindQueued(tx, now, BATCH);
  for (const one of expiring) noticeWaiting(tx, parts, one, "proposal_expires");
  return expiring.length;
}

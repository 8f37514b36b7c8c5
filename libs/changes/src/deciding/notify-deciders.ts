import { systemContext, type Database, type TeamContext, type TeamTx } from "@jst/db";
import type { GoOn, NoticePublisher } from "@jst/events";
import { hopWithin } from "@jst/rpc";
import type { AuthFacts } from "../caller-of.ts";
import { lastNotified, noticeWaiting, notifiedBy } from "../notices.ts";
import {
  changesetOf,
  type ChangesetRow,
  type NotifiedApproval,
  type StoredChangeset,
  type StoredNotified,
} from "../queries.ts";
import { NOTICED, type NoticedRow } from "../reminders.ts";
import type { Resources } from "../resource.ts";
import type { JudgedTeam } from "./decision-rule.ts";
import { IS_UNJUDGED, queuedPage, unjudgedPage } from "./queued.ts";
import { EVERYBODY, verdictsOn } from "./standings.ts";

/** Parts of a service that notify of its proposals after they were stored. */
export interface NotifyingParts extends Pick<AuthFacts, "callerOf" | "membersNow" | "rulesNow"> {
  service: NoticePublisher;
  resources: Resources;
  database: Database;
}

/**
 * Reason to judge open proposals again: the rules changed, the members did, or the proposals were stored, and rules
 * that were read before may have judged them.
 */
export type Cause = keyof typeof UPDATED;

/** Conditions on proposals over alias `c` that are updated to `m`, by the reason. */
const UPDATED = {
  rules: "c.notified is distinct from m.notified",
  members: "true",
  // A change of the rules that came in between has judged it by newer ones.
  stored: IS_UNJUDGED,
};

/** Proposals that are judged at once, and notified of in one transaction. */
const BATCH = 200;
const BATCH_MS = 30_000;

/**
 * Notifies who may decide on the open proposals of a team by its rules of now, where that is somebody else than before
 * (notifications.rules). After a change of members it notifies of each proposal: the approvers may be others under the
 * same roles, and nobody gets a second notice. A batch that is committed is done: what comes again goes on behind it.
 * `goOn` is called before each batch, and rejects to end the work. Throws while auth cannot say, and nothing is lost.
 */
export async function notifyDeciders(
  parts: NotifyingParts,
  teamId: string,
  cause: Cause,
  goOn: GoOn,
): Promise<void> {
  const context = systemContext(teamId, { requestId: `${parts.service}-${cause}`, timeoutMs: BATCH_MS });
  const pageOf = cause === "stored" ? unjudgedPage : queuedPage;
  for (let behind: string | undefined; ;) {
    await goOn();
    const rows = await parts.database.read<ChangesetRow>(context, pageOf(teamId, behind, BATCH));
    const page = rows.flatMap((row) => changesetOf([row]) ?? []);
    await notifyBatch(parts, context, page, cause);
    behind = page.at(-1)?.id;
    if (page.length < BATCH) return;
  }
}

async function notifyBatch(
  parts: NotifyingParts,
  context: TeamContext,
  page: readonly StoredChangeset[],
  cause: Cause,
): Promise<void> {
  if (page.length === 0) return;
  const isForAll = cause === "members";
  const updated = (await judged(parts, context, page)).filter(
    ({ stored, notified }) => isForAll || isUnjudged(stored) || !isSame(lastNotified(stored), notified),
  );
  if (updated.length === 0) return;
  await parts.database.write(context, async (tx) => {
    for (const one of await storeNotified(tx, updated, cause))
      if (isForAll || !isSame(lastNotified({ ...one, notified: one.former }), lastNotified(one)))
        noticeWaiting(tx, parts, one);
  });
}

function isUnjudged({ notified, version }: StoredChangeset): boolean {
  return notified?.version !== version;
}

/** Open proposal with those who are to be notified of it. */
interface Notified {
  stored: StoredChangeset;
  notified: StoredNotified;
}

/** Judges the proposals by the rules of now: auth is asked after they were read. */
async function judged(
  { database, resources, callerOf, membersNow, rulesNow }: NotifyingParts,
  context: TeamContext,
  page: readonly StoredChangeset[],
): Promise<Notified[]> {
  const { teamId } = context;
  const hop = hopWithin(BATCH_MS);
  const { rules, timezone } = await rulesNow(teamId, hop);
  const members = rules.length === 0 ? new Map<string, never>() : await membersNow(teamId, EVERYBODY, hop);
  if (members === undefined) throw new Error("auth cannot say who the members of a team are.");
  const team: JudgedTeam = {
    teamId,
    timezone,
    hop,
    deps: { resources, callerOf },
    read: (statement, plan = "generic") => database.read(context, statement, plan),
  };
  const verdicts = await verdictsOn(team, { rules, members }, page);
  return verdicts.map(({ stored, verdict }) => ({
    stored,
    notified: {
      ...notifiedBy(verdict?.outcome === "queue" ? verdict.rule : undefined),
      version: stored.version,
    },
  }));
}

function isSame(one: NotifiedApproval, other: NotifiedApproval): boolean {
  const textOf = ({ approvers: { roles, members }, allow_self }: NotifiedApproval) =>
    JSON.stringify([roles, members, allow_self]);
  return textOf(one) === textOf(other);
}

/** Proposal with those who were notified of it before. */
interface UpdatedRow extends NoticedRow {
  former: StoredNotified | null;
}

/** Stores who is notified of those that are still open, and returns them. A decision meanwhile goes first or waits. */
function storeNotified(tx: TeamTx, moved: readonly Notified[], cause: Cause): Promise<UpdatedRow[]> {
  return tx.query<UpdatedRow>({
    name: `changeset_notified_${cause}`,
    text: `update changesets c set notified = m.notified
      from unnest($2::uuid[], $3::jsonb[], $4::int[]) m (id, notified, version)
      where c.team_id = $1 and c.id = m.id and c.version = m.version and ${UPDATED[cause]}
        and c.id in (
        select w.id from changesets w where w.team_id = $1 and w.id = any($2::uuid[]) and w.status = 'queued'
        order by w.id for update)
      returning ${NOTICED}, old.notified as former`,
    values: [
      tx.context.teamId,
      moved.map(({ stored }) => stored.id),
      moved.map(({ notified }) => JSON.stringify(notified)),
      moved.map(({ stored }) => stored.version),
    ],
  });
}

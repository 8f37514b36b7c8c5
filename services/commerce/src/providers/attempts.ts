import type { Database, Row, Statement, TeamContext, TeamTx } from "@jst/db";
import { endSession, endSessions, type TargetName } from "../checkouts/checkout.ts";
import { failureEnds } from "./provider-faults.ts";

/** The latest attempt to pay something. */
export interface Attempt {
  reference: string | null;
  /** A page of the provider on which it can be paid still. */
  url: string | null;
  /** Parameters of that page. */
  asked: string | null;
  isDeclined: boolean;
  /** When it was declined last; null where it never was. */
  declinedAt: string | null;
  /** When a page was ended last in favour of another. */
  endedAt: string | null;
  /** Somebody has paid in a way that takes days: whether it arrives is not known yet. */
  isProcessing: boolean;
}

/** Reads the latest attempt; undefined where nobody has tried. */
export async function findAttempt(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
): Promise<Attempt | undefined> {
  const statement: Statement = {
    name: "commerce.attempts.find",
    text: `select a.reference, case when a.expires_at > clock_timestamp() then a.url end as url, a.asked,
  a.declined_at is not null as "isDeclined", a.declined_at::text as "declinedAt", a.ended_at::text as "endedAt",
  a.processing_at is not null as "isProcessing"
from commerce.attempts a where a.team_id = $1 and a.kind = $2 and a.target_id = $3`,
    values: [context.teamId, kind, id],
  };
  const [row] = await database.read<Attempt & Row>(context, statement);
  return row;
}

/** Notes that the latest attempt was declined; one that the provider has a page for stays known. */
export async function noteDeclined(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
): Promise<void> {
  await database.write(context, async (tx) => {
    await tx.query({
      name: "commerce.attempts.declined",
      text: `insert into commerce.attempts (team_id, kind, target_id, declined_at) values ($1, $2, $3, clock_timestamp())
on conflict (team_id, kind, target_id) do update set declined_at = excluded.declined_at`,
      values: [context.teamId, kind, id],
    });
  });
}

/** A page of the provider. */
export interface OpenedPage {
  reference: string;
  url: string;
  expiresAt: Date;
  asked: string;
}

/**
 * Notes the page of the provider on which it can be paid now. The one before it is ended, and so is this one where
 * nothing is owed any more by now.
 */
export async function noteOpened(
  database: Database,
  context: TeamContext,
  target: TargetName,
  { reference, url, expiresAt, asked }: OpenedPage,
): Promise<void> {
  await database.write(context, async (tx) => {
    await tx.query(failureEnds(context.teamId));
    const isOwed = await isOwedNow(tx, target);
    const former = await tx.query<FormerPage>({
      name: "commerce.attempts.opened",
      text: `insert into commerce.attempts as a (team_id, kind, target_id, reference, url, expires_at, asked)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (team_id, kind, target_id) do update
set reference = excluded.reference, url = excluded.url, expires_at = excluded.expires_at, asked = excluded.asked,
  ended_at = case when a.reference <> excluded.reference or a.asked <> excluded.asked then clock_timestamp() else a.ended_at end
returning ${FORMER}`,
      values: [
        ...[context.teamId, target.kind, target.id, reference, url],
        ...[expiresAt.toISOString(), asked],
      ],
    });
    endFormer(tx, former, reference);
    if (!isOwed) endSessions(tx, target);
  });
}

/** The page that was open before a write. */
interface FormerPage extends Row {
  reference: string | null;
  endsAt: string | null;
}

const FORMER = `old.reference as reference, case when old.url is not null then old.expires_at::text end as "endsAt"`;

function endFormer(tx: TeamTx, [former]: readonly FormerPage[], reference: string): void {
  if (former?.reference == null || former.endsAt === null || former.reference === reference) return;
  endSession(tx, former.reference, former.endsAt);
}

/** Tests whether it is still owed; other payments wait until this transaction ends. */
async function isOwedNow(tx: TeamTx, { kind, id }: TargetName): Promise<boolean> {
  const found = await tx.query({
    name: `commerce.attempts.owed ${kind}`,
    text: `select from commerce.${kind} t where t.team_id = $1 and t.id = $2 and t.status in ('open', 'uncollectible') for share`,
    values: [tx.context.teamId, id],
  });
  return found.length > 0;
}

/** Notes that a payment on that page is under way; not where the provider has said already how it ended. */
export async function noteProcessing(
  database: Database,
  context: TeamContext,
  target: TargetName,
  reference: string,
): Promise<void> {
  await database.write(context, async (tx) => {
    if (!(await isOwedNow(tx, target))) return;
    const former = await tx.query<FormerPage>({
      name: "commerce.attempts.processing",
      text: `insert into commerce.attempts as a (team_id, kind, target_id, reference, processing_at)
values ($1, $2, $3, $4, clock_timestamp())
on conflict (team_id, kind, target_id) do update
set reference = excluded.reference, processing_at = excluded.processing_at, declined_at = null, url = null, expires_at = null
where a.settled_reference is distinct from excluded.reference
returning ${FORMER}`,
      values: [context.teamId, target.kind, target.id, reference],
    });
    endFormer(tx, former, reference);
  });
}

/** Notes how a payment on that page has ended: nothing of it is under way any more, and its page is over. */
export async function noteSettled(
  database: Database,
  context: TeamContext,
  { kind, id }: TargetName,
  { reference, isPaid }: { reference: string; isPaid: boolean },
): Promise<void> {
  await database.write(context, async (tx) => {
    await tx.query({
      name: "commerce.attempts.settled",
      text: `update commerce.attempts
set declined_at = case when $5 then declined_at else clock_timestamp() end, processing_at = null,
  settled_reference = reference, url = null, expires_at = null
where team_id = $1 and kind = $2 and target_id = $3 and reference = $4`,
      values: [context.teamId, kind, id, reference, isPaid],
    });
  });
}

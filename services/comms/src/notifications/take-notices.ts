import { systemContext, type Database, type Statement } from "@jst/db";
import type { NoticeKind, NoticeOver, NoticeWanted, ReceivedFact } from "@jst/events";
import { defaultChannels, waitingKinds } from "./channels.ts";
import { recipientsAt, type MembersPeer } from "./recipients.ts";

/** Types of the facts about notices. */
export type NoticeFactType = "notice.wanted" | "notice.over";

type NoticeFactHead = Pick<ReceivedFact<NoticeFactType>, "fact_id">;

/** Parts that store notices. */
export interface NoticeParts {
  database: Database;
  auth: MembersPeer;
}

/**
 * Stores the notices that facts ask for, and marks read what is over; in the order of the facts. A fact takes effect
 * once, however often it comes (notifications.once).
 */
export async function takeNotices(
  { database, auth }: NoticeParts,
  teamId: string,
  facts: readonly ReceivedFact<NoticeFactType>[],
): Promise<void> {
  const find = recipientsAt(auth);
  const statements: Statement[] = [];
  for (const fact of facts) {
    if (fact.type === "notice.over") statements.push(endStatement(teamId, fact, fact.data));
    else statements.push(storeStatement(teamId, fact, fact.data, await find(teamId, fact.data)));
  }
  await database.write(systemContext(teamId), async (tx) => {
    // Ids are in the order of the commits then, so a member who marks all read up to one of them has seen them.
    const text = "select pg_advisory_xact_lock(hashtextextended('comms notices ' || $1, 0))";
    await tx.query({ name: "comms.notifications.lock", text, values: [teamId] });
    for (const statement of statements) tx.defer(statement);
  });
}

/** SQL that answers a row where the fact has not taken effect yet. */
const FIRST = `insert into comms.notice_facts (team_id, fact_id) values ($1, $2)
  on conflict (team_id, fact_id) do nothing returning fact_id`;

/** Kind of which a member has one notice of a subject. */
const WAITS: NoticeKind = "proposal_waits";

/**
 * Stores a notice for each of the members. Who has a notice that the proposal waits gets no second one, and the
 * unread ones of members who may no longer decide disappear (notifications.rules).
 */
function storeStatement(
  teamId: string,
  { fact_id: factId }: NoticeFactHead,
  { kind, title, path, subject, actor }: NoticeWanted,
  members: readonly string[],
): Statement {
  return {
    name: "comms.notifications.store",
    text: `with first as (${FIRST}),
withdrawn as (
  delete from comms.notifications n using first
  where $4 = '${WAITS}' and n.team_id = $1 and n.subject_type = $7 and n.subject_id = $8
    and n.kind = any($11::text[]) and n.read_at is null and n.member_id <> all($3::uuid[])
)
insert into comms.notifications (team_id, member_id, kind, title, path, subject_type, subject_id, actor, fact_id,
  in_app, wants_mail)
select $1, m.id, $4, $5, $6, $7, $8, $9::jsonb, f.fact_id, c.channels ? 'in_app', c.channels ? 'email'
from first f
cross join unnest($3::uuid[]) m (id)
left join comms.notification_preferences p on p.team_id = $1 and p.member_id = m.id
cross join lateral (select coalesce(p.channels -> $4, $10::jsonb) as channels) c
where c.channels <> '[]'::jsonb
  and not ($4 = '${WAITS}' and exists (
    select from comms.notifications o
    where o.team_id = $1 and o.subject_type = $7 and o.subject_id = $8 and o.kind = $4 and o.member_id = m.id
  ))
on conflict (team_id, member_id, fact_id) do nothing`,
    values: [
      ...[teamId, factId, members, kind, title, path, subject.type, subject.id],
      ...[JSON.stringify(actor), JSON.stringify(defaultChannels(kind)), waitingKinds],
    ],
  };
}

function endStatement(teamId: string, { fact_id: factId }: NoticeFactHead, over: NoticeOver): Statement {
  const { subject, members } = over;
  return {
    name: "comms.notifications.end",
    text: `with first as (${FIRST})
update comms.notifications n set read_at = clock_timestamp()
from first f
where n.team_id = $1 and n.subject_type = $3 and n.subject_id = $4 and n.kind = any($5::text[]) and n.read_at is null
  and ($6::uuid[] is null or n.member_id = any($6))`,
    values: [teamId, factId, subject.type, subject.id, waitingKinds, members ?? null],
  };
}

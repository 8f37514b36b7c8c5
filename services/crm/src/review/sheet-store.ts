import { one, instant, type Row, type TeamTx } from "@jst/db";
import type { StoredSheet } from "../packets/shown-answers.ts";

/** Packet and reviewer of a sheet. */
export interface SheetOf {
  packet: string;
  reviewer: string;
}

const columns = `s.reviewer_id, s.answers, s.version, ${instant("s.updated_at")} as updated_at`;

/** What the reviewer has saved, undefined where nothing; whoever asks in a write has locked the packet. */
export async function findSheet(tx: TeamTx, { packet, reviewer }: SheetOf): Promise<StoredSheet | undefined> {
  const text = `select ${columns} from crm.answer_sheets s
where s.team_id = $1 and s.packet_id = $2 and s.reviewer_id = $3`;
  const values = [tx.context.teamId, packet, reviewer];
  const [sheet] = await tx.query<StoredSheet & Row>({ name: "crm.answer_sheets.find", text, values });
  return sheet;
}

/** Stores what a reviewer has answered, in place of what was there. */
export async function saveAnswers(
  tx: TeamTx,
  { packet, reviewer, answers }: SheetOf & { answers: object },
): Promise<StoredSheet> {
  const text = `insert into crm.answer_sheets as s (team_id, packet_id, reviewer_id, answers, updated_at)
values ($1, $2, $3, $4::jsonb, clock_timestamp())
on conflict (team_id, packet_id, reviewer_id)
do update set answers = excluded.answers, updated_at = excluded.updated_at, version = s.version + 1
returning ${columns}`;
  const values = [tx.context.teamId, packet, reviewer, JSON.stringify(answers)];
  const sheet = one(await tx.query<StoredSheet & Row>({ name: "crm.answer_sheets.save", text, values }));
  return sheet;
}

import { one, instant, type Row, type TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import { formerMembers, type StoredRow } from "@jst/resource";
import type { PacketItem, Reviewer } from "../../gen/rpc.ts";
import { packets } from "./packet.ts";
import { noticeReview } from "./packet-notices.ts";
import { type Phase, readinessOf, type Signature, type SignedPacket, statusOf } from "./readiness.ts";
import type { StoredSheet } from "./shown-answers.ts";

/** A packet as it is written. */
export interface StoredPacket extends SignedPacket {
  title: string;
  description: string | null;
  due_at: string | null;
  phase: Phase;
  reviewers: readonly Reviewer[];
  items: readonly PacketItem[];
  verdicts: readonly Signature[];
}

/** A packet that no other transaction writes until this one ends, nor a sheet of it. */
export type LockedPacket = StoredPacket & Row & { id: string; version: number; now: string };

const lock = `select t.id, t.version, t.title, t.description, ${instant("t.due_at")} as due_at, t.phase,
  t.walkthrough_version, t.reviewers, t.items, t.verdicts, ${instant("clock_timestamp()")} as now
from crm.packets t where t.team_id = $1 and t.id = $2 for no key update`;

/** Locks a packet of the team; undefined if the team has none with the id. */
export async function lockPacket(tx: TeamTx, id: string): Promise<LockedPacket | undefined> {
  const values = [tx.context.teamId, id];
  const [packet] = await tx.query<LockedPacket>({ name: "crm.packets.lock", text: lock, values });
  return packet;
}

/** The packet as GET answers it, over the row `t`. */
const shown = `t.id, t.version, ${packets.store.texts.json}::text as body`;

/** Stores a new packet with what follows from it, and notifies its reviewers. */
export async function insertPacket(tx: TeamTx, packet: StoredPacket): Promise<StoredRow> {
  const text = `insert into crm.packets as t (team_id, title, description, due_at, phase, status, walkthrough_version,
  reviewers, items, verdicts, readiness, created_by_type, created_by_id)
values ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11::jsonb, $12, $13)
returning ${shown}`;
  const { teamId, actorType, actorId } = tx.context;
  const values = [teamId, ...columnsOf(packet), actorType, actorId];
  const stored = one(await tx.query<StoredRow>({ name: "crm.packets.insert", text, values }));
  noticeReview(tx, stored.id, packet);
  packets.publish(tx, stored);
  return stored;
}

/** Stores a locked packet as it is to be, with what follows from it, and notifies its reviewers. */
export async function updatePacket(
  tx: TeamTx,
  before: LockedPacket,
  packet: LockedPacket,
  type: PacketChange,
): Promise<StoredRow> {
  const text = `update crm.packets t
set title = $3, description = $4, due_at = $5::timestamptz, phase = $6, status = $7, walkthrough_version = $8,
  reviewers = $9::jsonb, items = $10::jsonb, verdicts = $11::jsonb, readiness = $12::jsonb,
  updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2
returning ${shown}`;
  const values = [tx.context.teamId, packet.id, ...columnsOf(packet)];
  noticeReview(tx, packet.id, packet, before);
  const stored = one(await tx.query<StoredRow>({ name: "crm.packets.update", text, values }));
  publishChange(tx, stored, before, type);
  return stored;
}

/** Event types of a change of a packet. */
type PacketChange = "packet.updated" | "packet.bumped" | "review.signed";

/** Publishes a changed packet with the former values of what it stores as it is shown. */
function publishChange(
  tx: TeamTx,
  { id, body }: StoredRow,
  { title, description, due_at, walkthrough_version, reviewers, items, ...before }: LockedPacket,
  type: PacketChange,
): void {
  const object = JSON.parse(body) as Record<string, unknown>;
  const status = statusOf(before.phase, readinessOf({ ...before, walkthrough_version, reviewers }));
  const was = { title, description, due_at, status, walkthrough_version, reviewers, items };
  const shown = Object.fromEntries(Object.entries(was).filter(([name]) => name in object));
  publish(tx, { type, id, object, previous: formerMembers(shown, object) });
}

function columnsOf(packet: StoredPacket): unknown[] {
  const { title, description, due_at: dueAt, phase } = packet;
  const readiness = readinessOf(packet);
  return [
    ...[title, description, dueAt, phase, statusOf(phase, readiness), packet.walkthrough_version],
    ...[packet.reviewers, packet.items, packet.verdicts, readiness].map((value) => JSON.stringify(value)),
  ];
}

/** Packet and reviewer of a sheet. */
export interface SheetOf {
  packet: string;
  reviewer: string;
}

const columns = `s.reviewer_id, s.answers, s.version, ${instant("s.updated_at")} as updated_at`;

/** Finds the saved sheet of a reviewer; a caller that writes has locked the packet. */
export async function findSheet(tx: TeamTx, { packet, reviewer }: SheetOf): Promise<StoredSheet | undefined> {
  const text = `select ${columns} from crm.answer_sheets s
where s.team_id = $1 and s.packet_id = $2 and s.reviewer_id = $3`;
  const values = [tx.context.teamId, packet, reviewer];
  const [sheet] = await tx.query<StoredSheet & Row>({ name: "crm.answer_sheets.find", text, values });
  return sheet;
}

/** Stores the answers of a reviewer in place of the sheet that was there. */
export async function saveSheet(
  tx: TeamTx,
  { packet, reviewer, answers }: SheetOf & { answers: object },
): Promise<StoredSheet> {
  const text = `insert into crm.answer_sheets as s (team_id, packet_id, reviewer_id, answers, updated_at)
values ($1, $2, $3, $4::jsonb, clock_timestamp())
on conflict (team_id, packet_id, reviewer_id)
do update set answers = excluded.answers, updated_at = excluded.updated_at, version = s.version + 1
returning ${columns}`;
  const values = [tx.context.teamId, packet, reviewer, JSON.stringify(answers)];
  return one(await tx.query<StoredSheet & Row>({ name: "crm.answer_sheets.save", text, values }));
}

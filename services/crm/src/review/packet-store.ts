import { AppError, notFound } from "@jst/errors";
import type { Row, TeamTx } from "@jst/db";
import { requireId } from "@jst/resource";
import type { PacketItem, Reviewer } from "../../gen/rpc.ts";
import {
  type Phase,
  readinessOf,
  type Signature,
  type SignedPacket,
  statusOf,
} from "../packets/readiness.ts";

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

/** A packet that no other transaction writes until this one ends. */
export type LockedPacket = StoredPacket & Row & { id: string; now: string };

/** Locks a packet of the team; throws not_found where there is none. */
export async function lockPacket(tx: TeamTx, id: string): Promise<LockedPacket> {
  const text = `select t.id, t.title, t.description, t.due_at, t.phase, t.walkthrough_version, t.reviewers, t.items, t.verdicts,
  to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now
from crm.packets t where t.team_id = $1 and t.id = $2 for no key update`;
  const values = [tx.context.teamId, requireId(id)];
  const [packet] = await tx.query<LockedPacket>({ name: "crm.packets.lock", text, values });
  if (packet === undefined) throw notFound();
  return packet;
}

/** The same for what a closed packet refuses. */
export async function lockOpenPacket(tx: TeamTx, id: string): Promise<LockedPacket> {
  const packet = await lockPacket(tx, id);
  if (packet.phase !== "closed") return packet;
  const allowed = ["draft", "in_review"];
  throw new AppError("invalid_state_transition", "The packet is closed: open it for review first.", {
    extension: { from: "closed", to: "in_review", allowed },
  });
}

/** Stores a new packet with what follows from it, and answers its id. */
export async function insertPacket(tx: TeamTx, packet: StoredPacket): Promise<string> {
  const text = `insert into crm.packets (team_id, title, description, due_at, phase, status, walkthrough_version, reviewers,
  items, verdicts, readiness, created_by_type, created_by_id)
values ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11::jsonb, $12, $13) returning id`;
  const { title, description, due_at: dueAt, phase } = packet;
  const readiness = readinessOf(packet);
  const { teamId, actorType, actorId } = tx.context;
  const values = [
    ...[teamId, title, description, dueAt, phase, statusOf(phase, readiness), packet.walkthrough_version],
    ...[packet.reviewers, packet.items, packet.verdicts, readiness].map((value) => JSON.stringify(value)),
    ...[actorType, actorId],
  ];
  const [row] = await tx.query<{ id: string }>({ name: "crm.packets.insert", text, values });
  if (row === undefined) throw new Error("An insert that answers one row answered none.");
  return row.id;
}

/** Stores a locked packet as it is to be, with what follows from it. */
export async function updatePacket(tx: TeamTx, packet: LockedPacket): Promise<void> {
  const text = `update crm.packets t
set phase = $3, status = $4, walkthrough_version = $5, verdicts = $6::jsonb, readiness = $7::jsonb,
  updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2`;
  const { id, phase, walkthrough_version: version, verdicts } = packet;
  const readiness = readinessOf(packet);
  const set = [
    phase,
    statusOf(phase, readiness),
    version,
    JSON.stringify(verdicts),
    JSON.stringify(readiness),
  ];
  await tx.query({ name: "crm.packets.update", text, values: [tx.context.teamId, id, ...set] });
}

/** Stores what a reviewer has answered, in place of what was there. */
export async function saveAnswers(
  tx: TeamTx,
  { packet, reviewer, answers }: { packet: string; reviewer: string; answers: object },
): Promise<void> {
  const text = `insert into crm.answer_sheets as s (team_id, packet_id, reviewer_id, answers, updated_at)
values ($1, $2, $3, $4::jsonb, clock_timestamp())
on conflict (team_id, packet_id, reviewer_id) do update set answers = excluded.answers, updated_at = excluded.updated_at`;
  const values = [tx.context.teamId, packet, reviewer, JSON.stringify(answers)];
  await tx.query({ name: "crm.packets.save_answers", text, values });
}

import { notFound } from "@jst/errors";
import { one, instant, type Row, type TeamTx } from "@jst/db";
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

/** A packet that no other transaction writes until this one ends, nor a sheet of it. */
export type LockedPacket = StoredPacket & Row & { id: string; version: number; now: string };

const lock = `select t.id, t.version, t.title, t.description, ${instant("t.due_at")} as due_at, t.phase,
  t.walkthrough_version, t.reviewers, t.items, t.verdicts, ${instant("clock_timestamp()")} as now
from crm.packets t where t.team_id = $1 and t.id = $2 for no key update`;

/** Locks a packet of the team; throws not_found where there is none. */
export async function lockPacket(tx: TeamTx, id: string | undefined): Promise<LockedPacket> {
  const values = [tx.context.teamId, requireId(id)];
  const [packet] = await tx.query<LockedPacket>({ name: "crm.packets.lock", text: lock, values });
  if (packet === undefined) throw notFound();
  return packet;
}

/** Stores a new packet with what follows from it, and answers its id. */
export async function insertPacket(tx: TeamTx, packet: StoredPacket): Promise<string> {
  const text = `insert into crm.packets (team_id, title, description, due_at, phase, status, walkthrough_version, reviewers,
  items, verdicts, readiness, created_by_type, created_by_id)
values ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb, $11::jsonb, $12, $13) returning id`;
  const { teamId, actorType, actorId } = tx.context;
  const values = [teamId, ...columnsOf(packet), actorType, actorId];
  const row = one(await tx.query<{ id: string }>({ name: "crm.packets.insert", text, values }));
  return row.id;
}

/** Stores a locked packet as it is to be, with what follows from it. */
export async function updatePacket(tx: TeamTx, packet: LockedPacket): Promise<void> {
  const text = `update crm.packets t
set title = $3, description = $4, due_at = $5::timestamptz, phase = $6, status = $7, walkthrough_version = $8,
  reviewers = $9::jsonb, items = $10::jsonb, verdicts = $11::jsonb, readiness = $12::jsonb,
  updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2`;
  const values = [tx.context.teamId, packet.id, ...columnsOf(packet)];
  await tx.query({ name: "crm.packets.update", text, values });
}

function columnsOf(packet: StoredPacket): unknown[] {
  const { title, description, due_at: dueAt, phase } = packet;
  const readiness = readinessOf(packet);
  return [
    ...[title, description, dueAt, phase, statusOf(phase, readiness), packet.walkthrough_version],
    ...[packet.reviewers, packet.items, packet.verdicts, readiness].map((value) => JSON.stringify(value)),
  ];
}

import type { Change, UndoPolicy } from "@jst/changes";
import type { Row, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { isSameJson } from "@jst/resource";
import { type Phase, readinessOf, type SignedPacket, statusOf } from "./readiness.ts";

/** Why a change of a packet is never taken back: a signature is in it (review.undo). */
export function finalPacket({ before, after }: Change): string | undefined {
  return isSameJson(before?.["verdicts"] ?? [], after?.["verdicts"] ?? [])
    ? undefined
    : "This change is a signature, so it cannot be undone.";
}

/** Columns that follow from the others. */
const derived = ["status", "readiness"];
export const isDerivedOfPacket = (column: string): boolean => derived.includes(column);

/** An undo does not change what reviewers have answered or signed since. */
export const packetUndo: UndoPolicy = {
  hold: async (tx, undone) => {
    const of = undone.filter(({ resource }) => resource === "packets");
    const ids = of.map(({ id }) => id);
    const made = of.filter(({ before }) => before === null).map(({ id }) => id);
    await tx.query({ name: "crm.packets.hold", text: hold, values: [tx.context.teamId, ids] });
    const values = [tx.context.teamId, ids, made];
    const used = await tx.query({ name: "crm.packets.used", text: usedSince, values });
    if (used.length > 0)
      throw new AppError(
        "not_undoable",
        "Reviewers answered or signed the review packet after this change. If you need the former values, write them again as a new change.",
      );
  },
  settle: async (tx, changes) => {
    const ids = changes.flatMap(({ id, after }) => (after === null ? [] : [id]));
    for (const id of new Set(ids)) await deriveAnew(tx, id);
    return [];
  },
};

const hold = `select from crm.packets t where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id for no key update`;

const usedSince = `select from crm.packets t
where t.team_id = $1 and t.id = any($2::uuid[])
  and (exists (select from jsonb_array_elements(t.verdicts) v
      where (v ->> 'walkthrough_version')::int = t.walkthrough_version or t.id = any($3::uuid[]))
    or t.id = any($3::uuid[])
      and exists (select from crm.answer_sheets s where s.team_id = $1 and s.packet_id = t.id))`;

async function deriveAnew(tx: TeamTx, id: string): Promise<void> {
  const [packet] = await tx.query<SignedPacket & Row & { phase: Phase }>({
    name: "crm.packets.derived_of",
    text: `select t.phase, t.walkthrough_version, t.reviewers, t.verdicts from crm.packets t
where t.team_id = $1 and t.id = $2`,
    values: [tx.context.teamId, id],
  });
  if (packet === undefined) return;
  const readiness = readinessOf(packet);
  const text = `update crm.packets t set status = $3, readiness = $4::jsonb
where t.team_id = $1 and t.id = $2 and (t.status, t.readiness) is distinct from ($3, $4::jsonb)`;
  const values = [tx.context.teamId, id, statusOf(packet.phase, readiness), JSON.stringify(readiness)];
  await tx.query({ name: "crm.packets.derive", text, values });
}

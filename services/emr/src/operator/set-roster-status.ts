import type { TeamTx } from "@jst/db";
import { notFound, requireTransition } from "@jst/errors";
import { platformContext } from "@jst/rpc";
import type { InternalHandler, RosterMove, RosterState } from "../../gen/rpc.ts";

type Status = RosterState["status"];

/** Where a patient may go from each place of the roster. */
const arrows: Readonly<Record<Status, readonly Status[]>> = {
  pending: ["active"],
  active: ["inactive"],
  inactive: ["active", "removed"],
  removed: [],
};

/** Moves a patient on the roster, in force for the next request (clinical.roster). */
export const setRosterStatus: InternalHandler<"SetRosterStatus"> = async (asked, call) => {
  const context = platformContext(asked.team_id, call);
  const { result } = await call.deps.database.write(context, (tx) => moved(tx, asked));
  return { body: { ...result } };
};

async function moved(
  tx: TeamTx,
  { patient_id: id, status, contact_id: contact }: RosterMove,
): Promise<RosterState> {
  const [before] = await tx.query<{ status: Status }>({
    name: "emr.roster.hold",
    text: "select p.status from emr.patients p where p.team_id = $1 and p.id = $2 for update",
    values: [tx.context.teamId, id],
  });
  if (before === undefined) throw notFound();
  if (status !== undefined && status !== before.status)
    requireTransition("A patient", { from: before.status, to: status, allowed: arrows[before.status] });
  const [after] = await tx.query<RosterState & Record<string, unknown>>({
    name: "emr.roster.move",
    text: MOVE,
    values: [tx.context.teamId, id, status ?? before.status, contact !== undefined, contact ?? null],
  });
  if (after === undefined) throw notFound();
  return after;
}

const MOVE = `update emr.patients p set status = $3,
  contact_id = case when $4 then $5::uuid else p.contact_id end,
  enrolled_at = case when $3 = 'active' then coalesce(p.enrolled_at, now()) else p.enrolled_at end,
  inactivated_at = case when $3 = 'active' then null when $3 = 'inactive' and p.status <> 'inactive' then now()
    else p.inactivated_at end,
  updated_at = case when changes.any then now() else p.updated_at end,
  version = p.version + changes.any::integer
from (select q.status <> $3 or ($4 and q.contact_id is distinct from $5::uuid) as any
  from emr.patients q where q.team_id = $1 and q.id = $2) changes
where p.team_id = $1 and p.id = $2
returning p.id, p.status, p.contact_id`;

import { one, type Row, type TeamTx } from "@jst/db";
import { Lifecycle } from "@jst/resource";
import { platformContext } from "@jst/rpc";
import type { InternalHandler, RosterMove, RosterState } from "../../gen/rpc.ts";

/** Locked patient. */
interface Enrolment extends Row {
  id: string;
  status: RosterState["status"];
  version: number;
}

/** A patient whose place on the roster was stored. */
interface StoredEnrolment extends Row {
  id: string;
  version: number;
  body: RosterState & Record<string, unknown>;
}

/** Patients by their places on the roster (clinical.roster). */
const roster = new Lifecycle<Enrolment, StoredEnrolment, void>({
  noun: "A patient",
  states: { pending: ["active"], active: ["inactive"], inactive: ["active", "removed"], removed: [] },
  lock: async (tx, id) => {
    const [patient] = await tx.query<Enrolment>({
      name: "emr.roster.lock",
      text: "select p.id, p.status, p.version from emr.patients p where p.team_id = $1 and p.id = $2 for update",
      values: [tx.context.teamId, id],
    });
    return patient;
  },
  itemOf: (patient) => patient,
});

/** Moves a patient on the roster, in force for the next request (clinical.roster). */
export const setRosterStatus: InternalHandler<"SetRosterStatus"> = async (move, call) => {
  const { result } = await call.deps.database.write(platformContext(move.team_id, call), async (tx) => {
    const patient = await roster.lock(tx, move.patient_id, { scope: undefined });
    const { status = patient.status } = move;
    return roster.enter(tx, patient, {
      action: "move",
      ...(status === patient.status ? {} : { to: status }),
      store: () => storeMove(tx, { ...move, status }),
    });
  });
  return { body: result.body };
};

async function storeMove(
  tx: TeamTx,
  { patient_id: id, status, contact_id: contact }: RosterMove,
): Promise<StoredEnrolment> {
  const values = [tx.context.teamId, id, status, contact !== undefined, contact ?? null];
  return one(await tx.query<StoredEnrolment>({ name: "emr.roster.move", text: MOVE, values }));
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
returning p.id, p.version, json_build_object('id', p.id, 'status', p.status, 'contact_id', p.contact_id) as body`;

import { instant, type Row, type Statement, type TeamTx } from "@jst/db";
import { contactOf } from "@jst/directory";
import { recordAudit } from "@jst/events";
import type { Booking } from "../../gen/rpc.ts";

/** A booking as the API shows it, over the row `t`. */
export const BOOKING = `(select row_to_json(r) from (select
  t.id,
  t.uid,
  t.event_type_id,
  (select json_build_object('name', e.name, 'slug', e.slug) from scheduling.event_types e
    where e.team_id = t.team_id and e.id = t.event_type_id) as event_type,
  t.host_id,
  ${contactOf("t.contact_id")} as contact_id,
  t.status,
  ${instant("t.start")} as start,
  ${instant('t."end"')} as "end",
  t.timezone,
  t.duration_minutes,
  t.attendee,
  t.guests,
  (select coalesce(json_agg(json_build_object('email', g.email,
      'status', case when t.declined_guests ->> g.email is null then 'invited' else 'declined' end,
      'declined_at', t.declined_guests ->> g.email) order by g.n), '[]')
    from unnest(t.guests) with ordinality g(email, n)) as guest_states,
  t.location,
  t.answers,
  t.notes,
  t.ical_sequence,
  t.source,
  ${instant("t.rescheduled_from")} as rescheduled_from,
  ${instant("t.cancelled_at")} as cancelled_at,
  t.cancel_reason,
  t.cancelled_by,
  t.cancelled_by_role,
  ${instant("t.created_at")} as created_at,
  ${instant("t.updated_at")} as updated_at,
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)`;

/** A booking with what only the service asks. */
export interface LockedBooking extends Record<string, unknown> {
  booking: Booking;
  hasBegun: boolean;
  isOver: boolean;
}

/** Reads one booking. */
export function findBooking(teamId: string, id: string): Statement {
  const text = `select ${BOOKING}::text as body, t.version from scheduling.bookings t where t.team_id = $1 and t.id = $2`;
  return { name: "scheduling.bookings.find", text, values: [teamId, id] };
}

/** Reads the host of a booking, which never changes. */
export async function hostOf(tx: TeamTx, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ host_id: string }>({
    name: "scheduling.bookings.host",
    text: "select t.host_id from scheduling.bookings t where t.team_id = $1 and t.id = $2",
    values: [tx.context.teamId, id],
  });
  return row?.host_id;
}

/** Reads one booking, which stays as it is until the transaction ends; the time is the database's. */
export async function lockBooking(tx: TeamTx, id: string): Promise<LockedBooking | undefined> {
  const [row] = await tx.query<LockedBooking>({
    name: "scheduling.bookings.hold",
    text: `select ${BOOKING} as booking, t.start <= clock_timestamp() as "hasBegun",
  t."end" <= clock_timestamp() as "isOver"
from scheduling.bookings t where t.team_id = $1 and t.id = $2 for no key update`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/** Columns of a booking that change together. */
export type Change = Readonly<Record<string, unknown>>;

/** A booking as a write answers it. */
export interface ChangedBooking {
  id: string;
  body: string;
  version: number;
}

/** Changes columns of a held booking, and answers it as the API shows it. */
export async function changeBooking(tx: TeamTx, id: string, change: Change): Promise<ChangedBooking> {
  const names = Object.keys(change).sort();
  const sets = names.map((name, at) => `"${name}" = $${at + 3}`);
  const [row] = await tx.query<ChangedBooking & Row>({
    // PostgreSQL tells names apart by 63 characters.
    name: `scheduling.bookings.change ${names.map((name) => name.slice(0, 3)).join(" ")}`,
    text: `update scheduling.bookings t
set ${sets.join(", ")}, updated_at = clock_timestamp(), version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, ${BOOKING}::text as body, t.version`,
    values: [tx.context.teamId, id, ...names.map((name) => change[name])],
  });
  if (row === undefined) throw new Error("A booking that was held is gone.");
  return row;
}

/** Notes in the audit log that something was booked outside of what is offered (scheduling.override). */
export function recordOverride(tx: TeamTx, id: string): void {
  recordAudit(tx, { action: "override", resource: "bookings", resourceId: id, outcome: "success" });
}

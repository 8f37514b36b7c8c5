import type { Change, Conflict, Image, Resource } from "@jst/changes";
import { isConstraint, type TeamTx } from "@jst/db";
import { lockHost } from "../schedules/schedule.ts";

/**
 * An undone booking is cancelled; an undone cancellation or move is booked again where its time is free and not over
 * (scheduling.undo).
 */
export const recordedBookings: Resource = {
  table: "scheduling.bookings",
  noun: "booking",
  scope: "scheduling",
  hidden: ["archived_at", "held_from", "held_to", "told", "placed_at", "organizer"],
  deletedAt: "archived_at",
  recipients: (change) => (isMoved(change) ? 1 + guestsOf(change).length : 0),
  // The contact comes after the commit, and stays (scheduling.contact).
  images: {
    moving: [
      "ical_sequence",
      "cancelled_at",
      "cancelled_by",
      "cancelled_by_role",
      "told",
      "placed_at",
      "contact_id",
    ],
  },
  undo: {
    hold: (tx, undone) => {
      // Locks hosts before bookings, as a booking does, and several in one order.
      const hosts = undone.map(({ before, after }) => String((after ?? before)?.["host_id"]));
      for (const host of [...new Set(hosts)].sort()) lockHost(tx, host);
      return Promise.resolve();
    },
    findRefused: (_tx, refusal, rows) =>
      Promise.resolve(isConstraint(refusal, "bookings_apart") ? taken(rows) : []),
    settle: (tx, changes) => requireAhead(tx, changes),
  },
};

/** True for a booking that is made, moved, cancelled or booked again. */
function isMoved({ op, before, after }: Change): boolean {
  if (op !== "update" || before === null || after === null) return true;
  const isCancelled = (image: Image) => image["status"] === "cancelled";
  return before["start"] !== after["start"] || isCancelled(before) !== isCancelled(after);
}

function guestsOf({ before, after }: Change): readonly unknown[] {
  return ((after ?? before)?.["guests"] ?? []) as readonly unknown[];
}

const taken = (rows: readonly Image[]): Conflict[] =>
  rows.map((row) => ({
    resource: "bookings",
    id: String(row["id"]),
    fields: ["start"],
    reason: "The time of the booking is no longer available.",
  }));

/** Refuses an undo that would book a past time again, or move a completed booking. */
async function requireAhead(tx: TeamTx, changes: readonly Change[]): Promise<Conflict[]> {
  const done = changes.filter(
    ({ before, after }) => after?.["status"] === "completed" && before?.["start"] !== after["start"],
  );
  const back = changes.filter(
    ({ before, after }) =>
      after?.["status"] === "booked" &&
      (before?.["status"] === "cancelled" || before?.["start"] !== after["start"]),
  );
  if (back.length + done.length === 0) return [];
  const over = await tx.query<{ id: string }>({
    name: "scheduling.bookings.over",
    text: `select t.id from scheduling.bookings t
where t.team_id = $1 and t.id = any($2::uuid[]) and t.start <= clock_timestamp()`,
    values: [tx.context.teamId, back.map(({ id }) => id)],
  });
  return [...done, ...over].map(({ id }) => ({
    resource: "bookings",
    id,
    fields: ["start"],
    reason: "The time of the booking has passed.",
  }));
}

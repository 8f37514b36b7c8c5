import type { Change as StoredChange, Resource } from "@jst/changes";
import type { TeamContext, TeamTx } from "@jst/db";
import type { Booking } from "../../gen/rpc.ts";
import type { Answered } from "../calendar/answers.ts";
import type { Person } from "../calendar/invite.ts";
import type { Change } from "../calendar/mails.ts";
import { tellRecipients } from "../calendar/tell-recipients.ts";
import { BOOKING } from "./booking.ts";
import type { ManagePages } from "./manage-pages.ts";

/** Answers who hosts; undefined for whoever is no member of the team any more. */
export type FindHost = (context: TeamContext, id: string) => Promise<Person | undefined>;

/** What telling takes: who hosts, and where the booking is managed. */
export interface Teller {
  findHost: FindHost;
  managePages: ManagePages;
}

/** What has become of a booking, and whether anybody is told. */
export interface Telling {
  change: Change;
  notify: boolean;
  /** Nobody is told of a booking of which nobody was told before (scheduling.undo). */
  onlyIfTold?: boolean;
  /** The team's zone, for a host whose schedule names none; that of the booking where it is not known. */
  teamZone?: string;
}

/** What mails are made of. */
interface Told extends Record<string, unknown> {
  booking: Booking;
  told: boolean;
  zone: string | null;
  questions: Answered["questions"];
}

/**
 * Has everybody in the booking told what has become of it, once the transaction is committed (scheduling.mails). To be
 * called after the write. A preview tells nobody.
 */
export async function tell(
  tx: TeamTx,
  id: string,
  { change, notify, onlyIfTold = false, teamZone }: Telling,
  { findHost, managePages }: Teller,
): Promise<void> {
  if (!notify || tx.isPreview) return;
  const [row] = await tx.query<Told>({
    name: "scheduling.bookings.told",
    text: `select ${BOOKING} as booking, t.told,
  (select s.timezone from scheduling.schedules s where s.team_id = t.team_id and s.id = t.host_id) as zone,
  (select e.questions from scheduling.event_types e where e.team_id = t.team_id and e.id = t.event_type_id) as questions
from scheduling.bookings t where t.team_id = $1 and t.id = $2`,
    values: [tx.context.teamId, id],
  });
  if (row === undefined) throw new Error("A booking that was written is gone.");
  const { booking, told: wasTold, zone, questions } = row;
  if (onlyIfTold && !wasTold) return;
  const host = await findHost(tx.context, booking.host_id);
  // Without its organizer an entry is none.
  if (host === undefined) return;
  const timezone = zone ?? teamZone ?? booking.timezone;
  const manageUrl = await managePages.urlOf(tx, id, change === "created");
  const told = {
    ...booking,
    questions,
    host: { ...host, timezone },
    manage_url: manageUrl,
    changed_at: booking.updated_at,
  };
  tellRecipients(tx, told, { change, notify });
}

/** The resource whose undo tells everybody, too. */
export function telling(resource: Resource, teller: Teller): Resource {
  const settle: NonNullable<Resource["undo"]>["settle"] = async (tx, changes, options) => {
    const misfits = (await resource.undo?.settle?.(tx, changes, options)) ?? [];
    for (const one of misfits.length > 0 ? [] : changes) {
      const change = changeOf(one);
      if (change !== undefined) await tell(tx, one.id, { change, notify: true, onlyIfTold: true }, teller);
    }
    return misfits;
  };
  return { ...resource, undo: { ...resource.undo, settle } };
}

/** What an undo has made of a booking; undefined where nobody in it need know. */
function changeOf({ before, after }: StoredChange): Change | undefined {
  if (after?.["status"] === "cancelled") return before?.["status"] === "cancelled" ? undefined : "cancelled";
  if (before?.["status"] === "cancelled") return "returned";
  return before?.["start"] === after?.["start"] ? undefined : "rescheduled";
}

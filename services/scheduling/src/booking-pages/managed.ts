import type { TeamContext } from "@jst/db";
import { notFound } from "@jst/errors";
import { findTeam, pageContext, type PageRequest, type PageTeam, secretHash } from "@jst/pages";
import type { Booking } from "../../gen/rpc.ts";
import type { Reader } from "../availability/free-slots.ts";
import { BOOKING, type LockedBooking } from "../bookings/booking.ts";
import type { BookingActor } from "../bookings/lifecycle.ts";
import type { PageHolder } from "../bookings/manage-pages.ts";
import type { Person } from "../calendar/invite.ts";
import type { Deps } from "../deps.ts";

/** Booking of a secret address, its holder, and the page of that address. */
export interface ManagedBooking extends PagesOf {
  holder: PageHolder;
  /** Path of its page. */
  path: string;
  booking: Booking;
  isOver: boolean;
  host: Person | undefined;
}

/** Finds it. A secret that nobody was told, and one of a team whose module is off, answer alike: not_found. */
export async function managed(request: PageRequest, deps: Deps): Promise<ManagedBooking> {
  const secret = request.path["secret"] ?? "";
  const hash = secretHash(secret);
  const [found] = hash === undefined ? [] : await deps.lookup.query<Found>(byHash(hash));
  if (found === undefined) throw notFound();
  const pages = await pagesOf({ team_id: found.team_id }, request, deps);
  const [row] = await deps.database.read<Pick<LockedBooking, "booking" | "isOver">>(pages.context, {
    name: "scheduling.bookings.managed",
    text: `select ${BOOKING} as booking, t."end" <= clock_timestamp() as "isOver"
from scheduling.bookings t where t.team_id = $1 and t.id = $2`,
    values: [pages.context.teamId, found.booking_id],
  });
  if (row === undefined) throw notFound();
  const host = await deps.hosts.find(pages.context, row.booking.host_id);
  const holder: PageHolder =
    found.guest === null ? { role: found.role } : { role: "guest", guest: found.guest };
  return { ...pages, ...row, path: `/p/bookings/${secret}`, host, holder };
}

/** Finds the booking of the attendee's or the host's page; on a guest's page nobody cancels or moves: not_found. */
export async function managedByHolder(
  request: PageRequest,
  deps: Deps,
): Promise<ManagedBooking & { role: Manager }> {
  const found = await managed(request, deps);
  if (found.holder.role === "guest") throw notFound();
  return { ...found, role: found.holder.role };
}

type Manager = "attendee" | "host";
type Found = { team_id: string; booking_id: string; role: Manager; guest: string | null };

const byHash = (hash: Buffer) => ({
  name: "scheduling.booking_secrets.find",
  text: `select s.team_id, s.booking_id, s.role, null as guest from scheduling.booking_secrets s
where s.hash = decode($1, 'hex')
union all
select g.team_id, g.booking_id, 'guest', g.guest from scheduling.guest_secrets g where g.hash = decode($1, 'hex')`,
  values: [hash.toString("hex")],
});

/** The team of a page, and the platform that acts for it: nobody is known behind a page. */
export interface PagesOf {
  team: PageTeam;
  context: TeamContext;
  by: BookingActor;
  /** Reads when no transaction is under way. */
  reader: Reader;
}

/** Finds the team; not_found without one, and for one whose module is off (scheduling.booking-page). */
export async function pagesOf(
  named: { slug: string } | { team_id: string },
  request: PageRequest,
  deps: Deps,
): Promise<PagesOf> {
  const { hop } = request;
  const team = await findTeam(deps.auth, named, hop);
  if (team?.modules.includes("scheduling") !== true) throw notFound();
  const context = pageContext(team, request);
  const { team_id, timezone } = team;
  const reader: Reader = { context, query: (statement) => deps.database.read(context, statement) };
  return { team, context, reader, by: { caller: { team_id, team: { timezone } }, context, deps } };
}

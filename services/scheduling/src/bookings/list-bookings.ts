import { namesContact } from "@jst/directory";
import { AppError } from "@jst/errors";
import {
  fieldsOf,
  instantMs,
  isDate,
  isInstant,
  resourcePage,
  type Params,
  type ResourceList,
} from "@jst/query";
import type { Handler, ListBookingsQuery } from "../../gen/rpc.ts";
import { midnight } from "../slots/hours.ts";
import { BOOKING } from "./booking.ts";

/** Fields by which lists of bookings are filtered and sorted. */
export const bookingFields = fieldsOf(
  { name: "start", kind: "datetime", sql: "t.start", notNull: true },
  { name: "created_at", kind: "datetime", sql: "t.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "t.updated_at", notNull: true },
  { name: "id", kind: "uuid", sql: "t.id", notNull: true, sort: false },
);

/** Answers one page of the team's bookings; an id that names nothing finds nothing. */
export const listBookings: Handler<"ListBookings"> = async ({ query }, call) => {
  const { team_id: teamId, team } = call.caller;
  requireOrder(query, team.timezone);
  return { body: await resourcePage(bookingList(teamId, team.timezone), query, call) };
};

function bookingList(teamId: string, timezone: string): ResourceList<ListBookingsQuery> {
  const is = (column: string) => (id: string, params: Params) => `t.${column} = ${params.add(id, "uuid")}`;
  /** A date is its first moment in the team's zone. */
  const moment = (text: string, params: Params) =>
    isDate(text)
      ? `(${params.add(text, "date")}::timestamp at time zone ${params.add(timezone, "text")})`
      : params.addInstant(text);
  return {
    plural: "bookings",
    route: "scheduling.v1.Bookings/ListBookings",
    from: "scheduling.bookings t",
    item: BOOKING,
    fields: bookingFields,
    texts: ["t.attendee ->> 'name'", "t.attendee ->> 'email'"],
    where: (params) => [`t.team_id = ${params.add(teamId, "uuid")}`],
    filters: {
      status: (status, params) => `t.status = ${params.add(status, "text")}`,
      from: (text, params) => `t.start >= ${moment(text, params)}`,
      to: (text, params) => `t.start < ${moment(text, params)}`,
      event_type_id: is("event_type_id"),
      host_id: is("host_id"),
      contact_id: (id, params) => namesContact("t.contact_id", params.add(id, "uuid")),
      attendee_email: (email, params) =>
        `platform.folded_email(t.attendee ->> 'email') = platform.folded_email(${params.add(email, "text")})`,
    },
  };
}

/** Throws invalid_parameter for an invalid time, and for a range that ends before it begins. */
function requireOrder({ from, to }: ListBookingsQuery, timezone: string): void {
  const errors = Object.entries({ from, to })
    .filter(([, text]) => text !== undefined && !isDate(text) && !isInstant(text))
    .map(([field]) => ({
      field,
      code: "invalid_parameter",
      message: "Must be a date such as 2026-01-31, or a time with its zone, such as 2026-01-31T12:00:00Z.",
    }));
  const ms = (text: string) => (isDate(text) ? midnight(text, timezone) : instantMs(text));
  if (errors.length === 0 && from !== undefined && to !== undefined && ms(from) >= ms(to))
    errors.push({
      field: "to",
      code: "invalid_parameter",
      message: "to must be later than from. Send a later to, or an earlier from.",
    });
  if (errors.length > 0)
    throw new AppError(
      "invalid_parameter",
      `These parameters are not valid: ${errors.map(({ field }) => field).join(", ")}. See errors.`,
      {
        errors,
      },
    );
}

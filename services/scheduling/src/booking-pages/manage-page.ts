import { factsHtml, formHtml, html, type Html, type Page } from "@jst/pages";
import { span } from "../calendar/when.ts";
import type { ManagedBooking } from "./managed.ts";
import { bookedPlace } from "./place.ts";

/** Nobody finds a secret page by searching. */
export const unlisted = { "x-robots-tag": "noindex" };

/** Refusal of a cancellation, and the reason that was typed. */
export interface Refused {
  status: number;
  fault: string;
  reason?: string;
  /** The fault is the reason's. */
  isOfReason?: boolean;
}

/** The page of a booking (scheduling.manage-page); it shows neither notes nor telephone number. */
export function managePage(found: ManagedBooking, refused?: Refused): Page {
  const { booking, host, team } = found;
  const { start, end, timezone, attendee, location, cancel_reason: reason } = booking;
  const facts = factsHtml({
    When: span(start, end, timezone),
    With: host?.name,
    For: attendee.name,
    Where: bookedPlace(location),
    Reason: reason,
  });
  const fault = refused !== undefined && refused.isOfReason !== true && refused.fault;
  return {
    status: refused?.status ?? 200,
    title: booking.event_type.name,
    content: html`${fault && html`<p class="error" role="alert">${fault}</p>\n`}<p class="lead" role="status">${stateOf(found)}</p>
${facts}${isOpen(found) && waysHtml(found, refused)}`,
    brand: team.brand,
    isRefused: refused !== undefined,
    headers: unlisted,
  };
}

/** It can still be cancelled and moved. */
export const isOpen = ({ booking, isOver }: ManagedBooking): boolean =>
  booking.status === "booked" && !isOver;

function stateOf(found: ManagedBooking): string {
  const { booking, isOver } = found;
  if (booking.status === "cancelled") return "This is cancelled.";
  if (isOver || booking.status !== "booked") return "This is over.";
  if (found.holder.role === "guest")
    return hasDeclined(found)
      ? "You have declined. The others meet without you."
      : "You are invited to this.";
  return booking.rescheduled_from === null ? "This is booked." : "This is booked, and was moved.";
}

/** The guest whose page it is has declined. */
const hasDeclined = ({ booking, holder }: ManagedBooking): boolean =>
  holder.role === "guest" &&
  booking.guest_states.some(({ email, status }) => email === holder.guest && status === "declined");

function waysHtml(found: ManagedBooking, refused: Refused | undefined): Html | false {
  if (found.holder.role !== "guest") return managerHtml(found, refused);
  return !hasDeclined(found) && declineHtml(found);
}

/** The way of a guest, who can do nothing for the others. */
function declineHtml({ path, booking, host }: ManagedBooking): Html {
  const others = [booking.attendee.name, host?.name].filter((name) => name !== undefined).join(" and ");
  return html`<h2>If you cannot come</h2>
<p>We let ${others} know. The meeting takes place without you, and you get no more mails about it.</p>
${formHtml({ action: `${path}/decline`, fields: [], button: "Decline" })}`;
}

function managerHtml({ path }: ManagedBooking, refused: Refused | undefined): Html {
  const form = formHtml({
    action: `${path}/cancel`,
    fields: [
      {
        name: "reason",
        label: "Reason",
        help: "Everybody who was told of the booking reads it.",
        control: { kind: "lines" },
        values: [refused?.reason ?? ""],
        error: refused?.isOfReason === true ? refused.fault : undefined,
      },
    ],
    button: "Cancel the booking",
  });
  return html`<p><a class="button" href="${path}/reschedule">Move to another time</a></p>
<h2>Cancel</h2>
${form}`;
}

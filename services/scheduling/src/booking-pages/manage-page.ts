import { factsHtml, formHtml, html, type Html, type Page } from "@jst/pages";
import { span } from "../calendar/when.ts";
import type { Managed } from "./managed.ts";
import { bookedPlace } from "./place.ts";

/** Nobody finds a secret page by searching. */
export const unlisted = { "x-robots-tag": "noindex" };

/** What was refused of a cancellation, and the reason that was typed. */
export interface Refused {
  status: number;
  fault: string;
  reason?: string;
  /** The fault is the reason's. */
  isOfReason?: boolean;
}

/** The page of a booking (scheduling.manage-page). It tells neither notes nor telephone number: guests read it too. */
export function managePage(found: Managed, refused?: Refused): Page {
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
export const isOpen = ({ booking, isOver }: Managed): boolean => booking.status === "booked" && !isOver;

function stateOf({ booking, isOver }: Managed): string {
  if (booking.status === "cancelled") return "This is cancelled.";
  if (isOver || booking.status !== "booked") return "This is over.";
  return booking.rescheduled_from === null ? "This is booked." : "This is booked, and was moved.";
}

function waysHtml({ path }: Managed, refused: Refused | undefined): Html {
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

import { AppError, notFound } from "@jst/errors";
import {
  factsHtml,
  formHtml,
  html,
  type Html,
  type Page,
  type PageRequest,
  type SentOn,
  TRAP,
} from "@jst/pages";
import { cancel } from "../bookings/cancel-booking.ts";
import { declineGuest } from "../bookings/lifecycle.ts";
import { span } from "../calendar/mails.ts";
import type { Deps } from "../deps.ts";
import { bookedPlace } from "./bookable.ts";
import { managed, type ManagedBooking, managedByHolder } from "./managed.ts";

/** Shows the booking, and how it is cancelled and moved while it is not over. */
export async function showBooking(request: PageRequest, deps: Deps): Promise<Page> {
  return managePage(await managed(request, deps));
}

const REASON_MAX = 500;

/** Cancels the booking and sends back to its page; again, nothing changes. */
export async function callOffBooking(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const found = await managedByHolder(request, deps);
  const { path, context, by, booking, role } = found;
  const back = { location: path };
  if (sent.get(TRAP)?.some((value) => value !== "") === true) return back;
  const reason = sent.get("reason")?.[0] ?? "";
  if (Array.from(reason).length > REASON_MAX) {
    const fault = `Must have at most ${REASON_MAX} characters.`;
    return managePage(found, { status: 422, fault, reason, isOfReason: true });
  }
  try {
    await deps.database.write(context, (tx) => cancel(tx, booking.id, { reason, notify: true, role }, by));
    return back;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "invalid_state_transition") throw thrown;
    return managePage(await managed(request, deps), {
      status: 409,
      fault: "This booking has ended and cannot be cancelled.",
    });
  }
}

/** Declines for the guest of the page and sends back to it; no other page declines. */
export async function declineBooking(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const sent = await request.form();
  const { path, context, by, booking, holder } = await managed(request, deps);
  if (holder.role !== "guest") throw notFound();
  const back = { location: path };
  if (sent.get(TRAP)?.some((value) => value !== "") === true) return back;
  const { guest } = holder;
  try {
    await deps.database.write(context, (tx) => declineGuest(tx, { id: booking.id, guest }, by));
    return back;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "invalid_state_transition") throw thrown;
    return managePage(await managed(request, deps), {
      status: 409,
      fault: "This booking is cancelled or has ended, so there is nothing to decline.",
    });
  }
}

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

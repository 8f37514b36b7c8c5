import { RecordChanges } from "../approvals/record-changes.tsx";
import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Comments } from "../comments/comments.tsx";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import type { Field } from "../parts/fields.ts";
import { Members } from "../parts/members.tsx";
import { Appointment } from "../parts/moment.tsx";
import { New } from "../parts/new.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { BOOKINGS } from "../words/calendar.ts";
import { SlotChoice } from "./slot-choice.tsx";

type Booking = Schemas["Booking"];

const nameOf = ({ event_type: type, attendee }: Booking) => BOOKINGS.with(type.name, attendee.name);
const touched = (id: string) => [["bookings"], ["booking", id], ["availability"]];

/** One booking, which is moved and cancelled, or missed. */
export function Booking({ id }: { id: string }) {
  const mayWrite = mayDo(useSession(), "scheduling", "write");
  const path = { booking_id: id };
  return (
    <Detail
      kind={BOOKINGS.kind}
      queryKey={["booking", id]}
      read={() => answered(api.GET("/api/v1/scheduling/bookings/{booking_id}", { params: { path } }))}
      title={nameOf}
      actions={(booking) => mayWrite && <Acts booking={booking} />}
    >
      {(booking) => (
        <>
          <p>
            <Appointment at={booking.start} />
          </p>
          <Members of={booking} without={["start"]} />
          <Comments resource="booking" id={booking.id} />
          <RecordChanges resource="bookings" id={booking.id} />
        </>
      )}
    </Detail>
  );
}

function Acts({ booking }: { booking: Booking }) {
  const { id, status, end, event_type_id: type } = booking;
  const isOver = Date.parse(end) < Date.now();
  if (isOver) return (status === "booked" || status === "completed") && <Missed id={id} />;
  if (status !== "booked") return null;
  return (
    <>
      <Act
        words={BOOKINGS.cancel(nameOf(booking))}
        of={booking}
        isDangerous
        touches={touched(id)}
        send={(header) => {
          const params = { path: { booking_id: id }, header };
          return answered(api.DELETE("/api/v1/scheduling/bookings/{booking_id}", { params }));
        }}
      />
      <Move id={id} eventTypeId={type} />
    </>
  );
}

function Missed({ id }: { id: string }) {
  return (
    <Act
      words={BOOKINGS.noShow}
      touches={touched(id)}
      send={(header) => {
        const params = { path: { missed_booking_id: id }, header };
        return answered(api.POST("/api/v1/scheduling/bookings/{missed_booking_id}/no-show", { params }));
      }}
    />
  );
}

const moving: readonly Field<Schemas["Reschedule"]>[] = [
  { name: "start", kind: "own", label: BOOKINGS.fields.start },
];

function Move({ id, eventTypeId }: { id: string; eventTypeId: string }) {
  return (
    <New
      words={{ opens: BOOKINGS.move, does: BOOKINGS.moves }}
      fields={moving}
      touches={touched(id)}
      send={(body: Schemas["Reschedule"], header) => {
        const params = { path: { booking_id: id }, header };
        return answered(api.POST("/api/v1/scheduling/bookings/{booking_id}/reschedule", { params, body }));
      }}
    >
      <SlotChoice name="start" eventTypeId={eventTypeId} />
    </New>
  );
}

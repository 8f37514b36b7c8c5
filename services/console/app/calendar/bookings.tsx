import { answered, isQueued } from "@jst/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Ask } from "../parts/ask.tsx";
import { Detail } from "../parts/detail.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing } from "../parts/listing.tsx";
import { Members } from "../parts/members.tsx";
import { Appointment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { Queued } from "../parts/queued.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";

/** What is booked from now on. */
export function Bookings() {
  const [from] = useState(() => new Date().toISOString());
  const query = { from, status: "booked" as const, sort: "start:asc" };
  return (
    <Page title="Bookings">
      <Listing
        queryKey={["bookings", from]}
        read={(at) =>
          answered(api.GET("/api/v1/scheduling/bookings", { params: { query: { ...query, ...at } } }))
        }
        items={({ bookings }) => bookings}
        none={<p>Nothing is booked. People book at the page of an event type.</p>}
      >
        {(bookings) => (
          <ThingsTable
            name="Bookings"
            things={bookings}
            columns={{
              When: ({ id, start }) => (
                <Link to={`/bookings/${id}`}>
                  <Appointment at={start} />
                </Link>
              ),
              What: ({ event_type: type }) => type.name,
              Who: ({ attendee }) => `${attendee.name} <${attendee.email}>`,
              Minutes: ({ duration_minutes: minutes }) => minutes,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

/** One booking, which can be cancelled. */
export function Booking({ id }: { id: string }) {
  const session = useSession();
  const queries = useQueryClient();
  const path = { booking_id: id };
  const cancelling = useMutation({
    mutationFn: () => answered(api.DELETE("/api/v1/scheduling/bookings/{booking_id}", { params: { path } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ["booking", id] }),
  });
  return (
    <Detail
      kind="Booking"
      queryKey={["booking", id]}
      read={() => answered(api.GET("/api/v1/scheduling/bookings/{booking_id}", { params: { path } }))}
      title={({ event_type: type, attendee }) => `${type.name} with ${attendee.name}`}
      actions={({ status }) =>
        status === "booked" &&
        mayDo(session, "scheduling", "write") && (
          <Ask
            opens="Cancel the booking"
            title="Cancel this booking?"
            does="Cancel the booking"
            isDangerous
            onYes={() => cancelling.mutate()}
          >
            <p>Both sides get a mail, and the time is free again. A cancelled booking stays cancelled.</p>
          </Ask>
        )
      }
    >
      {(booking) => (
        <>
          {cancelling.error !== null && <Failure error={cancelling.error} />}
          {cancelling.data !== undefined && isQueued(cancelling.data) && <Queued />}
          <p>
            <Appointment at={booking.start} />
          </p>
          <Members of={booking} without={["start"]} />
        </>
      )}
    </Detail>
  );
}

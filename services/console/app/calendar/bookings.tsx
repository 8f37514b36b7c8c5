import { answered } from "@jst/client";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Choices } from "../parts/choices.tsx";
import { Listing } from "../parts/listing.tsx";
import { Appointment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { ThingsTable } from "../parts/things-table.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { BOOKINGS } from "../words/calendar.ts";
import { TITLES } from "../words/places.ts";
import { NewBooking } from "./new-booking.tsx";

type View = keyof typeof BOOKINGS.views;

const { columns } = BOOKINGS;

/** The page of bookings: upcoming, past and cancelled ones. */
export function Bookings() {
  const [now] = useState(() => new Date().toISOString());
  const [view, setView] = useSaidChoice(BOOKINGS.views, "coming");
  const mayWrite = mayDo(useSession(), "scheduling", "write");
  return (
    <Page title={TITLES.bookings} actions={mayWrite && <NewBooking />}>
      <Choices label={BOOKINGS.which} of={BOOKINGS.views} is={view} onChoose={setView} />
      <Listing
        key={view}
        queryKey={["bookings", view, now]}
        file={{ path: "/api/v1/scheduling/bookings", query: queryOf(view, now) }}
        read={(at) => {
          const query = { ...queryOf(view, now), ...at };
          return answered(api.GET("/api/v1/scheduling/bookings", { params: { query } }));
        }}
        items={({ bookings }) => bookings}
        none={<p>{view === "coming" ? BOOKINGS.none : BOOKINGS.noneThen}</p>}
      >
        {(bookings) => (
          <ThingsTable
            name={TITLES.bookings}
            things={bookings}
            columns={{
              [columns.when]: ({ id, start }) => (
                <Link to={pathOf("bookings", id)}>
                  <Appointment at={start} />
                </Link>
              ),
              [columns.what]: ({ event_type: type }) => type.name,
              [columns.who]: ({ attendee }) => `${attendee.name} <${attendee.email}>`,
              [columns.minutes]: ({ duration_minutes: minutes }) => minutes,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function queryOf(view: View, now: string) {
  switch (view) {
    case "coming":
      return { from: now, status: "booked" as const, sort: "start:asc" };
    case "past":
      return { to: now, sort: "start:desc" };
    case "cancelled":
      return { status: "cancelled" as const, sort: "start:desc" };
  }
}

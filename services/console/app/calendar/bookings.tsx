import { answered } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import { numberColumn, textColumn, timeColumn, type ListColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import { Choices } from "../parts/choices.tsx";
import { Page } from "../parts/page.tsx";
import { useSaidChoice } from "../parts/said.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { BOOKINGS } from "../words/calendar.ts";
import { TITLES } from "../words/places.ts";
import { NewBooking } from "./new-booking.tsx";

type View = keyof typeof BOOKINGS.views;

const { columns: titles } = BOOKINGS;

const columns: readonly ListColumn<Schemas["Booking"]>[] = [
  timeColumn(["start", titles.when], ({ start }) => start, { isSorted: true }),
  textColumn(["event_type", titles.what], ({ event_type: type }) => type.name),
  textColumn(["attendee", titles.who], ({ attendee }) => `${attendee.name} <${attendee.email}>`, {
    width: 280,
  }),
  numberColumn(["duration_minutes", titles.minutes], ({ duration_minutes: minutes }) => minutes),
];

const MINUTE_MS = 60_000;
/** Returns the beginning of this minute, so that who goes back soon finds the same list. */
const thisMinute = (): string => new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString();

/** The page of bookings: upcoming, past and cancelled ones. */
export function Bookings() {
  const [now] = useState(thisMinute);
  const [view, setView] = useSaidChoice(BOOKINGS.views, "coming");
  const mayWrite = mayDo(useSession(), "scheduling", "write");
  return (
    <Page title={TITLES.bookings} actions={mayWrite && <NewBooking />}>
      <RecordList
        name={TITLES.bookings}
        queryKey={["bookings", view, now]}
        columns={columns}
        read={(at) => {
          const query = { ...queryOf(view, now), ...at };
          return answered(api.GET("/api/v1/scheduling/bookings", { params: { query } }));
        }}
        items={({ bookings }) => bookings}
        pathOf={({ id }) => pathOf("bookings", id)}
        file={{ path: "/api/v1/scheduling/bookings", query: queryOf(view, now) }}
        none={<p>{view === "coming" ? BOOKINGS.none : BOOKINGS.noneThen}</p>}
        tools={<Choices label={BOOKINGS.which} of={BOOKINGS.views} is={view} onChoose={setView} />}
      />
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

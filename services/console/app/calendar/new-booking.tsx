import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { New } from "../parts/new.tsx";
import { Opening } from "../parts/opening.tsx";
import { PATHS } from "../paths.ts";
import { BOOKINGS } from "../words/calendar.ts";
import { SlotChoice } from "./slot-choice.tsx";

/** Members of a booking by the paths at which the API tells their faults. */
interface BookingDraft {
  "attendee.name": string;
  "attendee.email": string;
  "attendee.phone"?: string;
  start: string;
  notes?: string;
}

const { fields: labels } = BOOKINGS;

const fields: readonly Field<BookingDraft>[] = [
  { name: "attendee.name", kind: "text", label: labels.name, isRequired: true },
  { name: "attendee.email", kind: "email", label: labels.email, isRequired: true },
  { name: "attendee.phone", kind: "tel", label: labels.phone, help: BOOKINGS.phoneHelp },
  { name: "notes", kind: "long", label: labels.notes },
  { name: "start", kind: "own", label: labels.start },
];

/** Books one of the free times of an event type for somebody. */
export function NewBooking() {
  const [chosen, setChosen] = useState("");
  const types = useQuery({
    queryKey: ["event-types", "choice"],
    queryFn: () => {
      const query = { limit: 200 };
      return answered(api.GET("/api/v1/scheduling/event-types", { params: { query } }));
    },
  });
  const all = types.data?.event_types.filter(({ active }) => active) ?? [];
  const eventTypeId = chosen === "" ? (all[0]?.id ?? "") : chosen;
  if (types.isSuccess && all.length === 0) return <NoTypes />;
  return (
    <New
      words={BOOKINGS}
      fields={fields}
      touches={[["bookings"], ["availability"]]}
      send={(written: BookingDraft, header) => {
        const { "attendee.name": name, "attendee.email": email, "attendee.phone": phone, ...rest } = written;
        const attendee = { name, email, ...(phone === undefined ? {} : { phone }) };
        const body = { ...rest, event_type_id: eventTypeId, attendee };
        return answered(api.POST("/api/v1/scheduling/bookings", { params: { header }, body }));
      }}
      at={{ list: "bookings", id: ({ id }) => id }}
    >
      <label>
        {labels.eventType}
        <select value={eventTypeId} onChange={({ target }) => setChosen(target.value)} required>
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {eventTypeId !== "" && <SlotChoice name="start" eventTypeId={eventTypeId} />}
    </New>
  );
}

/** Sentence in place of the form until there is an event type to book. */
const NoTypes = () => (
  <Opening opens={BOOKINGS.opens}>
    {() => (
      <p>
        {BOOKINGS.noTypes} <Link to={PATHS.eventTypes}>{BOOKINGS.toTypes}</Link>.
      </p>
    )}
  </Opening>
);

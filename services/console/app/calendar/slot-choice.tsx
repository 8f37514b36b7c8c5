import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api.ts";
import { Failure } from "../parts/failure.tsx";
import { shownTime } from "../parts/times.ts";
import { Waiting } from "../parts/waiting.tsx";
import { useSession } from "../session/session.ts";
import { BOOKINGS } from "../words/calendar.ts";

/** A field in which one of the free times of a date is chosen, in the team's zone. */
export function SlotChoice({ name, eventTypeId }: { name: string; eventTypeId: string }) {
  const { timezone } = useSession().team;
  const [date, setDate] = useState(() => dateIn(timezone));
  const { data, error } = useQuery({
    queryKey: ["availability", eventTypeId, date],
    queryFn: () => {
      const query = { event_type_id: eventTypeId, date, timezone };
      return answered(api.GET("/api/v1/scheduling/availability", { params: { query } }));
    },
    enabled: date !== "",
  });
  return (
    <>
      <label>
        {BOOKINGS.date}
        <input type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
      </label>
      {error !== null && <Failure error={error} />}
      {data === undefined && error === null && date !== "" && <Waiting />}
      {data?.slots?.length === 0 && <p role="status">{BOOKINGS.noSlot}</p>}
      {data?.slots !== undefined && data.slots.length > 0 && (
        <label>
          {BOOKINGS.slot}
          <select name={name} required>
            {data.slots.map(({ start }) => (
              <option key={start} value={start}>
                {shownTime(start, timezone)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** Today's date where the team is, as the API writes dates. */
const dateIn = (timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

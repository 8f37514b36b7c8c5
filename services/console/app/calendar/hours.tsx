import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Opening } from "../parts/opening.tsx";
import { Page } from "../parts/page.tsx";
import { PATHS } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { HOURS } from "../words/calendar.ts";
import { TITLES } from "../words/places.ts";
import { DAYS } from "../words/words.ts";
import { EditHours } from "./edit-hours.tsx";
import { useHosts } from "./hosts.ts";

/** When each host takes bookings. */
export function Hours() {
  const mayWrite = mayDo(useSession(), "scheduling", "write");
  const hosts = useHosts();
  return (
    <Page title={TITLES.hours}>
      <Listing
        queryKey={["schedules"]}
        read={(at) => answered(api.GET("/api/v1/scheduling/schedules", { params: { query: at } }))}
        items={({ schedules }) => schedules}
        none={
          <p>
            {HOURS.none} <Link to={PATHS.eventTypes}>{TITLES.eventTypes}</Link>
          </p>
        }
      >
        {(schedules) => (
          <ul className="cards" aria-label={HOURS.hosts}>
            {schedules.map((schedule) => (
              <li key={schedule.host_id} className="card">
                <h2>{hosts[schedule.host_id] ?? HOURS.member}</h2>
                <p className="aside">
                  {[schedule.timezone, ...(schedule.is_default ? [HOURS.isDefault] : [])].join(", ")}
                </p>
                <Week schedule={schedule} />
                {mayWrite && (
                  <Opening opens={HOURS.edit}>
                    {(close) => <EditHours schedule={schedule} onDone={close} />}
                  </Opening>
                )}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  );
}

function Week({ schedule: { weekly } }: { schedule: Schemas["Schedule"] }) {
  return (
    <dl className="facts">
      {weekly.map(({ weekday, intervals }) => (
        <div key={weekday}>
          <dt>{DAYS[weekday]}</dt>
          <dd>{intervals.map(({ start, end }) => HOURS.to(start, end)).join(", ") || HOURS.closed}</dd>
        </div>
      ))}
    </dl>
  );
}

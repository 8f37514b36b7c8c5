import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { DAYS } from "../words/words.ts";

/** When each host takes bookings. */
export function Hours() {
  const members = useQuery({
    queryKey: ["members", "names"],
    queryFn: () => answered(api.GET("/api/v1/members", { params: { query: { limit: 500 } } })),
  });
  const nameOf = (id: string) => members.data?.members.find((one) => one.id === id)?.email ?? "a member";
  return (
    <Page title="Hours">
      <Listing
        queryKey={["schedules"]}
        read={(at) => answered(api.GET("/api/v1/scheduling/schedules", { params: { query: at } }))}
        items={({ schedules }) => schedules}
        none={<p>Nobody hosts bookings yet. An event type names its host.</p>}
      >
        {(schedules) => (
          <ul className="cards" aria-label="Hosts">
            {schedules.map((schedule) => (
              <li key={schedule.host_id} className="card">
                <h2>{nameOf(schedule.host_id)}</h2>
                <p className="aside">
                  {schedule.timezone}
                  {schedule.is_default && ", the hours of the platform until the host sets some"}
                </p>
                <Week schedule={schedule} />
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
          <dd>{intervals.map(({ start, end }) => `${start} to ${end}`).join(", ") || "closed"}</dd>
        </div>
      ))}
    </dl>
  );
}

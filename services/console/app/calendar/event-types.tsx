import { answered } from "@jst/client";
import { Link } from "wouter";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownValue } from "../parts/values.ts";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { EVENT_TYPES } from "../words/calendar.ts";
import { TITLES } from "../words/places.ts";
import { eventTypeFields } from "./event-type-fields.ts";
import { useHosts } from "./hosts.ts";

const { columns } = EVENT_TYPES;

/** The page of event types. */
export function EventTypes() {
  const mayWrite = mayDo(useSession(), "scheduling", "write");
  const hosts = useHosts();
  return (
    <Page title={TITLES.eventTypes} actions={mayWrite && <NewEventType />}>
      <Listing
        queryKey={["event-types"]}
        read={(at) => answered(api.GET("/api/v1/scheduling/event-types", { params: { query: at } }))}
        items={({ event_types: types }) => types}
        none={<p>{EVENT_TYPES.none}</p>}
      >
        {(types) => (
          <ThingsTable
            name={TITLES.eventTypes}
            things={types}
            columns={{
              [columns.name]: ({ id, name }) => <Link to={pathOf("eventTypes", id)}>{name}</Link>,
              [columns.minutes]: ({ duration_minutes: minutes }) => minutes,
              [columns.host]: ({ host_id: id }) => hosts[id],
              [columns.state]: ({ active }) => shownValue(active),
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

function NewEventType() {
  const hosts = useHosts();
  return (
    <New
      words={EVENT_TYPES}
      fields={eventTypeFields(hosts)}
      touches={[["event-types"]]}
      send={(body: Schemas["EventTypeCreate"], header) =>
        answered(api.POST("/api/v1/scheduling/event-types", { params: { header }, body }))
      }
      at={{ list: "eventTypes", id: ({ id }) => id }}
    />
  );
}

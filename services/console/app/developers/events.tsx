import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownValue } from "../parts/values.ts";

/** The feed of what has happened, as apps read it. */
export function Events() {
  return (
    <Page title="Events">
      <Listing
        queryKey={["events"]}
        read={async ({ limit, cursor }) => {
          const query = { limit, ...(cursor === undefined ? {} : { since: cursor }) };
          const page = await answered(api.GET("/api/v1/events", { params: { query } }));
          // The feed has no end: the next page is there once something has happened.
          return { ...page, next_cursor: page.has_more ? page.next_cursor : null };
        }}
        items={({ events }) => events}
        none={<p>No event waits here. An endpoint of Webhooks says which events the team keeps.</p>}
      >
        {(events) => (
          <ThingsTable
            name="Events"
            things={events}
            columns={{
              Event: ({ type }) => type,
              When: ({ created_at: at }) => <Moment at={at} />,
              Delivery: ({ status }) => status,
              Says: ({ payload }) => <pre>{shownValue(payload)}</pre>,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { shownValue } from "../parts/values.ts";
import { EVENT_FEED } from "../words/developers.ts";
import { TITLES } from "../words/places.ts";

const { columns } = EVENT_FEED;

/** The feed of what has happened, as apps read it. */
export function Events() {
  return (
    <Page title={TITLES.events}>
      <Listing
        queryKey={["events"]}
        read={async ({ limit, cursor }) => {
          const query = { limit, ...(cursor === undefined ? {} : { since: cursor }) };
          const page = await answered(api.GET("/api/v1/events", { params: { query } }));
          // The feed has no end: the next page is there once something has happened.
          return { ...page, next_cursor: page.has_more ? page.next_cursor : null };
        }}
        items={({ events }) => events}
        none={<p>{EVENT_FEED.none}</p>}
      >
        {(events) => (
          <ThingsTable
            name={TITLES.events}
            things={events}
            columns={{
              [columns.event]: ({ type }) => type,
              [columns.when]: ({ created_at: at }) => <Moment at={at} />,
              [columns.delivery]: ({ status }) => status,
              [columns.says]: ({ payload }) => (
                <details>
                  <summary>{EVENT_FEED.payload}</summary>
                  <pre>{shownValue(payload)}</pre>
                </details>
              ),
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { actorOf } from "../words/words.ts";

/** Who did what, newest first. */
export function Audit() {
  return (
    <Page title="Audit">
      <Listing
        queryKey={["audit"]}
        read={(at) => answered(api.GET("/api/v1/audit", { params: { query: at } }))}
        items={({ audit }) => audit}
        none={<p>Nothing has happened yet.</p>}
      >
        {(entries) => (
          <ThingsTable
            name="Entries"
            things={entries}
            columns={{
              What: ({ action, resource }) => `${action} ${resource}`,
              Who: ({ actor }) => actorOf(actor),
              Outcome: ({ outcome, code, reason }) => [outcome, code, reason].filter(Boolean).join(", "),
              When: ({ created_at: at }) => <Moment at={at} />,
              Of: ({ resource_id: id, changeset_id: changeset }) =>
                changeset === undefined ? (
                  id
                ) : (
                  <Link to={`/approvals/${changeset}`}>{id ?? "the change"}</Link>
                ),
              Request: ({ request_id: request }) => <code>{request}</code>,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { NewWebhook } from "./new-webhook.tsx";

/** Where the team's events are posted to, and whether they arrive. */
export function Webhooks() {
  const session = useSession();
  return (
    <Page title="Webhooks">
      {mayDo(session, "webhooks", "write") && <NewWebhook />}
      <Listing
        queryKey={["webhooks"]}
        read={(at) => answered(api.GET("/api/v1/webhooks", { params: { query: at } }))}
        items={({ webhooks }) => webhooks ?? []}
        none={<p>No endpoint yet. Add one, and every event that you choose is posted to it, signed.</p>}
        everyMs={10_000}
      >
        {(webhooks) => (
          <ThingsTable
            name="Endpoints"
            things={webhooks}
            columns={{
              Address: ({ id, url }) => <Link to={`/webhooks/${id}`}>{url}</Link>,
              Events: ({ events }) => events.join(", "),
              State: ({ enabled }) => (enabled ? "on" : "off"),
              Arrived: ({ stats }) => stats.success,
              Waiting: ({ stats }) => stats.pending,
              Failed: ({ stats }) => stats.failed,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

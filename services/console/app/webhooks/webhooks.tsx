import { answered } from "@jst/client";
import { Link } from "wouter";
import { api } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { NewWebhook } from "./new-webhook.tsx";
import { pathOf } from "../paths.ts";
import { WEBHOOKS } from "../words/developers.ts";
import { TITLES } from "../words/places.ts";

const { columns } = WEBHOOKS;

/** The page of webhook endpoints and their deliveries. */
export function Webhooks() {
  const session = useSession();
  return (
    <Page title={TITLES.webhooks}>
      {mayDo(session, "webhooks", "write") && <NewWebhook />}
      <Listing
        queryKey={["webhooks"]}
        read={(at) => answered(api.GET("/api/v1/webhooks", { params: { query: at } }))}
        items={({ webhooks }) => webhooks ?? []}
        none={<p>{WEBHOOKS.none}</p>}
        everyMs={10_000}
      >
        {(webhooks) => (
          <ThingsTable
            name={WEBHOOKS.endpoints}
            things={webhooks}
            columns={{
              [columns.address]: ({ id, url }) => <Link to={pathOf("webhooks", id)}>{url}</Link>,
              [columns.events]: ({ events }) => events.join(", "),
              [columns.state]: ({ enabled }) => (enabled ? WEBHOOKS.on : WEBHOOKS.off),
              [columns.arrived]: ({ stats }) => stats.success,
              [columns.waiting]: ({ stats }) => stats.pending,
              [columns.failed]: ({ stats }) => stats.failed,
            }}
          />
        )}
      </Listing>
    </Page>
  );
}

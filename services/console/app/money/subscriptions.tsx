import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Document } from "./document.tsx";
import { Documents } from "./documents.tsx";

/** The team's subscriptions, newest first. */
export function Subscriptions() {
  return (
    <Page title="Subscriptions">
      <Listing
        queryKey={["subscriptions"]}
        read={(at) => answered(api.GET("/api/v1/commerce/subscriptions", { params: { query: at } }))}
        items={({ subscriptions }) => subscriptions}
        none={<p>Nobody has subscribed. An app does it with POST /api/v1/commerce/subscriptions.</p>}
      >
        {(all) => (
          <Documents
            name="Subscriptions"
            at="/subscriptions"
            things={all.map((one) => ({ ...one, number: `each ${one.interval}` }))}
          />
        )}
      </Listing>
    </Page>
  );
}

/** One subscription. */
export function Subscription({ id }: { id: string }) {
  const path = { subscription_id: id };
  return (
    <Detail
      kind="Subscription"
      queryKey={["subscription", id]}
      read={() => answered(api.GET("/api/v1/commerce/subscriptions/{subscription_id}", { params: { path } }))}
      title={({ bill_to: to }) => `Subscription of ${to.name ?? to.email ?? "a contact"}`}
    >
      {(subscription) => <Document of={subscription} lines={subscription.items} />}
    </Detail>
  );
}

import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import type { Field } from "../parts/fields.ts";
import { Listing } from "../parts/listing.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { MONEY, SUBSCRIPTIONS } from "../words/money.ts";
import { TITLES } from "../words/places.ts";
import { Documents } from "./documents.tsx";
import { useLines } from "./use-lines.tsx";

/** The team's subscriptions, newest first. */
export function Subscriptions() {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  return (
    <Page title={TITLES.subscriptions} actions={mayWrite && <NewSubscription />}>
      <Listing
        queryKey={["subscriptions"]}
        file={{ path: "/api/v1/commerce/subscriptions" }}
        read={(at) => answered(api.GET("/api/v1/commerce/subscriptions", { params: { query: at } }))}
        items={({ subscriptions }) => subscriptions}
        none={<p>{SUBSCRIPTIONS.none}</p>}
      >
        {(all) => (
          <Documents
            list="subscriptions"
            things={all.map((one) => ({ ...one, number: MONEY.each_(one.interval) }))}
          />
        )}
      </Listing>
    </Page>
  );
}

const fields: readonly Field<Schemas["SubscriptionCreate"]>[] = [
  {
    name: "interval",
    kind: "choice",
    label: MONEY.fields.interval,
    choices: MONEY.intervals,
    isRequired: true,
  },
];

function NewSubscription() {
  const lines = useLines();
  return (
    <New
      words={SUBSCRIPTIONS}
      fields={[...lines.sold, ...fields]}
      touches={[["subscriptions"]]}
      complete={(written: Schemas["SubscriptionCreate"]) => lines.withItems(written, (items) => ({ items }))}
      send={(body, header) =>
        answered(api.POST("/api/v1/commerce/subscriptions", { params: { header }, body }))
      }
      at={{ list: "subscriptions", id: ({ id }) => id }}
    >
      {lines.fields}
    </New>
  );
}

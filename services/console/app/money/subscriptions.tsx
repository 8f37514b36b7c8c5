import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { textColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import type { Field } from "../parts/fields.ts";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { MONEY, SUBSCRIPTIONS } from "../words/money.ts";
import { TITLES } from "../words/places.ts";
import { documentColumns } from "./document-columns.ts";
import { useLines } from "./use-lines.tsx";

const columns = documentColumns<Schemas["Subscription"]>(
  textColumn(["interval", MONEY.columns.number], ({ interval }) => MONEY.each_(interval)),
);

/** The team's subscriptions, newest first. */
export function Subscriptions() {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  return (
    <Page title={TITLES.subscriptions} actions={mayWrite && <NewSubscription />}>
      <RecordList
        name={TITLES.subscriptions}
        queryKey={["subscriptions"]}
        columns={columns}
        read={(at) => answered(api.GET("/api/v1/commerce/subscriptions", { params: { query: at } }))}
        items={({ subscriptions }) => subscriptions}
        pathOf={({ id }) => pathOf("subscriptions", id)}
        file={{ path: "/api/v1/commerce/subscriptions" }}
        none={<p>{SUBSCRIPTIONS.none}</p>}
      />
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

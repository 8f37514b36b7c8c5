import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Document } from "./document.tsx";
import { Documents } from "./documents.tsx";

/** The team's quotes, newest first. */
export function Quotes() {
  return (
    <Page title="Quotes">
      <Listing
        queryKey={["quotes"]}
        read={(at) => answered(api.GET("/api/v1/commerce/quotes", { params: { query: at } }))}
        items={({ quotes }) => quotes}
        none={<p>There is no quote yet. An app makes one with POST /api/v1/commerce/quotes.</p>}
      >
        {(quotes) => <Documents name="Quotes" at="/quotes" things={quotes} />}
      </Listing>
    </Page>
  );
}

/** One quote. */
export function Quote({ id }: { id: string }) {
  const path = { quote_id: id };
  return (
    <Detail
      kind="Quote"
      queryKey={["quote", id]}
      read={() => answered(api.GET("/api/v1/commerce/quotes/{quote_id}", { params: { path } }))}
      title={({ number }) => (number === null ? "Draft of a quote" : `Quote ${number}`)}
    >
      {(quote) => <Document of={quote} lines={quote.line_items} />}
    </Detail>
  );
}

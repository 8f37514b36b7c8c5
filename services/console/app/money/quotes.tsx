import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Listing } from "../parts/listing.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { QUOTES } from "../words/money.ts";
import { TITLES } from "../words/places.ts";
import { Documents } from "./documents.tsx";
import { useLines } from "./use-lines.tsx";

/** The team's quotes, newest first. */
export function Quotes() {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  return (
    <Page title={TITLES.quotes} actions={mayWrite && <NewQuote />}>
      <Listing
        queryKey={["quotes"]}
        file={{ path: "/api/v1/commerce/quotes" }}
        read={(at) => answered(api.GET("/api/v1/commerce/quotes", { params: { query: at } }))}
        items={({ quotes }) => quotes}
        none={<p>{QUOTES.none}</p>}
      >
        {(quotes) => <Documents list="quotes" things={quotes} />}
      </Listing>
    </Page>
  );
}

function NewQuote() {
  const lines = useLines();
  return (
    <New
      words={QUOTES}
      fields={lines.sold}
      touches={[["quotes"]]}
      complete={(written: Schemas["QuoteCreate"]) =>
        lines.withItems(written, (line_items) => ({ line_items, finalize: false }))
      }
      send={(body, header) => answered(api.POST("/api/v1/commerce/quotes", { params: { header }, body }))}
      at={{ list: "quotes", id: ({ id }) => id }}
    >
      {lines.fields}
    </New>
  );
}

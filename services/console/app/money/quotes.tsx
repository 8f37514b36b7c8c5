import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { RecordList } from "../lists/record-list.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { QUOTES } from "../words/money.ts";
import { TITLES } from "../words/places.ts";
import { documentColumns, numberOf } from "./document-columns.ts";
import { useLines } from "./use-lines.tsx";

const columns = documentColumns<Schemas["Quote"]>(numberOf());

/** The team's quotes, newest first. */
export function Quotes() {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  return (
    <Page title={TITLES.quotes} actions={mayWrite && <NewQuote />}>
      <RecordList
        name={TITLES.quotes}
        queryKey={["quotes"]}
        columns={columns}
        read={(at) => answered(api.GET("/api/v1/commerce/quotes", { params: { query: at } }))}
        items={({ quotes }) => quotes}
        pathOf={({ id }) => pathOf("quotes", id)}
        file={{ path: "/api/v1/commerce/quotes" }}
        none={<p>{QUOTES.none}</p>}
      />
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

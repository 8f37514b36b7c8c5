import { answered } from "@jst/client";
import { api } from "../api.ts";
import { Detail } from "../parts/detail.tsx";
import { Listing } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Document } from "./document.tsx";
import { Documents } from "./documents.tsx";

/** The team's invoices, newest first. */
export function Invoices() {
  return (
    <Page title="Invoices">
      <Listing
        queryKey={["invoices"]}
        read={(at) => answered(api.GET("/api/v1/commerce/invoices", { params: { query: at } }))}
        items={({ invoices }) => invoices}
        none={<p>There is no invoice yet. An app makes one with POST /api/v1/commerce/invoices.</p>}
      >
        {(invoices) => <Documents name="Invoices" at="/invoices" things={invoices} />}
      </Listing>
    </Page>
  );
}

/** One invoice. */
export function Invoice({ id }: { id: string }) {
  const path = { invoice_id: id };
  return (
    <Detail
      kind="Invoice"
      queryKey={["invoice", id]}
      read={() => answered(api.GET("/api/v1/commerce/invoices/{invoice_id}", { params: { path } }))}
      title={({ number }) => (number === null ? "Draft of an invoice" : `Invoice ${number}`)}
    >
      {(invoice) => <Document of={invoice} lines={invoice.line_items} />}
    </Detail>
  );
}

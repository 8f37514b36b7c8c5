import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { timeColumn } from "../lists/columns.ts";
import { RecordList } from "../lists/record-list.tsx";
import type { Field } from "../parts/fields.ts";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { pathOf } from "../paths.ts";
import { mayDo, useSession } from "../session/session.ts";
import { INVOICES, MONEY } from "../words/money.ts";
import { TITLES } from "../words/places.ts";
import { documentColumns, numberOf } from "./document-columns.ts";
import { useLines } from "./use-lines.tsx";

const columns = documentColumns<Schemas["Invoice"]>(
  numberOf(),
  timeColumn(["due_date", MONEY.fields.due_date], ({ due_date: date }) => date, {
    kind: "date",
    isSorted: true,
  }),
);

/** The team's invoices, newest first. */
export function Invoices() {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  return (
    <Page title={TITLES.invoices} actions={mayWrite && <NewInvoice />}>
      <RecordList
        name={TITLES.invoices}
        queryKey={["invoices"]}
        columns={columns}
        read={(at) => answered(api.GET("/api/v1/commerce/invoices", { params: { query: at } }))}
        items={({ invoices }) => invoices}
        pathOf={({ id }) => pathOf("invoices", id)}
        file={{ path: "/api/v1/commerce/invoices" }}
        none={<p>{INVOICES.none}</p>}
      />
    </Page>
  );
}

const fields: readonly Field<Schemas["InvoiceCreate"]>[] = [
  { name: "due_date", kind: "date", label: MONEY.fields.due_date },
  { name: "footer", kind: "text", label: MONEY.fields.footer },
];

/** A new one is a draft: who has written it reads it before it has a number. */
function NewInvoice() {
  const lines = useLines();
  return (
    <New
      words={INVOICES}
      fields={[...lines.sold, ...fields]}
      touches={[["invoices"]]}
      complete={(written: Schemas["InvoiceCreate"]) =>
        lines.withItems(written, (line_items) => ({ line_items, auto_finalize: false }))
      }
      send={(body, header) => answered(api.POST("/api/v1/commerce/invoices", { params: { header }, body }))}
      at={{ list: "invoices", id: ({ id }) => id }}
    >
      {lines.fields}
    </New>
  );
}

import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { EditForm } from "../parts/edit.tsx";
import type { Field } from "../parts/fields.ts";
import { Opening } from "../parts/opening.tsx";
import { INVOICES, MONEY } from "../words/money.ts";
import { taxFields, useLines } from "./use-lines.tsx";

const fields: readonly Field<Schemas["InvoicePatch"]>[] = [
  { name: "due_date", kind: "date", label: MONEY.fields.due_date },
  ...taxFields,
  { name: "memo", kind: "text", label: MONEY.fields.memo },
  { name: "footer", kind: "text", label: MONEY.fields.footer },
];

/** A button that opens the form of a draft, with its lines. */
export function EditInvoice({ invoice }: { invoice: Schemas["Invoice"] }) {
  return (
    <Opening opens={INVOICES.edit}>{(close) => <DraftForm invoice={invoice} onClose={close} />}</Opening>
  );
}

function DraftForm({ invoice, onClose }: { invoice: Schemas["Invoice"]; onClose: () => void }) {
  const { id } = invoice;
  const lines = useLines(invoice);
  return (
    <EditForm
      of={invoice}
      onClose={onClose}
      fields={fields}
      touches={[["invoices"], ["invoice", id]]}
      complete={(written: Schemas["InvoicePatch"]) =>
        lines.withItems(written, (line_items) => ({ line_items }))
      }
      send={(body, header) => {
        const params = { path: { invoice_id: id }, header };
        return answered(api.PATCH("/api/v1/commerce/invoices/{invoice_id}", { params, body }));
      }}
    >
      {lines.fields}
    </EditForm>
  );
}

import { RecordChanges } from "../approvals/record-changes.tsx";
import { answered } from "@jst/client";
import { useState } from "react";
import { api, type Schemas } from "../api.ts";
import { Comments } from "../comments/comments.tsx";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import { Select } from "../parts/select.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { INVOICES } from "../words/money.ts";
import { DocumentMail } from "./document-mail.tsx";
import { Document } from "./document.tsx";
import { EditInvoice } from "./edit-invoice.tsx";

type Invoice = Schemas["Invoice"];
type Method = Schemas["InvoicePayment"]["method"];

const touched = (id: string) => [["invoices"], ["invoice", id]];

/** One invoice with what there is to do about it in its state. */
export function Invoice({ id }: { id: string }) {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  const path = { invoice_id: id };
  return (
    <Detail
      kind={INVOICES.kind}
      queryKey={["invoice", id]}
      read={() => answered(api.GET("/api/v1/commerce/invoices/{invoice_id}", { params: { path } }))}
      title={({ number }) => (number === null ? INVOICES.draft : INVOICES.numbered(number))}
      actions={(invoice) => {
        const { status } = invoice;
        if (!mayWrite) return null;
        if (status === "draft") return <OfDraft invoice={invoice} />;
        return (status === "open" || status === "uncollectible") && <OfDue {...invoice} />;
      }}
    >
      {(invoice) => (
        <>
          {invoice.hosted_url !== null && (
            <p>
              <a href={invoice.hosted_url}>{INVOICES.itsPage}</a>
            </p>
          )}
          <DocumentMail of={invoice} />
          <Document of={invoice} lines={invoice.line_items} />
          <Comments resource="invoice" id={invoice.id} />
          <RecordChanges resource="invoices" id={invoice.id} />
        </>
      )}
    </Detail>
  );
}

function OfDraft({ invoice }: { invoice: Invoice }) {
  const { id } = invoice;
  const path = { draft_invoice_id: id };
  const finalize = (send: boolean) => (header: { "Idempotency-Key": string }) => {
    const params = { path, header };
    return answered(
      api.POST("/api/v1/commerce/invoices/{draft_invoice_id}/finalize", { params, body: { send } }),
    );
  };
  return (
    <>
      <EditInvoice invoice={invoice} />
      <Act
        words={INVOICES.delete}
        of={invoice}
        touches={[["invoices"]]}
        onDone={() => globalThis.history.back()}
        send={(header) => {
          const params = { path: { invoice_id: id }, header };
          return answered(api.DELETE("/api/v1/commerce/invoices/{invoice_id}", { params }));
        }}
      />
      <Act words={INVOICES.finalize} touches={touched(id)} send={finalize(false)} />
      <Act words={INVOICES.finalizeAndSend} touches={touched(id)} send={finalize(true)} />
    </>
  );
}

function OfDue({ id, status, number }: Invoice) {
  const [method, setMethod] = useState<Method>("bank_transfer");
  return (
    <>
      <Act
        words={INVOICES.void(number ?? id)}
        isDangerous
        touches={touched(id)}
        send={(header) => {
          const params = { path: { voidable_invoice_id: id }, header };
          return answered(
            api.POST("/api/v1/commerce/invoices/{voidable_invoice_id}/void", { params, body: {} }),
          );
        }}
      />
      {status === "open" && <GiveUp id={id} />}
      <Act
        words={INVOICES.pay}
        touches={touched(id)}
        answers={method}
        send={(header, chosen) => {
          const params = { path: { payable_invoice_id: id }, header };
          return answered(
            api.POST("/api/v1/commerce/invoices/{payable_invoice_id}/pay", {
              params,
              body: { method: chosen },
            }),
          );
        }}
      >
        <Select label={INVOICES.method} of={INVOICES.methods} is={method} onChange={setMethod} />
      </Act>
    </>
  );
}

function GiveUp({ id }: { id: string }) {
  return (
    <Act
      words={INVOICES.uncollectible}
      touches={touched(id)}
      send={(header) => {
        const params = { path: { open_invoice_id: id }, header };
        return answered(
          api.POST("/api/v1/commerce/invoices/{open_invoice_id}/mark-uncollectible", { params, body: {} }),
        );
      }}
    />
  );
}

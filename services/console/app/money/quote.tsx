import { answered } from "@jst/client";
import { api, type Schemas } from "../api.ts";
import { Act } from "../parts/act.tsx";
import { Detail } from "../parts/detail.tsx";
import type { WriteKey } from "../parts/writing.ts";
import { mayDo, useSession } from "../session/session.ts";
import { QUOTES } from "../words/money.ts";
import { DocumentMail } from "./document-mail.tsx";
import { Document } from "./document.tsx";

type Quote = Schemas["Quote"];

/** One quote with what there is to do about it in its state. */
export function Quote({ id }: { id: string }) {
  const mayWrite = mayDo(useSession(), "commerce", "write");
  const path = { quote_id: id };
  return (
    <Detail
      kind={QUOTES.kind}
      queryKey={["quote", id]}
      read={() => answered(api.GET("/api/v1/commerce/quotes/{quote_id}", { params: { path } }))}
      title={({ number }) => (number === null ? QUOTES.draft : QUOTES.numbered(number))}
      actions={(quote) => mayWrite && <Acts {...quote} />}
    >
      {(quote) => (
        <>
          <DocumentMail of={quote} />
          <Document of={quote} lines={quote.line_items} />
        </>
      )}
    </Detail>
  );
}

function Acts({ id, status, number }: Quote) {
  const touches = [["quotes"], ["quote", id]];
  const cancel = (header: WriteKey) => {
    const params = { path: { cancelable_quote_id: id }, header };
    return answered(api.POST("/api/v1/commerce/quotes/{cancelable_quote_id}/cancel", { params, body: {} }));
  };
  const isDraft = status === "draft";
  if (!isDraft && status !== "open") return null;
  return (
    <>
      <Act words={QUOTES.cancel(number)} isDangerous touches={touches} send={cancel} />
      {isDraft ? <OfDraft {...{ id, touches }} /> : <OfOpen {...{ id, number, touches }} />}
    </>
  );
}

interface Of {
  id: string;
  touches: readonly (readonly unknown[])[];
}

function OfDraft({ id, touches }: Of) {
  const finalize = (send: boolean) => (header: WriteKey) => {
    const params = { path: { draft_quote_id: id }, header };
    return answered(
      api.POST("/api/v1/commerce/quotes/{draft_quote_id}/finalize", { params, body: { send } }),
    );
  };
  return (
    <>
      <Act words={QUOTES.finalize} touches={touches} send={finalize(false)} />
      <Act words={QUOTES.finalizeAndSend} touches={touches} send={finalize(true)} />
    </>
  );
}

function OfOpen({ id, number, touches }: Of & Pick<Quote, "number">) {
  return (
    <>
      <Act
        words={QUOTES.decline(number)}
        isDangerous
        touches={touches}
        send={(header) => {
          const params = { path: { declinable_quote_id: id }, header };
          return answered(
            api.POST("/api/v1/commerce/quotes/{declinable_quote_id}/decline", { params, body: {} }),
          );
        }}
      />
      <Act
        words={QUOTES.accept}
        touches={touches}
        send={(header) => {
          const params = { path: { open_quote_id: id }, header };
          return answered(api.POST("/api/v1/commerce/quotes/{open_quote_id}/accept", { params, body: {} }));
        }}
      />
    </>
  );
}

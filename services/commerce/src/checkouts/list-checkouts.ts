import type { Handler, ListCheckoutsQuery } from "../../gen/rpc.ts";
import { listDocuments, timeField, TOTAL } from "../documents/document.ts";
import { CHECKOUT_JSON, STATUS } from "./checkout.ts";

/** Answers one page of the team's checkouts. */
export const listCheckouts: Handler<"ListCheckouts"> = (input, call) =>
  listDocuments<ListCheckoutsQuery>(["checkouts", "Checkouts/ListCheckouts"], input, call, {
    item: CHECKOUT_JSON,
    fields: [TOTAL, timeField("expires_at")],
    texts: ["t.memo"],
    filters: { status: (status, params) => `${STATUS} = ${params.add(status, "text")}` },
  });

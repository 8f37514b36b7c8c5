import type { Handler, ListSubscriptionsQuery } from "../../gen/rpc.ts";
import { isEqual, listDocuments, TOTAL } from "../documents/document.ts";
import { SUBSCRIPTION } from "./subscription.ts";

/** Answers one page of the team's subscriptions. */
export const listSubscriptions: Handler<"ListSubscriptions"> = (input, call) =>
  listDocuments<ListSubscriptionsQuery>(["subscriptions", "Subscriptions/ListSubscriptions"], input, call, {
    item: SUBSCRIPTION,
    fields: [TOTAL, { name: "current_period_end", kind: "datetime", sql: "t.current_period_end" }],
    texts: ["t.memo"],
    filters: { status: isEqual("status", "text") },
  });

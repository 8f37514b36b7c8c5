import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply } from "../documents/document.ts";
import { findInvoice } from "./invoice.ts";

/** Answers one invoice. */
export const getInvoice: Handler<"GetInvoice"> = ({ path }, call) =>
  readReply(findInvoice(call.caller.team_id, requireId(path.invoice_id), call.caller.team.timezone), call);

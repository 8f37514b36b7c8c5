import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply, type ReadDocument } from "../documents/document.ts";
import { findInvoice } from "./invoice.ts";

/** Answers one invoice. */
export const getInvoice: Handler<"GetInvoice"> = async ({ path }, call) => {
  const { team_id: teamId, team } = call.caller;
  const statement = findInvoice(teamId, requireId(path.invoice_id), team.timezone);
  const [row] = await call.read<ReadDocument>(statement);
  if (row === undefined) throw notFound();
  return readReply(row, call);
};

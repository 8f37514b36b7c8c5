import { notFound } from "@jst/errors";
import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply, type ReadDocument } from "../documents/document.ts";
import { findQuote } from "./quote.ts";

/** Answers one quote. */
export const getQuote: Handler<"GetQuote"> = async ({ path }, call) => {
  const statement = findQuote(call.caller.team_id, requireId(path.quote_id));
  const [row] = await call.read<ReadDocument>(statement);
  if (row === undefined) throw notFound();
  return readReply(row, call);
};

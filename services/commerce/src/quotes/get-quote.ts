import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply } from "../documents/document.ts";
import { findQuote } from "./quote.ts";

/** Answers one quote. */
export const getQuote: Handler<"GetQuote"> = ({ path }, call) =>
  readReply(findQuote(call.caller.team_id, requireId(path.quote_id)), call);

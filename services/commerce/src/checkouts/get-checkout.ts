import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply } from "../documents/document.ts";
import { findCheckout } from "./checkout.ts";

/** Answers one checkout. */
export const getCheckout: Handler<"GetCheckout"> = ({ path }, call) =>
  readReply(findCheckout(call.caller.team_id, requireId(path.checkout_id)), call);

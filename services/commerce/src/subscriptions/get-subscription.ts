import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { readReply } from "../documents/document.ts";
import { findSubscription } from "./subscription.ts";

/** Answers one subscription. */
export const getSubscription: Handler<"GetSubscription"> = ({ path }, call) =>
  readReply(findSubscription(call.caller.team_id, requireId(path.subscription_id)), call);

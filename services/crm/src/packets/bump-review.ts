import type { Handler } from "../../gen/rpc.ts";
import { bump, lifecycle } from "./lifecycle.ts";

/** Begins the next walkthrough: what was signed is stale from then on (review.verdicts). */
export const bumpReview: Handler<"BumpReview"> = ({ path }, call) =>
  lifecycle.run(path.packet_id, bump, call);

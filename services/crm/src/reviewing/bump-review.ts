import type { Handler } from "../../gen/rpc.ts";
import { requireOpen } from "../review/phases.ts";
import { bump } from "../review/signing.ts";
import { writePacket } from "./written-packet.ts";

/** Begins the next walkthrough: what was signed is stale from then on (review.verdicts). */
export const bumpReview: Handler<"BumpReview"> = ({ path }, call) =>
  writePacket(call, path.packet_id, {
    action: "bump",
    work: async (tx, packet) => {
      requireOpen(packet);
      await bump(tx, packet);
      return true;
    },
  });

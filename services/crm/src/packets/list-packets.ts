import type { Handler } from "../../gen/rpc.ts";
import { packets } from "./packet.ts";

/** Answers one page of the team's review packets. */
export const listPackets: Handler<"ListPackets"> = packets.page;

import type { Handler } from "../../gen/rpc.ts";
import { packets } from "./packet.ts";

/** Answers one review packet; 304 when the caller already has this version. */
export const getPacket: Handler<"GetPacket"> = packets.read;

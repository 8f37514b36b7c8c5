import type { Handler } from "../../gen/rpc.ts";
import { messages } from "./message.ts";

/** Answers one page of the team's messages, without their texts. */
export const listMessages: Handler<"ListMessages"> = messages.page;

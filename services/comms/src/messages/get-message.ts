import { fileWithoutPageSecrets, withoutPageSecrets } from "@jst/pages";
import type { Handler, Message } from "../../gen/rpc.ts";
import { messages } from "./message.ts";
import { findFiles } from "./queries.ts";
import type { StoredFile } from "./sealed-content.ts";

/** Answers one message with its texts and attempts, a captured one with what is attached; 304 where it is known. */
export const getMessage: Handler<"GetMessage"> = async (input, call) => {
  const reply = await messages.read(input, call);
  if (reply.status !== undefined || typeof reply.body !== "string") return reply;
  // An earlier release stored texts with their secrets.
  const body = withoutPageSecrets(reply.body);
  const message = JSON.parse(body) as Message;
  if (message.status !== "captured" || message.attachments.length === 0) return { ...reply, body };
  const [row] = await call.read<{ files: StoredFile[] }>(findFiles(call.caller.team_id, message.id));
  const attachments = message.attachments.map((one, n) => {
    const file = row?.files[n];
    const isShown = file !== undefined && "content" in file && one.content_type.startsWith("text/");
    return isShown ? { ...one, content: fileWithoutPageSecrets(file) } : one;
  });
  return { ...reply, body: JSON.stringify({ ...message, attachments }) };
};

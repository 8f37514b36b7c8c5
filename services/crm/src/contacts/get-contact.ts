import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { contactReply } from "./contact-reply.ts";
import { requireId } from "../preconditions.ts";
import * as queries from "./queries.ts";

/** Answers one contact, archived or not; 304 when the caller already has this version. */
export const getContact: Handler<"GetContact"> = async ({ path }, call) => {
  const id = requireId(path.contact_id);
  const [row] = await call.read<queries.ContactRow>(queries.findContact(call.caller.team_id, id));
  if (row === undefined) throw notFound();
  const reply = contactReply(row);
  return call.isKnown(row.version) ? { ...reply, status: 304 } : reply;
};

import { contactOf, namesContact } from "@jst/directory";
import type { Params } from "@jst/query";
import { resource } from "@jst/resource";
import { messageDeclaration } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { addressOf } from "../people/address.ts";

/** Messages of a team. Only the worker changes their state, no caller does (comms.message). */
export const messages = resource(messageDeclaration)<Deps>({
  hidden: [
    "address",
    "changeset",
    "traceparent",
    "token",
    "reference",
    "files",
    "unsubscribe_hash",
    "reported",
    "sealed",
  ],
  shown: { contact_id: contactOf("t.contact_id") },
  filters: {
    contact_id: (text, params) => namesContact("t.contact_id", params.add(text, "uuid")),
    to: (text, params) => party(text, params, "outbound", `t."to"`),
    from: (text, params) => party(text, params, "inbound", BARE_SENDER),
    created_from: (text, params) => `t.created_at >= ${params.addInstant(text)}`,
    created_to: (text, params) => `t.created_at < ${params.addInstant(text)}`,
    test: (text, params) => `t.test = ${params.add(text, "boolean")}`,
  },
});

/** A message as lists, answers and events have it, an expression of type json over the row `t`. */
export const SHORT_FORM = messages.listOf("", {}).item;

/** A team's own address without the name beside it, in lower case. */
const BARE_SENDER = `lower(coalesce(substring(t."from" from '<([^<>]*)>\\s*$'), t."from"))`;

/** One party of a message, folded: the other side is kept so, and the team's own is its setting. */
function party(text: string, params: Params, direction: string, own: string): string {
  // In a query a bare `+` is a blank.
  const bare = text.replace(/^ /, "+");
  const folded = params.add(addressOf(bare)?.folded ?? bare, "text");
  return `((t.direction = '${direction}' and t.address = ${folded})
    or (t.direction <> '${direction}' and ${own} = ${folded}))`;
}

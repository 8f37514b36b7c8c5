import type { Handler } from "../../gen/rpc.ts";
import { contactReply } from "./contact-reply.ts";
import { publishCreated } from "./events.ts";
import * as queries from "./queries.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { newContact } from "./rules.ts";

/** Stores the contact and its contact.created event in one transaction. */
export const createContact: Handler<"CreateContact"> = async ({ body }, call) => {
  const draft = newContact(body);
  await call.deps.directory.requireKnown(call, {
    kind: "member",
    field: "owner_id",
    id: draft.values.owner_id,
  });
  return refuseTaken(call, () =>
    call.write(async (tx) => {
      const created = await queries.insertContact(tx, draft);
      publishCreated(tx, created);
      return contactReply(created, { location: `${call.baseUrl}/api/v1/contacts/${created.id}` });
    }),
  );
};
